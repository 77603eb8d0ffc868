#include "reorder/dual.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/error.hpp"
#include "base/threads.hpp"
#include "reorder/dual_step.hpp"
#include "reorder/logistic.hpp"
#include "reorder/random.hpp"

namespace rectrix::reorder {

namespace {

constexpr std::size_t kChunk = 1024;    // neighbors visited together: their features fit into the cache
constexpr std::size_t kAhead = 4;       // examples between asking for weights and using them
constexpr double kDeepest = 80;         // probabilities below exp(-80) of the largest are not told apart
constexpr double kFloatsSuffice = 1e-3;   // shrink level from which the rounding of logits to floats does not show
constexpr std::size_t kRoundWork = 16;  // feature values read per weight copied, at least, in a parallel round


// a = softmax(z) and its negative entropy.
template <int K>
double entropy_at(const PerClass<K>& z, int classes, PerClass<K>& a) {
  const double log_sum = softmax<K>(z, classes, a);
  double sum = -log_sum;
  for (int k = 0; k < count<K>(classes); ++k) sum += a[k] * z[k];
  return sum;
}


// How far the gradients z_k - score_k differ. Classes that are hopeless by both count as settled.
template <int K>
double violation(const PerClass<K>& z, PerClass<K>& scores, int classes) {
  const int n = count<K>(classes);
  const double top = *std::max_element(scores.at, scores.at + n);
  double low = INFINITY, high = -INFINITY;
  for (int k = 0; k < n; ++k) {
    scores[k] = std::max(scores[k], top - kDeepest);
    low = std::min(low, z[k] - scores[k]);
    high = std::max(high, z[k] - scores[k]);
  }
  return high - low;
}

}  // namespace

// Logits of one example out of the stored floats and what they lack to doubles, if that is kept.
template <int K>
void Dual::load(std::size_t example, PerClass<K>& z) const {
  const std::size_t begin = example * (examples_.class_count - 1);
  z[0] = 0;
  for (int k = 1; k < count<K>(examples_.class_count); ++k) {
    z[k] = logits_[begin + k - 1];
    if (!residues_.empty()) z[k] += residues_[begin + k - 1];
  }
}

template <int K>
void Dual::store(std::size_t example, const PerClass<K>& z) {
  const std::size_t begin = example * (examples_.class_count - 1);
  for (int k = 1; k < count<K>(examples_.class_count); ++k) {
    logits_[begin + k - 1] = static_cast<float>(z[k]);
    if (!residues_.empty()) residues_[begin + k - 1] = static_cast<float>(z[k] - logits_[begin + k - 1]);
  }
}

Dual::Dual(const Examples& examples, const DualOptions& options)
    : examples_(examples), options_(options), store_(examples.rows) {
  check(examples);
  if (!(options.sigma2 > 0) || !std::isfinite(options.sigma2)) throw UsageError("sigma2 must be above 0");
  if (!(options.initial > 0 && options.initial < 1)) throw UsageError("initial must be between 0 and 1");
  if (!(options.step > 0) || options.trials < 1) throw UsageError("step must be above 0, trials at least 1");
  if (!(options.shrink >= 0)) throw UsageError("shrink must not be negative");
  if (!(options.decrease >= 0 && options.decrease < 1)) throw UsageError("decrease must be at least 0 and below 1");
  if (options.blocks < 1 || options.blocks > 4096) {
    throw UsageError("blocks must be between 1 and 4096");
  }
  const int classes = examples.class_count;
  weights_.assign(std::size_t{examples.features} * stride(classes), 0);
  logits_.resize(examples.size() * (classes - 1));
  if (options.shrink < kFloatsSuffice) residues_.resize(logits_.size());
  active_.resize(examples.size());
  std::iota(active_.begin(), active_.end(), 0U);
  with_classes(classes, [&]<int K>() { start<K>(); });
}

template <int K>
void Dual::start() {
  const int classes = examples_.class_count;
  const double away = std::log((1 - options_.initial) * (classes - 1) / options_.initial);
  for (std::size_t i = 0; i < examples_.size(); ++i) {
    const Class truth = examples_.classes[i];
    PerClass<K> z, a, step{};
    for (int k = 0; k < classes; ++k) z[k] = (k == truth ? away : 0) - (truth == 0 ? away : 0);
    store<K>(i, z);
    load<K>(i, z);
    entropy_ += entropy_at<K>(z, classes, a);
    for (int k = 0; k < classes; ++k) step[k] = options_.sigma2 * ((k == truth ? 1 : 0) - a[k]);
    add<K>(examples_.rows, i, step, classes, weights_.data());
  }
}

DualPass Dual::pass(const Progress& progress) {
  DualPass report;
  report.visited = active_.size();
  std::vector<std::uint32_t> chunks((active_.size() + kChunk - 1) / kChunk);
  std::iota(chunks.begin(), chunks.end(), 0U);
  shuffle(std::span(chunks), Random(combine(options_.seed, ++passes_)));
  kept_.assign(chunks.size(), 0);
  std::vector<Tally> tallies(chunks.size());
  with_classes(examples_.class_count, [&]<int K>() { round<K>(chunks, progress, tallies); });
  std::size_t end = 0;
  for (std::size_t c = 0; c < chunks.size(); ++c) {
    const auto from = active_.begin() + static_cast<std::ptrdiff_t>(c * kChunk);
    std::copy(from, from + kept_[c], active_.begin() + static_cast<std::ptrdiff_t>(end));
    end += kept_[c];
    entropy_ += tallies[c].entropy;
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
      visit_chunk<K>(chunks[c], weights_.data(), options_.sigma2, tallies[chunks[c]]);
      if (progress) progress(c + 1);
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

// Visits a chunk of active rows in random order and moves those that stay active to its front.
template <int K>
void Dual::visit_chunk(std::uint32_t chunk, double* weights, double sigma2, Tally& tally) {
  const std::size_t begin = std::size_t{chunk} * kChunk;
  const std::span<std::uint32_t> rows(active_.data() + begin, std::min(kChunk, active_.size() - begin));
  // One sweep in memory order brings the chunk into the cache; the visits then jump about in it.
  for (const std::uint32_t row : rows) {
    __builtin_prefetch(store_.ids.data() + store_.offsets[row]);
    __builtin_prefetch(logits_.data() + std::size_t{example(row)} * (examples_.class_count - 1), 1);
  }
  shuffle(rows, Random(combine(combine(options_.seed, passes_), chunk)));
  std::uint32_t kept = 0;
  for (std::size_t j = 0; j < rows.size(); ++j) {
    if (j + kAhead < rows.size()) prefetch<K>(store_, rows[j + kAhead], weights, examples_.class_count);
    if (visit<K>(rows[j], weights, sigma2, tally)) rows[kept++] = rows[j];
  }
  kept_[chunk] = kept;
}

// The step that a visit takes; false if none lowers D.
template <int K>
bool Dual::choose_step(const Point<K>& from, Step<K>& step) const {
  const int classes = examples_.class_count;
  const bool rounded = residues_.empty();
  // The quick measure is good enough where it says yes and the logits are floats anyway.
  const auto falls = [&](double decrease) {
    if (rounded) {
      step.measure(from, classes);
      if (step.objective <= std::min(0.0, decrease * step.predicted)) return true;
    }
    step.measure_closely(from, classes);
    return step.objective <= std::min(0.0, decrease * step.predicted);
  };
  if (options_.exact) {
    step.aim(minimizer<K>(from, classes, std::max(options_.shrink / 2, 1e-10)), classes, rounded);
    if (falls(0)) return true;
  }
  PerClass<K> aim;
  double eta = options_.step;
  for (int trial = 0; trial < options_.trials; ++trial, eta /= 2) {
    for (int k = 0; k < count<K>(classes); ++k) aim[k] = from.z[k] + eta * (from.scores[k] - from.z[k]);
    step.aim(aim, classes, rounded);
    if (falls(options_.decrease)) return true;
  }
  return false;
}

// One visit: false if the example is settled, otherwise after its step.
template <int K>
bool Dual::visit(std::uint32_t row, double* weights, double sigma2, Tally& tally) {
  const int classes = examples_.class_count;
  Point<K> here;
  here.curvature = sigma2 * score<K>(store_, row, weights, classes, here.scores);
  tally.features += store_.offsets[row + 1] - store_.offsets[row];
  load<K>(example(row), here.z);
  if (violation<K>(here.z, here.scores, classes) <= options_.shrink) return false;
  here.log_sum = from_logits<K>(here.z, classes, here.a);
  Step<K> step;
  if (!choose_step<K>(here, step)) return true;
  PerClass<K> change{};
  for (int k = 0; k < count<K>(classes); ++k) change[k] = -sigma2 * step.d[k];
  add<K>(store_, row, change, classes, weights);
  store<K>(example(row), step.z);
  tally.entropy += step.entropy;
  return true;
}

void Dual::gather_active() {
  if (active_.size() * 2 > store_.size() || active_.empty()) return;
  std::vector<std::uint32_t> origin, ids;
  std::vector<std::uint64_t> offsets{0};
  std::vector<double> values;
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
      load<K>(i, z);
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
    load<0>(i, z);
    softmax<0>(z, classes, a);
    std::copy_n(a.at, classes, result.begin() + static_cast<std::ptrdiff_t>(i * classes));
  }
  return result;
}

double Dual::objective() const {
  double entropy = 0;
  PerClass<0> z, a;
  for (std::size_t i = 0; i < examples_.size(); ++i) {
    load<0>(i, z);
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
    load<K>(i, z);
    const double log_sum = softmax<K>(z, classes, a);
    std::vector<double> result;
    for (int k = 0; k < classes; ++k) {
      result.push_back(1 + z[k] - log_sum + scores[examples_.classes[i]] - scores[k]);
    }
    return result;
  });
}

}  // namespace rectrix::reorder
