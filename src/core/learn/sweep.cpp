#include "learn/sweep.hpp"

#include <algorithm>

namespace rectrix::learn {

void Sweep::clear() {
  events_.clear();
  left_.assign(width_, 0.0);
}

void Sweep::begin_sentence(std::size_t row) {
  last_ = static_cast<std::uint32_t>(row);
  const auto values = statistics_.subspan(row * width_, width_);
  for (std::size_t i = 0; i < width_; ++i) left_[i] += values[i];
}

void Sweep::change(double at, std::size_t row) {
  events_.push_back({at, last_, static_cast<std::uint32_t>(row)});
  last_ = static_cast<std::uint32_t>(row);
}

void Sweep::sum_up() {
  std::sort(events_.begin(), events_.end(), [](const Event& a, const Event& b) {
    return a.at < b.at || (a.at == b.at && a.to < b.to);
  });
  borders_.clear();
  sums_.assign(left_.begin(), left_.end());
  sums_.resize((events_.size() + 1) * width_);
  std::size_t row = 0;
  for (const Event& event : events_) {
    if (borders_.empty() || event.at != borders_.back()) {
      borders_.push_back(event.at);
      std::copy_n(sums_.data() + row * width_, width_, sums_.data() + (row + 1) * width_);
      ++row;
    }
    const double* const from = statistics_.data() + event.from * width_;
    const double* const to = statistics_.data() + event.to * width_;
    double* const sum = sums_.data() + row * width_;
    for (std::size_t i = 0; i < width_; ++i) sum[i] += to[i] - from[i];
  }
  sums_.resize((row + 1) * width_);
  scores_.resize(row + 1);
}

LineBest Sweep::best(const Metric& metric) {
  sum_up();
  metric(sums_, scores_);
  const std::size_t last = borders_.size();
  // The interval of the present point; at a breakpoint the right one, where the first of equals may not be the best,
  // so that the present score is not overrated.
  const auto here = static_cast<std::size_t>(std::upper_bound(borders_.begin(), borders_.end(), 0.0) - borders_.begin());
  LineBest found{0, scores_[here]};
  double judged = smoothed(here);
  for (std::size_t i = 0; i <= last; ++i) {
    if (!(scores_[i] > scores_[here])) continue;
    const double value = smoothed(i);
    if (!(value > judged)) continue;
    if (i > 0 && i < last && borders_[i] - borders_[i - 1] < options_.narrowest) continue;
    found = {middle(i), scores_[i]};
    judged = value;
  }
  return found;
}

double Sweep::middle(std::size_t interval) const {
  if (borders_.empty()) return 0;
  if (interval == 0) return borders_.front() - 1;
  if (interval == borders_.size()) return borders_.back() + 1;
  return borders_[interval - 1] + (borders_[interval] - borders_[interval - 1]) / 2;
}

double Sweep::smoothed(std::size_t interval) const {
  const auto reach = static_cast<std::size_t>(options_.neighbors);
  const std::size_t first = interval - std::min(interval, reach), end = std::min(interval + reach + 1, scores_.size());
  double sum = 0;
  for (std::size_t i = first; i < end; ++i) sum += scores_[i];
  return sum / static_cast<double>(end - first);
}

}  // namespace rectrix::learn
