// The inner loop of the dual: visits to examples, alone and in groups.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "reorder/dual.hpp"
#include "reorder/dual_step.hpp"
#include "reorder/random.hpp"

namespace rectrix::reorder {

// Visits a chunk of active rows and moves those that stay active to its front.
template <int K>
void Dual::visit_chunk(std::uint32_t chunk, double* weights, double sigma2, Tally& tally) {
  const std::size_t begin = std::size_t{chunk} * kChunk;
  const std::span<std::uint32_t> rows(active_.data() + begin, std::min(kChunk, active_.size() - begin));
  if constexpr (K != 0) {
    if (grouped_) {
      kept_[chunk] = visit_grouped<K>(rows, weights, sigma2, tally);
      return;
    }
  }
  std::uint32_t kept = 0;
  for (const std::uint32_t row : rows) {
    if (visit<K>(row, weights, sigma2, tally)) rows[kept++] = row;
  }
  kept_[chunk] = kept;
}

// Asks for the features of a chunk that is visited next: in the order of their lengths, rows are not read one after
// another, as the processor would expect by itself.
void Dual::expect(std::uint32_t chunk) const {
  constexpr std::size_t kLine = 64 / sizeof(std::uint32_t);
  const std::size_t begin = std::size_t{chunk} * kChunk, end = std::min(begin + kChunk, active_.size());
  const std::uint64_t first = store_.offsets[active_[begin]], last = store_.offsets[active_[end - 1] + 1];
  for (std::uint64_t at = first; at < last; at += kLine) __builtin_prefetch(store_.ids.data() + at, 0, 2);
}

namespace {

// The places 0, 1, ... of rows by ascending number of features: loops over as many features as the last time are
// foreseen by the processor.
void sort_by_length(std::span<const std::uint32_t> rows, const Rows& store, std::uint8_t* places) {
  constexpr std::size_t kLongest = 31;  // and longer ones
  std::uint16_t begin[kLongest + 2] = {};
  const auto length = [&](std::uint32_t row) {
    return std::min<std::size_t>(kLongest, store.offsets[row + 1] - store.offsets[row]);
  };
  for (const std::uint32_t row : rows) ++begin[length(row) + 1];
  std::partial_sum(begin, begin + kLongest + 2, begin);
  for (std::size_t i = 0; i < rows.size(); ++i) places[begin[length(rows[i])]++] = static_cast<std::uint8_t>(i);
}

}  // namespace

// Visits rows, in groups those that are not settled. Weights change only when a group is full, so all its rows were
// scored at the same ones. Moves rows that stay active to the front; how many.
template <int K>
[[gnu::flatten]] std::uint32_t Dual::visit_grouped(std::span<std::uint32_t> rows, double* weights, double sigma2,
                                                   Tally& tally) {
  static_assert(kChunk <= 256, "places are bytes");
  const Rows store = store_;
  const auto shrink = static_cast<float>(options_.shrink);
  std::uint8_t places[kChunk];
  bool stays[kChunk];
  sort_by_length(rows, store, places);
  Waiting waiting;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::uint32_t row = rows[places[i]];
    if (i + kGroup < rows.size()) prefetch<K>(store, rows[places[i + kGroup]], weights);
    PerClass<K> scores, z;
    const double norm = score<K>(store, row, weights, examples_.class_count, scores);
    logits_.load<K>(example(row), z);
    tally.features += store.offsets[row + 1] - store.offsets[row];
    RowPoint point(scores, z);
    if (!(stays[places[i]] = point.violation() > shrink)) continue;
    waiting.push(row, places[i], point, kGroup * sigma2 * norm);
    if (waiting.size < kGroup) continue;
    visit_group<K>(waiting, weights, sigma2, tally, stays);
    waiting.size = 0;
  }
  for (int j = 0; j < waiting.size; ++j) {
    stays[waiting.places[j]] = visit<K>(waiting.rows[j], weights, sigma2, tally);
  }
  std::uint32_t kept = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    rows[kept] = rows[i];
    kept += stays[i] ? 1 : 0;
  }
  return kept;
}

// Visits rows at the same weights, as if sigma2 were kGroup times as large: D falls for the same reason as with blocks.
template <int K>
void Dual::visit_group(const Waiting& waiting, double* weights, double sigma2, Tally& tally, bool* stays) {
  const bool corner = initial_ == 0 && passes_ == 1;
  GroupStep<K> step;
  step_group<K>(GroupPoint<K>(waiting), corner, step);
  int careful[kGroup], left = 0;
  for (int j = 0; j < kGroup; ++j) {
    const std::uint32_t row = waiting.rows[j];
    if (!(step.surety[j] >= 0)) {
      careful[left++] = j;
      continue;
    }
    PerClass<K> change{}, z;
    for (int k = 0; k < K; ++k) {
      change[k] = -sigma2 * step.d[k][j / 2][j % 2];
      z[k] = step.z[k][j];
    }
    add<K>(store_, row, change, examples_.class_count, weights);
    logits_.store<K>(example(row), z);
    tally.entropy += step.tilt[j / 2][j % 2];
    tally.ratios.multiply(step.ratio[j / 2][j % 2]);
  }
  for (int j = 0; j < left; ++j) {
    stays[waiting.places[careful[j]]] = visit<K>(waiting.rows[careful[j]], weights, sigma2, tally);
  }
}

// The step that a visit takes; false if none lowers D.
template <int K>
bool Dual::choose_step(const Point<K>& from, Step<K>& step) const {
  const int classes = examples_.class_count;
  const bool rounded = !logits_.precise();
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
  logits_.load<K>(example(row), here.z);
  if (violation<K>(here.z, here.scores, classes) <= options_.shrink) return false;
  here.log_sum = from_logits<K>(here.z, classes, here.a);
  Step<K> step;
  if (!choose_step<K>(here, step)) return true;
  PerClass<K> change{};
  for (int k = 0; k < count<K>(classes); ++k) change[k] = -sigma2 * step.d[k];
  add<K>(store_, row, change, classes, weights);
  logits_.store<K>(example(row), step.z);
  tally.entropy += step.entropy;
  return true;
}

template void Dual::visit_chunk<0>(std::uint32_t, double*, double, Tally&);
template void Dual::visit_chunk<2>(std::uint32_t, double*, double, Tally&);
template void Dual::visit_chunk<3>(std::uint32_t, double*, double, Tally&);
template void Dual::visit_chunk<4>(std::uint32_t, double*, double, Tally&);

}  // namespace rectrix::reorder
