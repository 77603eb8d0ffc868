// Two doubles or four floats worked on at once: every processor that we build for has such registers, so nothing is
// chosen at run time and the results are the same everywhere.
#pragma once

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include <cstdint>

namespace rectrix::reorder {

using Two = double __attribute__((vector_size(16)));
using Four = float __attribute__((vector_size(16)));

inline Two both(double x) { return Two{x, x}; }
inline Four all(float x) { return Four{x, x, x, x}; }
// The lower and the higher number of each lane: one instruction that compilers do not find in a > b ? a : b.
#ifdef __SSE2__
inline Four lower(Four a, Four b) { return _mm_min_ps(a, b); }
inline Four higher(Four a, Four b) { return _mm_max_ps(a, b); }
#else
inline Four lower(Four a, Four b) { return a < b ? a : b; }
inline Four higher(Four a, Four b) { return a > b ? a : b; }
#endif
// The lowest and the highest number in all lanes.
inline Four lowest(Four a) {
  const Four b = lower(a, __builtin_shufflevector(a, a, 2, 3, 0, 1));
  return lower(b, __builtin_shufflevector(b, b, 1, 0, 3, 2));
}
inline Four highest(Four a) {
  const Four b = higher(a, __builtin_shufflevector(a, a, 2, 3, 0, 1));
  return higher(b, __builtin_shufflevector(b, b, 1, 0, 3, 2));
}
inline Two half(Four a, int which) { return which == 0 ? Two{a[0], a[1]} : Two{a[2], a[3]}; }
inline Four join(Two a, Two b) {
  return Four{static_cast<float>(a[0]), static_cast<float>(a[1]), static_cast<float>(b[0]), static_cast<float>(b[1])};
}

inline void transpose(const Four (&m)[4], Four (&t)[4]) {
  const Four a = __builtin_shufflevector(m[0], m[1], 0, 4, 1, 5), b = __builtin_shufflevector(m[2], m[3], 0, 4, 1, 5);
  const Four c = __builtin_shufflevector(m[0], m[1], 2, 6, 3, 7), d = __builtin_shufflevector(m[2], m[3], 2, 6, 3, 7);
  t[0] = __builtin_shufflevector(a, b, 0, 1, 4, 5);
  t[1] = __builtin_shufflevector(a, b, 2, 3, 6, 7);
  t[2] = __builtin_shufflevector(c, d, 0, 1, 4, 5);
  t[3] = __builtin_shufflevector(c, d, 2, 3, 6, 7);
}

// e^x for |x| <= 700, to a relative error below 1e-14: x = n ln 2 + r, |r| <= ln 2 / 2, and the series of e^r up to
// r^11, summed as a tree so that its terms do not wait for one another.
[[gnu::always_inline]] inline Two exp(Two x) {
  using Bits = std::int64_t __attribute__((vector_size(16)));
  constexpr double kRound = 6755399441055744.0;  // 1.5 * 2^52: adding it leaves the nearest integer in the low bits
  constexpr double kLn2High = 0.693147180369123816490, kLn2Low = 1.90821492927058770002e-10;
  const Two shifted = x * 1.4426950408889634 + kRound, n = shifted - kRound;
  const Two r = (x - n * kLn2High) - n * kLn2Low;
  const Two r2 = r * r, r4 = r2 * r2, r8 = r4 * r4;
  const Two low = (r + 1.0) + r2 * (r * (1.0 / 6) + 0.5);
  const Two middle = (r * (1.0 / 120) + 1.0 / 24) + r2 * (r * (1.0 / 5040) + 1.0 / 720);
  const Two high = (r * (1.0 / 362880) + 1.0 / 40320) + r2 * (r * (1.0 / 39916800) + 1.0 / 3628800);
  return (low + r4 * middle + r8 * high) * reinterpret_cast<Two>((reinterpret_cast<Bits>(shifted) + 1023) << 52);
}

// The same for floats: |x| <= 87, relative error below 1e-6.
[[gnu::always_inline]] inline Four exp(Four x) {
  using Bits = std::int32_t __attribute__((vector_size(16)));
  constexpr float kRound = 12582912.0F;  // 1.5 * 2^23
  const Four shifted = x * 1.44269504F + kRound, n = shifted - kRound;
  const Four r = (x - n * 0.693145752F) - n * 1.42860677e-6F;
  const Four r2 = r * r;
  const Four low = (r + 1.0F) + r2 * (r * (1.0F / 6) + 0.5F);
  const Four high = (r * (1.0F / 120) + 1.0F / 24) + r2 * (1.0F / 720);
  return (low + r2 * r2 * high) * reinterpret_cast<Four>((reinterpret_cast<Bits>(shifted) + 127) << 23);
}

}  // namespace rectrix::reorder
