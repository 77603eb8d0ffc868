#include "reorder/dual.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/error.hpp"
#include "base/threads.hpp"
#include "reorder/dual_group.hpp"
#include "reorder/dual_step.hpp"
#include "reorder/logistic.hpp"
#include "reorder/random.hpp"

namespace rectrix::reorder {

namespace {

constexpr double kFloatsSuffice = 1e-3;  // shrink level from which the rounding of logits to floats does not show
constexpr std::size_t kRoundWork = 16;   // feature values read per weight copied, at least, in a parallel round
constexpr std::size_t kGather = 16;       // active rows are copied together once they are so small a share: the copy takes little memory

// The mean of |x|^2.
double mean_square(const Rows& rows) {
  double sum = rows.values.empty() ? static_cast<double>(rows.ids.size()) : 0;
  for (const double value : rows.values) sum += value * value;
  return rows.size() == 0 ? 0 : sum / static_cast<double>(rows.size());
}

// a = softmax(z) and its negative entropy.
template <int K>
double entropy_at(const PerClass<K>& z, int classes, PerClass<K>& a) {
  const double log_sum = softmax<K>(z, classes, a);
  double sum = -log_sum;
  for (int k = 0; k < count<K>(classes); ++k) sum += a[k] * z[k];
  return sum;
}

}  // namespace

Dual::Dual(const Examples& examples, const DualOptions& options)
    : examples_(examples),
      options_(options),
      logits_(examples.size(), examples.class_count, options.shrink < kFloatsSuffice),
      initial_(options.initial.value_or(options.exact ? 0 : kStart)),
      store_(examples.rows) {
  if (!(options.sigma2 > 0) || !std::isfinite(options.sigma2)) throw UsageError("sigma2 must be above 0");
  if (!(initial_ >= 0 && initial_ < 1)) throw UsageError("initial must be between 0 and 1");
  if (initial_ == 0 && !options.exact) throw UsageError("initial must be above 0 unless visits are exact");
  if (!(options.step > 0) || options.trials < 1) throw UsageError("step must be above 0, trials at least 1");
  if (!(options.shrink >= 0)) throw UsageError("shrink must not be negative");
  if (!(options.decrease >= 0 && options.decrease < 1)) throw UsageError("decrease must be at least 0 and below 1");
  if (options.blocks < 1 || options.blocks > 4096) {
    throw UsageError("blocks must be between 1 and 4096");
  }
  const int classes = examples.class_count;
  weights_.assign(std::size_t{examples.features} * stride(classes), 0);
  grouped_ = options.exact && !logits_.precise() &&
             kGroup * options.blocks * options.sigma2 * mean_square(examples.rows) <= kSteepest;
  active_.resize(examples.size());
  std::iota(active_.begin(), active_.end(), 0U);
  with_classes(classes, [&]<int K>() { start<K>(); });
}

// All examples of a class start alike: with indicators it is enough to count how often each feature meets it. In the
// corner w is 0.
template <int K>
void Dual::start() {
  const int classes = examples_.class_count, n = width<K>(classes);
  const bool corner = initial_ == 0;
  const double away = corner ? kDeepest : std::log((1 - initial_) * (classes - 1) / initial_);
  std::vector<PerClass<K>> logits(classes), steps(classes);
  std::vector<double> entropies(classes);
  for (int truth = 0; truth < classes; ++truth) {
    PerClass<K>&z = logits[truth], &step = steps[truth] = {}, a;
    for (int k = 0; k < classes; ++k) z[k] = logits_.rounded((k == truth ? away : 0) - (truth == 0 ? away : 0));
    entropies[truth] = entropy_at<K>(z, classes, a);
    for (int k = 0; k < classes; ++k) step[k] = options_.sigma2 * ((k == truth ? 1 : 0) - a[k]);
  }
  std::vector<std::size_t> members(classes);
  const bool count = !corner && examples_.rows.values.empty();
  std::vector<std::uint32_t> counts(count ? weights_.size() : 0, 0);
  for (std::size_t i = 0; i < examples_.size(); ++i) {
    const Class truth = examples_.classes[i];
    logits_.store<K>(i, logits[truth]);
    ++members[truth];
    if (count) {
      for (const std::uint32_t id : examples_.rows.row(i)) ++counts[std::size_t{id} * n + truth];
    } else if (!corner) {
      add<K>(examples_.rows, i, steps[truth], classes, weights_.data());
    }
  }
  for (int k = 0; k < classes; ++k) entropy_ += static_cast<double>(members[k]) * entropies[k];
  for (std::size_t f = 0; f < counts.size(); f += n) {
    for (int truth = 0; truth < classes; ++truth) {
      for (int k = 0; k < classes; ++k) weights_[f + k] += counts[f + truth] * steps[truth][k];
    }
  }
}

DualPass Dual::pass(const Progress& progress) {
  DualPass report;
  report.visited = active_.size();
  const auto chunks = chunk_order(active_.size(), combine(options_.seed, ++passes_));
  kept_.assign(chunks.size(), 0);
  std::vector<Tally> tallies(chunks.size());
  with_classes(examples_.class_count, [&]<int K>() { round<K>(chunks, progress, tallies); });
  std::size_t end = 0;
  for (std::size_t c = 0; c < chunks.size(); ++c) {
    const auto from = active_.begin() + static_cast<std::ptrdiff_t>(c * kChunk);
    std::copy(from, from + kept_[c], active_.begin() + static_cast<std::ptrdiff_t>(end));
    end += kept_[c];
    entropy_ += tallies[c].entropy + tallies[c].ratios.log();
    report.features += tallies[c].features;
  }
  active_.resize(end);
  gather_active();
  report.active = end;
  report.objective = squared_norm(weights_) / (2 * options_.sigma2) + entropy_;
  return report;
}

// All chunks of a pass: one after another, or P at a time on copies of the weights.
template <int K>
void Dual::round(std::span<const std::uint32_t> chunks, const Progress& progress, std::vector<Tally>& tallies) {
  const auto blocks = std::min<std::size_t>(static_cast<std::size_t>(options_.blocks), chunks.size());
  if (blocks <= 1) {
    for (std::size_t c = 0; c < chunks.size(); ++c) {
      if (c + 1 < chunks.size()) expect(chunks[c + 1]);
      visit_chunk<K>(chunks[c], weights_.data(), options_.sigma2, tallies[chunks[c]]);
      if (progress && (c + 1) % kReport == 0) progress(c + 1);
    }
    return;
  }
  // Rounds as short as the copying of weights allows: the copies drift apart less.
  const std::size_t chunk_work = std::max<std::size_t>(1, store_.ids.size() / store_.size()) * kChunk;
  const std::size_t each = std::max<std::size_t>(1, kRoundWork * examples_.features / chunk_work);
  copies_.resize(blocks);
  for (std::size_t begin = 0; begin < chunks.size(); begin += blocks * each) {
    const auto now = chunks.subspan(begin, std::min(blocks * each, chunks.size() - begin));
    parallel_for(blocks, options_.threads, [&](std::size_t p, int) {
      copies_[p] = weights_;
      for (std::size_t c = p; c < now.size(); c += blocks) {
        visit_chunk<K>(now[c], copies_[p].data(), options_.sigma2 * static_cast<double>(blocks), tallies[now[c]]);
      }
    });
    for (std::size_t f = 0; f < weights_.size(); ++f) {
      double sum = 0;
      for (const auto& copy : copies_) sum += copy[f];
      weights_[f] = sum / static_cast<double>(blocks);
    }
    if (progress) progress(begin + now.size());
  }
}

void Dual::gather_active() {
  if (active_.size() * kGather > store_.size() || active_.empty()) return;
  std::vector<std::uint32_t> origin, ids;
  std::vector<std::uint64_t> offsets{0};
  std::vector<double> values;
  std::size_t total = 0;
  for (const std::uint32_t row : active_) total += store_.offsets[row + 1] - store_.offsets[row];
  ids.reserve(total);
  if (!store_.values.empty()) values.reserve(total);
  origin.reserve(active_.size());
  offsets.reserve(active_.size() + 1);
  for (const std::uint32_t row : active_) {
    const auto begin = static_cast<std::ptrdiff_t>(store_.offsets[row]);
    const auto end = static_cast<std::ptrdiff_t>(store_.offsets[row + 1]);
    ids.insert(ids.end(), store_.ids.begin() + begin, store_.ids.begin() + end);
    if (!store_.values.empty()) {
      values.insert(values.end(), store_.values.begin() + begin, store_.values.begin() + end);
    }
    offsets.push_back(ids.size());
    origin.push_back(example(row));
  }
  ids_ = std::move(ids);
  offsets_ = std::move(offsets);
  values_ = std::move(values);
  origin_ = std::move(origin);
  store_ = {offsets_, ids_, values_};
  std::iota(active_.begin(), active_.end(), 0U);
}

std::uint64_t Dual::reactivate() {
  store_ = examples_.rows;
  origin_.clear();
  active_.clear();
  with_classes(examples_.class_count, [&]<int K>() {
    PerClass<K> scores, z;
    for (std::size_t i = 0; i < examples_.size(); ++i) {
      score<K>(store_, i, weights_.data(), examples_.class_count, scores);
      logits_.load<K>(i, z);
      if (violation<K>(z, scores, examples_.class_count) > options_.shrink) {
        active_.push_back(static_cast<std::uint32_t>(i));
      }
    }
  });
  gather_active();
  return active_.size();
}

std::vector<double> Dual::probabilities() const {
  const int classes = examples_.class_count;
  std::vector<double> result(examples_.size() * classes);
  PerClass<0> z, a;
  for (std::size_t i = 0; i < examples_.size(); ++i) {
    logits_.load<0>(i, z);
    softmax<0>(z, classes, a);
    std::copy_n(a.at, classes, result.begin() + static_cast<std::ptrdiff_t>(i * classes));
  }
  return result;
}

double Dual::objective() const {
  double entropy = 0;
  PerClass<0> z, a;
  for (std::size_t i = 0; i < examples_.size(); ++i) {
    logits_.load<0>(i, z);
    entropy += entropy_at<0>(z, examples_.class_count, a);
  }
  return squared_norm(weights_) / (2 * options_.sigma2) + entropy;
}

std::vector<double> Dual::gradient(std::size_t i) const {
  if (i >= examples_.size()) throw UsageError("there is no example " + std::to_string(i));
  return with_classes(examples_.class_count, [&]<int K>() {
    const int classes = examples_.class_count;
    PerClass<K> scores, z, a;
    score<K>(examples_.rows, i, weights_.data(), classes, scores);
    logits_.load<K>(i, z);
    const double log_sum = softmax<K>(z, classes, a);
    std::vector<double> result;
    for (int k = 0; k < classes; ++k) {
      result.push_back(1 + z[k] - log_sum + scores[examples_.classes[i]] - scores[k]);
    }
    return result;
  });
}

}  // namespace rectrix::reorder
