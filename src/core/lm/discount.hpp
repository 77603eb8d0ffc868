// The discounts of modified Kneser-Ney smoothing (Chen & Goodman 1998): D_k = k - (k + 1) Y t_{k+1} / t_k with
// Y = t_1 / (t_1 + 2 t_2), where t_k n-grams have the adjusted count k.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "lm/count_trie.hpp"

namespace rectrix::lm {

struct Discount {
  std::array<double, 4> amount{};  // of the counts 0, 1, 2, and 3 or more
  bool fallback = false;           // the text is too small or too odd for the formula

  double of(std::uint32_t count) const { return amount[std::min<std::uint32_t>(count, 3)]; }
};

// The amounts used where the formula fails: a t_k is 0, or D_k is not between 0 and k.
inline constexpr std::array<double, 3> kFallbackDiscount{0.5, 1.0, 1.5};

Discount discount_of(const LevelStatistics& statistics, const std::array<double, 3>& fallback);

}  // namespace rectrix::lm
