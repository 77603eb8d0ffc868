// The chart before hypotheses are made: which rules can build each cell, and how good a translation through the cell
// could be if no language model looked across the borders of rules (coarse to fine, Petrov, Haghighi & Klein 2008).
//
// Most spans are part of no good translation. Cube pruning takes few hypotheses there and more where it matters.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "decode/search_rules.hpp"

namespace rectrix::decode {

// All rules of a source side over the same cells, kNone where there is no gap.
struct Cube {
  SearchRules::Range rules;
  std::array<std::uint32_t, 2> cells;
};

class CoarseChart {
 public:
  static constexpr double kMost = 1.5;  // the share of the pop limit that cells of the best translation have

  // Keeps its memory from one sentence to the next.
  void clear(const SearchRules& rules);
  // The number of a new cell; cells in gaps have lower numbers. kNone if there are no cubes.
  std::uint32_t add(Span span, std::span<const Cube> cubes);
  // Once all cells are there; the last one is the goal.
  void find_losses();

  std::uint32_t size() const { return static_cast<std::uint32_t>(cells_.size()); }
  Span span(std::uint32_t cell) const { return cells_[cell].span; }
  std::span<const Cube> cubes(std::uint32_t cell) const {
    return std::span(cubes_).subspan(cells_[cell].first, cells_[cell].count);
  }
  // How much of the pop limit a cell deserves, at most kMost. Losses are measured in nats of the language models;
  // without a model of positive weight there is no measure, and all cells have 1.
  double share(std::uint32_t cell) const;

 private:
  struct Cell {
    Span span;
    std::uint32_t first, count;  // cubes
    double inside, outside;      // scores of the best derivation below, and around it
  };
  double inside(const Cube& cube) const;

  const SearchRules* rules_ = nullptr;
  double nat_ = 0;  // the score of one
  std::vector<Cell> cells_;
  std::vector<Cube> cubes_;
};

}  // namespace rectrix::decode
