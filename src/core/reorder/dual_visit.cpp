// The inner loop of the dual: visits to examples, alone and in groups.
#include <cmath>

#include "reorder/dual.hpp"
#include "reorder/dual_step.hpp"
#include "reorder/random.hpp"

namespace rectrix::reorder {

// Visits a chunk of active rows and moves those that stay active to its front.
template <int K>
void Dual::visit_chunk(std::uint32_t chunk, double* weights, double sigma2, Tally& tally) {
  const std::size_t begin = std::size_t{chunk} * kChunk;
  std::span<std::uint32_t> rows(active_.data() + begin, std::min(kChunk, active_.size() - begin));
  std::uint32_t kept = 0;
  const auto keep = [&](std::uint32_t row) { active_[begin + kept++] = row; };
  if constexpr (K != 0) {
    for (; grouped_ && rows.size() >= kGroup; rows = rows.subspan(kGroup)) {
      if (rows.size() >= 2 * kGroup) {
        for (const std::uint32_t row : rows.subspan<kGroup, kGroup>()) prefetch<K>(store_, row, weights);
      }
      visit_group<K>(rows.first<kGroup>(), weights, sigma2, tally, keep);
    }
  }
  for (const std::uint32_t row : rows) {
    if (visit<K>(row, weights, sigma2, tally)) keep(row);
  }
  kept_[chunk] = kept;
}

// Visits rows at the same weights, as if sigma2 were kGroup times as large: D falls for the same reason as with blocks.
template <int K, class Keep>
void Dual::visit_group(std::span<const std::uint32_t, kGroup> rows, double* weights, double sigma2, Tally& tally,
                       const Keep& keep) {
  const int classes = examples_.class_count;
  GroupPoint<K> from;
  for (int j = 0; j < kGroup; ++j) {
    PerClass<K> scores, z;
    from.curvature[j] = static_cast<float>(kGroup * sigma2 * score<K>(store_, rows[j], weights, classes, scores));
    logits_.load<K>(example(rows[j]), z);
    for (int k = 0; k < K; ++k) {
      from.scores[k][j] = static_cast<float>(scores[k] - scores[0]);
      from.z[k][j] = static_cast<float>(z[k]);
    }
    tally.features += store_.row(rows[j]).size();
  }
  GroupStep<K> step;
  step_group<K>(from, step);
  double ratios[2] = {1, 1};  // their product could overflow
  std::uint32_t careful[kGroup];
  int left = 0;
  for (int j = 0; j < kGroup; ++j) {
    if (step.violation[j] <= options_.shrink) continue;
    if (!(step.surety[j] >= 0)) {
      careful[left++] = rows[j];
      continue;
    }
    PerClass<K> change{}, z;
    for (int k = 0; k < K; ++k) {
      change[k] = -sigma2 * step.d[k][j / 2][j % 2];
      z[k] = step.z[k][j];
    }
    add<K>(store_, rows[j], change, classes, weights);
    logits_.store<K>(example(rows[j]), z);
    tally.entropy += step.tilt[j / 2][j % 2];
    ratios[j / 2] *= step.ratio[j / 2][j % 2];
    keep(rows[j]);
  }
  for (const double ratio : ratios) tally.entropy += std::log(ratio);
  for (int j = 0; j < left; ++j) {
    if (visit<K>(careful[j], weights, sigma2, tally)) keep(careful[j]);
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
