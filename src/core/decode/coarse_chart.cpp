#include "decode/coarse_chart.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace rectrix::decode {
namespace {

constexpr double kNoScore = -std::numeric_limits<double>::infinity();
// By so many nats a translation through a cell must be worse for the cell's share to fall by the factor e. Chosen by
// model score at equal work.
constexpr double kNats = 5;

}  // namespace

void CoarseChart::clear(const SearchRules& rules) {
  rules_ = &rules;
  nat_ = 0;
  for (std::size_t m = 0; m < rules.runs().models(); ++m) nat_ += std::max(0.0, rules.scored().model_weight(m));
  cells_.clear();
  cubes_.clear();
}

std::uint32_t CoarseChart::add(Span span, std::span<const Cube> cubes) {
  if (cubes.empty()) return kNone;
  double best = kNoScore;
  for (const Cube& cube : cubes) best = std::max(best, inside(cube));
  cells_.push_back({span, static_cast<std::uint32_t>(cubes_.size()), static_cast<std::uint32_t>(cubes.size()), best, kNoScore});
  cubes_.insert(cubes_.end(), cubes.begin(), cubes.end());
  return size() - 1;
}

// The first of a cube's rules has the best estimate.
double CoarseChart::inside(const Cube& cube) const {
  double sum = (*rules_)[cube.rules.first].estimate;
  for (const std::uint32_t cell : cube.cells) {
    if (cell != kNone) sum += cells_[cell].inside;
  }
  return sum;
}

void CoarseChart::find_losses() {
  cells_.back().outside = 0;
  for (std::uint32_t number = size(); number-- > 0;) {
    for (const Cube& cube : cubes(number)) {
      const double whole = cells_[number].outside + inside(cube);
      for (const std::uint32_t gap : cube.cells) {
        if (gap != kNone) cells_[gap].outside = std::max(cells_[gap].outside, whole - cells_[gap].inside);
      }
    }
  }
}

double CoarseChart::share(std::uint32_t number) const {
  if (nat_ == 0) return 1;
  const double loss = cells_.back().inside - cells_[number].inside - cells_[number].outside;
  return kMost * std::exp(-std::max(loss, 0.0) / (kNats * nat_));
}

}  // namespace rectrix::decode
