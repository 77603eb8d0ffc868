// One step of the dual on one example: its own little problem in K numbers, without memory or example order.
#pragma once

#include <algorithm>
#include <cmath>

#include "reorder/logistic.hpp"

namespace rectrix::reorder {

inline constexpr double kWidest = 300;  // logits beyond are cut off: exp(300) squared is still finite
inline constexpr double kDeepest = 80;  // probabilities below exp(-80) of the largest are not told apart
inline constexpr int kNewton = 12;      // steps towards an example's minimizer, at most

// The distribution of logits with z_0 = 0 within +-kWidest: no maximum need be taken out.
template <int K>
double from_logits(const PerClass<K>& z, int classes, PerClass<K>& a) {
  const int n = count<K>(classes);
  double sum = a[0] = 1;
  for (int k = 1; k < n; ++k) sum += a[k] = std::exp(z[k]);
  const double inverse = 1 / sum;
  for (int k = 0; k < n; ++k) a[k] *= inverse;
  return std::log(sum);
}

// How far the gradients z_k - score_k differ. Classes that are hopeless by both count as settled.
template <int K>
double violation(const PerClass<K>& z, PerClass<K>& scores, int classes) {
  const int n = count<K>(classes);
  double top = scores[0];
  for (int k = 1; k < n; ++k) top = std::max(top, scores[k]);
  double low = INFINITY, high = -INFINITY;
  for (int k = 0; k < n; ++k) {
    scores[k] = std::max(scores[k], top - kDeepest);
    low = std::min(low, z[k] - scores[k]);
    high = std::max(high, z[k] - scores[k]);
  }
  return high - low;
}

// Where an example stands: its logits, their distribution, the class scores, and sigma2 |x|^2.
template <int K>
struct Point {
  PerClass<K> z, a, scores;
  double log_sum, curvature;
};

// A step of one example from there, and what it does to the objective.
template <int K>
struct Step {
  PerClass<K> z;     // the new logits, the first one 0
  PerClass<K> d;     // change of the probabilities
  double entropy;    // change of sum a log a
  double objective;  // change of D
  double predicted;  // the same by the gradient alone

  // rounded: to the floats that will be stored.
  void aim(const PerClass<K>& logits, int classes, bool rounded) {
    for (int k = 0; k < count<K>(classes); ++k) {
      const double logit = std::clamp(logits[k] - logits[0], -kWidest, kWidest);
      z[k] = rounded ? static_cast<float>(logit) : logit;
    }
  }

  void measure(const Point<K>& from, int classes) {
    const double log_sum = from_logits<K>(z, classes, d);
    entropy = from.log_sum - log_sum;
    objective = predicted = 0;
    for (int k = 0; k < count<K>(classes); ++k) {
      entropy += d[k] * z[k] - from.a[k] * from.z[k];
      d[k] -= from.a[k];
      predicted += d[k] * (from.z[k] - from.scores[k]);
      objective += d[k] * (from.curvature / 2 * d[k] - from.scores[k]);
    }
    objective += entropy;
  }

  // The same relative to the most probable class: near the optimum the change is then a sum of tiny numbers, not a
  // difference of large ones, so that "does not rise" can be told down to the precision of the logits.
  void measure_closely(const Point<K>& from, int classes) {
    const int n = count<K>(classes), top = static_cast<int>(std::max_element(from.a.at, from.a.at + n) - from.a.at);
    const double shift = z[top] - from.z[top];
    PerClass<K> grown;  // exp(z - old z) - 1, the top class's being 0
    double growth = 0;
    for (int k = 0; k < n; ++k) {
      growth += from.a[k] * (grown[k] = k == top ? 0 : std::expm1(z[k] - from.z[k] - shift));
    }
    double divergence = -std::log1p(growth), tilt = 0, square = 0;  // divergence: KL(new || old)
    predicted = 0;
    for (int k = 0; k < n; ++k) {
      d[k] = from.a[k] * (grown[k] - growth) / (1 + growth);
      divergence += (from.a[k] + d[k]) * (z[k] - from.z[k] - shift);
      predicted += d[k] * (from.z[k] - from.scores[k] - (from.z[top] - from.scores[top]));
      tilt += d[k] * (from.z[k] - from.z[top]);
      square += d[k] * d[k];
    }
    entropy = divergence + tilt;
    objective = divergence + predicted + from.curvature / 2 * square;
  }
};

// Logits u of the distribution that minimizes D over one example: u_k + c exp(u_k) = b_k - lambda, sum_k exp(u_k) = 1
// with c the curvature, b = scores + c a. Newton's method on all of them at once from u = log a; u <= 0 bounds the
// exponentials.
template <int K>
PerClass<K> minimizer(const Point<K>& from, int classes, double tolerance) {
  const int n = count<K>(classes);
  const double c = from.curvature;
  PerClass<K> u, change, p = from.a;
  for (int k = 0; k < n; ++k) u[k] = from.z[k] - from.log_sum;
  for (int iteration = 0; iteration < kNewton; ++iteration) {
    double missing = 1, pull = 0, mass = 0;
    PerClass<K> inverse;
    for (int k = 0; k < n; ++k) {
      inverse[k] = 1 / (1 + c * p[k]);
      change[k] = from.scores[k] - u[k] + c * (from.a[k] - p[k]);
      missing -= p[k];
      pull += p[k] * inverse[k] * change[k];
      mass += p[k] * inverse[k];
    }
    const double lambda = (pull - missing) / mass;
    double largest = 0;
    for (int k = 0; k < n; ++k) {
      change[k] = std::min((change[k] - lambda) * inverse[k], -u[k]);
      u[k] += change[k];
      largest = std::max(largest, std::abs(change[k]));
    }
    if (largest <= tolerance) break;
    for (int k = 0; k < n; ++k) p[k] = std::exp(u[k]);
  }
  return u;
}

}  // namespace rectrix::reorder
