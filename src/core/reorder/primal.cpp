#include "reorder/primal.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "reorder/logistic.hpp"
#include "reorder/random.hpp"

namespace rectrix::reorder {

namespace {
constexpr double kSmallest = 1e-6;  // factor below which precision would suffer
}  // namespace

Primal::Primal(const Examples& examples, const PrimalOptions& options) : examples_(examples), options_(options) {
  if (!(options.sigma2 > 0) || !std::isfinite(options.sigma2)) throw UsageError("sigma2 must be above 0");
  if (!(options.rate > 0) || !std::isfinite(options.rate)) throw UsageError("rate must be above 0");
  direct_.assign(std::size_t{examples.features} * stride(examples.class_count), 0);
  if (options.average) deferred_.assign(direct_.size(), 0);
}

double Primal::pass(const std::function<void(std::size_t done)>& progress) {
  const std::size_t size = examples_.size();
  const auto chunks = chunk_order(size, combine(options_.seed, ++passes_));
  double loss = 0;
  with_classes(examples_.class_count, [&]<int K>() {
    for (std::size_t c = 0; c < chunks.size(); ++c) {
      const std::size_t begin = chunks[c] * kChunk, end = std::min(begin + kChunk, size);
      for (std::size_t i = begin; i < end; ++i) loss += visit<K>(i);
      if (progress && (c + 1) % kReport == 0) progress(c + 1);
    }
  });
  return size == 0 ? 0 : loss / static_cast<double>(size);
}

template <int K>
double Primal::visit(std::size_t i) {
  const int classes = examples_.class_count;
  const Class truth = examples_.classes[i];
  const double decay = 1 / (static_cast<double>(examples_.size()) * options_.sigma2);
  const double rate = options_.rate / (1 + options_.rate * decay * static_cast<double>(steps_++));
  PerClass<K> step{}, chances{};
  score<K>(examples_.rows, i, direct_.data(), classes, step);
  for (int k = 0; k < count<K>(classes); ++k) step[k] *= factor_;
  const double loss = softmax<K>(step, classes, chances) - step[truth];
  factor_ *= std::max(0.0, 1 - rate * decay);
  if (factor_ < kSmallest) fold();
  for (int k = 0; k < width<K>(classes); ++k) step[k] = rate / factor_ * ((k == truth ? 1 : 0) - chances[k]);
  add<K>(examples_.rows, i, step, classes, direct_.data());
  if (!options_.average || passes_ == 1) return loss;
  for (int k = 0; k < width<K>(classes); ++k) step[k] *= factors_;
  add<K>(examples_.rows, i, step, classes, deferred_.data());
  factors_ += factor_;
  averaged_ += 1;
  return loss;
}

// With direct' = factor direct, the sum of averaged weights, factors direct - deferred, must stay the same.
void Primal::fold() {
  const double factor = std::max(factor_, 1e-300);
  for (std::size_t f = 0; f < direct_.size(); ++f) {
    if (options_.average) deferred_[f] += factors_ * (direct_[f] * factor - direct_[f]);
    direct_[f] *= factor;
  }
  factor_ = 1;
}

// Step t of direct adds to every later mean term: sum_t w_t = factors direct - sum_t (factors before t) step_t.
std::vector<double> Primal::weights() const {
  std::vector<double> result(direct_.begin(), direct_.end());
  const bool average = averaged_ > 0;
  for (std::size_t f = 0; f < result.size(); ++f) {
    result[f] = average ? (factors_ * direct_[f] - deferred_[f]) / averaged_ : factor_ * direct_[f];
  }
  return result;
}

}  // namespace rectrix::reorder
