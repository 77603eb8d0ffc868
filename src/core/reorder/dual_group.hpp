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

#include <cmath>

#include "reorder/dual_step.hpp"
#include "reorder/vectors.hpp"

namespace rectrix::reorder {

inline constexpr int kGroup = 4;
inline constexpr float kLow = kDeepest;
inline constexpr double kSteepest = 4;  // curvature up to which one Newton step mostly suffices
inline constexpr float kDoubt = 1e-4F;  // more than the rounding of floats can make of a spread

template <int K>
struct GroupPoint {
  Four z[K], scores[K], curvature;  // z[0] = 0
};

template <int K>
struct GroupStep {
  Four z[K];       // the new logits
  Two d[K][2];     // change of the probabilities
  Four violation;  // how far the gradients differed before
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

// The scores relative to the first class, and how far z - scores differ.
template <int K>
Four relative_scores(const GroupPoint<K>& from, Four (&s)[K]) {
  Four top = from.scores[0];
  for (int k = 1; k < K; ++k) top = higher(top, from.scores[k]);
  const Four first = higher(from.scores[0], top - kLow);
  Four low = all(0), high = all(0);
  for (int k = 0; k < K; ++k) {
    s[k] = higher(from.scores[k], top - kLow) - first;
    low = lower(low, from.z[k] - s[k]);
    high = higher(high, from.z[k] - s[k]);
  }
  return high - low;
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
void step_group(const GroupPoint<K>& from, GroupStep<K>& step) {
  Four s[K], near[K];
  Two a[2][K], b[2][K];
  step.violation = relative_scores<K>(from, s);
  for (int i = 0; i < 2; ++i) step.ratio[i] = probabilities<K>(from.z, i, a[i]);
  for (int k = 0; k < K; ++k) near[k] = join(a[0][k], a[1][k]);
  approach<K>(from.curvature, s, near, step.z);
  for (int i = 0; i < 2; ++i) {
    step.ratio[i] /= probabilities<K>(step.z, i, b[i]);
    step.tilt[i] = both(0);
    for (int k = 0; k < K; ++k) {
      step.d[k][i] = b[i][k] - a[i][k];
      step.tilt[i] += b[i][k] * half(step.z[k], i) - a[i][k] * half(from.z[k], i);
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
