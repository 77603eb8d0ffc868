// One step of the dual on four examples at once, without a line search and without logarithms.
//
// The minimizer of D over one example solves z = s + c (a - p), p = softmax(z), for its scores s, curvature c and
// probabilities a. Where c is small (sigma2 is, in practice), softmax(s) is near it and one Newton step from there
// ends close to it. That D falls is then certain without computing D. Let r = z' - s + c (a' - a) be what is left of
// the gradient at the new point, d = a' - a. By convexity and Pinsker's inequality
//   D(a) - D(a') >= <r, a - a'> + KL(a || a') >= |d|_1 (|d|_1 - (max r - min r)) / 2,
// so it falls if r spreads by at most |d|_1. Steps for which that is not clear are left to the careful way.
// Where to go is found in floats; where we are and what the step changes is computed in doubles.
#pragma once

#include <bit>
#include <cmath>
#include <numbers>

#include "reorder/dual_step.hpp"
#include "reorder/vectors.hpp"

namespace rectrix::reorder {

inline constexpr int kGroup = 4;
inline constexpr float kLow = kDeepest;
inline constexpr double kSteepest = 4;  // curvature up to which one Newton step mostly suffices
inline constexpr float kDoubt = 1e-4F;  // more than the rounding of floats can make of a spread

// A product of up to a thousand numbers of any size, for its logarithm: one instead of a thousand.
class Product {
 public:
  void multiply(double factor) {
    const auto bits = std::bit_cast<std::uint64_t>(factor);
    exponent_ += static_cast<std::int64_t>(bits >> 52) - 1023;
    rest_ *= std::bit_cast<double>((bits & 0x000fffffffffffffULL) | 0x3ff0000000000000ULL);
  }
  double log() const { return std::log(rest_) + static_cast<double>(exponent_) * std::numbers::ln2; }

 private:
  double rest_ = 1;  // between 1 and 2 for each factor
  std::int64_t exponent_ = 0;
};

// Where one example stands, its classes side by side.
struct RowPoint {
  Four scores;  // the first class's taken off; classes that there are not have 0
  Four z;

  template <int K>
  RowPoint(const PerClass<K>& s, const PerClass<K>& logits) {
    const auto score = [&](int k) { return k < K ? static_cast<float>(s[k] - s[0]) : 0; };
    const auto logit = [&](int k) { return k < K ? static_cast<float>(logits[k]) : 0; };
    scores = Four{0, score(1), score(2), score(3)};
    z = Four{0, logit(1), logit(2), logit(3)};
  }

  // How far the gradients differ; as violation() of dual_step.hpp.
  float violation() {
    scores = higher(scores, highest(scores) - kLow);
    scores -= scores[0];
    const Four gradient = z - scores;
    return (highest(gradient) - lowest(gradient))[0];
  }
};

// Rows that wait until there are enough for a step, all scored at the same weights.
struct Waiting {
  std::uint32_t rows[kGroup];
  std::uint8_t places[kGroup];  // in their chunk
  Four scores[kGroup];
  Four z[kGroup];  // in place of the first class's, which is 0, the curvature
  int size = 0;

  void push(std::uint32_t row, std::uint8_t place, const RowPoint& point, double curvature) {
    rows[size] = row;
    places[size] = place;
    scores[size] = point.scores;
    z[size] = point.z;
    z[size++][0] = static_cast<float>(curvature);
  }
};

// The same by class: one lane per example.
template <int K>
struct GroupPoint {
  Four z[K], scores[K], curvature;  // z[0] = scores[0] = 0

  explicit GroupPoint(const Waiting& waiting) {
    Four s[kGroup], l[kGroup];
    transpose(waiting.scores, s);
    transpose(waiting.z, l);
    curvature = l[0];
    z[0] = scores[0] = all(0);
    for (int k = 1; k < K; ++k) {
      z[k] = l[k];
      scores[k] = s[k];
    }
  }
};

template <int K>
struct GroupStep {
  Four z[K];       // the new logits
  Two d[K][2];     // change of the probabilities
  Four surety;     // at least 0: D falls
  Two tilt[2];     // change of sum a z
  Two ratio[2];    // sum exp(z) before by after: the entropy sum a log a changes by tilt + log ratio
};

// Turns exponentials into probabilities; their sum.
template <int K, class V>
V normalize(V (&p)[K]) {
  V sum = p[0];
  for (int k = 1; k < K; ++k) sum += p[k];
  const V inverse = 1 / sum;
  for (int k = 0; k < K; ++k) p[k] *= inverse;
  return sum;
}

// Probabilities of two of the four examples.
template <int K>
Two probabilities(const Four (&z)[K], int which, Two (&a)[K]) {
  a[0] = both(1);
  for (int k = 1; k < K; ++k) a[k] = exp(half(z[k], which));
  return normalize<K>(a);
}

// The same where one class has all the probability: its logit is the largest by far.
template <int K>
Two corners(const Four (&z)[K], int which, Two (&a)[K]) {
  for (int k = 0; k < K; ++k) {
    Two top = both(1);
    for (int j = 0; j < K; ++j) top = half(z[j], which) > half(z[k], which) ? both(0) : top;
    a[k] = top;
  }
  return both(1);
}

// One Newton step from softmax(s) towards the minimizer.
template <int K>
void approach(const Four& curvature, const Four (&s)[K], const Four (&a)[K], Four (&z)[K]) {
  Four p[K], give[K], pull[K], pulls = all(0), gives = all(0);
  p[0] = all(1);
  for (int k = 1; k < K; ++k) p[k] = exp(s[k]);
  normalize<K>(p);
  for (int k = 0; k < K; ++k) {
    give[k] = p[k] / (1 + curvature * p[k]);
    pull[k] = curvature * (a[k] - p[k]);
    gives += give[k];
    pulls += give[k] * pull[k];
  }
  const Four mean = pulls / gives;
  for (int k = 0; k < K; ++k) z[k] = s[k] + pull[k] - curvature * give[k] * (pull[k] - mean);
  for (int k = K; k-- > 0;) z[k] = lower(higher(z[k] - z[0], all(-2 * kLow)), all(2 * kLow));
}

template <int K>
void step_group(const GroupPoint<K>& from, bool corner, GroupStep<K>& step) {
  const Four(&s)[K] = from.scores;
  Four near[K];
  Two a[2][K], b[2][K];
  for (int i = 0; i < 2; ++i) {
    step.ratio[i] = corner ? corners<K>(from.z, i, a[i]) : probabilities<K>(from.z, i, a[i]);
  }
  for (int k = 0; k < K; ++k) near[k] = join(a[0][k], a[1][k]);
  approach<K>(from.curvature, s, near, step.z);
  for (int i = 0; i < 2; ++i) {
    step.ratio[i] /= probabilities<K>(step.z, i, b[i]);
    step.tilt[i] = both(0);
    for (int k = 0; k < K; ++k) {
      step.d[k][i] = b[i][k] - a[i][k];
      step.tilt[i] += b[i][k] * half(step.z[k], i);
      if (!corner) step.tilt[i] -= a[i][k] * half(from.z[k], i);
    }
  }
  Four moved = all(0), low = all(INFINITY), high = all(-INFINITY);
  for (int k = 0; k < K; ++k) {
    const Four d = join(step.d[k][0], step.d[k][1]), left = step.z[k] - s[k] + from.curvature * d;
    moved += higher(d, -d);
    low = lower(low, left);
    high = higher(high, left);
  }
  step.surety = moved - (high - low) - kDoubt;
}

}  // namespace rectrix::reorder
