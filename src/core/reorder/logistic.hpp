// Multinomial logistic regression p(k | x) = exp(w_k.x) / sum_j exp(w_j.x): scores, probabilities, objective.
//
// Weights of one feature lie together, `stride(K)` doubles per feature: an example touches one short run of
// memory per feature, whatever K is. Three classes are padded to four, so that no run crosses a cache line.
// Weights are doubles: they are sums of millions of tiny steps, and the dual keeps w equal to a sum over examples.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include "reorder/examples.hpp"

namespace rectrix::reorder {

inline constexpr std::size_t kReport = 128;  // chunks of examples between two calls of progress

constexpr int stride(int classes) { return classes == 3 ? 4 : classes; }

// Calls run.template operator()<K>() with K = classes for the common small numbers of classes, else K = 0.
template <class Run>
decltype(auto) with_classes(int classes, Run&& run) {
  switch (classes) {
    case 2: return run.template operator()<2>();
    case 3: return run.template operator()<3>();
    case 4: return run.template operator()<4>();
    default: return run.template operator()<0>();
  }
}

// One number per class; K = 0: as many as given at run time.
template <int K>
struct PerClass {
  static constexpr int kRoom = K == 0 ? kMaxClasses : stride(K);
  double at[kRoom];
  double& operator[](int k) { return at[k]; }
  double operator[](int k) const { return at[k]; }
};

template <int K>
constexpr int count(int classes) {
  return K == 0 ? classes : K;
}
template <int K>
constexpr int width(int classes) {
  return K == 0 ? classes : stride(K);
}

// Class scores w_k.x of row i, and |x|^2.
template <int K>
double score(const Rows& rows, std::size_t i, const double* weights, int classes, PerClass<K>& scores) {
  const int n = width<K>(classes);
  PerClass<K> sums;  // not `scores` itself: for all the compiler knows, that could be a part of the weights
  for (int k = 0; k < n; ++k) sums[k] = 0;
  double norm = 0;
  const std::uint64_t begin = rows.offsets[i], end = rows.offsets[i + 1];
  if (rows.values.empty()) {
    const std::uint32_t* ids = rows.ids.data();
    for (std::uint64_t f = begin; f < end; ++f) {
      const double* w = weights + std::size_t{ids[f]} * n;
      for (int k = 0; k < n; ++k) sums[k] += w[k];
    }
    norm = static_cast<double>(end - begin);
  } else {
    for (std::uint64_t f = begin; f < end; ++f) {
      const double value = rows.values[f];
      const double* w = weights + std::size_t{rows.ids[f]} * n;
      for (int k = 0; k < n; ++k) sums[k] += value * w[k];
      norm += value * value;
    }
  }
  for (int k = 0; k < n; ++k) scores[k] = sums[k];
  return norm;
}

// weights_k += step_k x for row i.
template <int K>
void add(const Rows& rows, std::size_t i, const PerClass<K>& step, int classes, double* weights) {
  const int n = width<K>(classes);
  const PerClass<K> change = step;  // as above
  const std::uint64_t begin = rows.offsets[i], end = rows.offsets[i + 1];
  const std::uint32_t* ids = rows.ids.data();
  const double* values = rows.values.empty() ? nullptr : rows.values.data();
  for (std::uint64_t f = begin; f < end; ++f) {
    double* w = weights + std::size_t{ids[f]} * n;
    if (values == nullptr) {
      for (int k = 0; k < n; ++k) w[k] += change[k];
    } else {
      for (int k = 0; k < n; ++k) w[k] += values[f] * change[k];
    }
  }
}

// Asks for the weights of a row that is soon needed.
template <int K>
void prefetch(const Rows& rows, std::size_t i, const double* weights) {
  for (const std::uint32_t id : rows.row(i)) __builtin_prefetch(weights + std::size_t{id} * stride(K));
}

// Probabilities from scores; returns log sum_k exp(score_k). Padding gets probability 0.
template <int K>
double softmax(const PerClass<K>& scores, int classes, PerClass<K>& probabilities) {
  const int n = count<K>(classes);
  double top = scores[0];
  for (int k = 1; k < n; ++k) top = std::max(top, scores[k]);
  double sum = 0;
  for (int k = 0; k < n; ++k) sum += probabilities[k] = std::exp(scores[k] - top);
  for (int k = 0; k < n; ++k) probabilities[k] /= sum;
  if constexpr (K == 3) probabilities[3] = 0;
  return top + std::log(sum);
}

// p(k | row i) for all rows, row after row.
std::vector<double> probabilities(const Rows& rows, std::span<const double> weights, int classes, int threads = 1);

// |w|^2 / (2 sigma2) - sum_i log p(class of i | row i).
double primal_objective(const Examples& examples, std::span<const double> weights, double sigma2, int threads = 1);

// |w|^2.
double squared_norm(std::span<const double> weights);

}  // namespace rectrix::reorder
