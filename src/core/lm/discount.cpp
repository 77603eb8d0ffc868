#include "lm/discount.hpp"

#include <cstddef>

namespace rectrix::lm {

Discount discount_of(const LevelStatistics& statistics, const std::array<double, 3>& fallback) {
  const auto t = [&](std::size_t k) { return static_cast<double>(statistics.with_count[k]); };
  const Discount last_resort{{0, fallback[0], fallback[1], fallback[2]}, true};
  for (std::size_t k = 1; k <= 4; ++k) {
    if (statistics.with_count[k] == 0) return last_resort;
  }
  const double y = t(1) / (t(1) + 2 * t(2));
  Discount discount;
  for (std::size_t k = 1; k <= 3; ++k) {
    const double whole = static_cast<double>(k);
    discount.amount[k] = whole - (whole + 1) * y * t(k + 1) / t(k);
    if (discount.amount[k] < 0 || discount.amount[k] > whole) return last_resort;
  }
  return discount;
}

}  // namespace rectrix::lm
