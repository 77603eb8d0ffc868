// Chart search: all rules that match are found from left to right (dotted items on a trie of source sides), span by
// span; then cube pruning makes the hypotheses, cell by cell. Each cell gets what the coarse chart has it deserve; in cdec's
// order, all rules and the same pop limit as every other.
#pragma once

#include <chrono>
#include <cstdint>
#include <vector>

#include "decode/cube_pruning.hpp"

namespace rectrix::decode {

class Chart {
 public:
  // Keeps its memory from one sentence to the next.
  void search(SearchRules& rules, const ChartOptions& options, SearchReport& report);

  // The vertex of the whole sentence; kNone if there is no translation (an empty sentence).
  std::uint32_t goal() const { return goal_; }
  const Hypotheses& hypotheses() const { return hypotheses_; }

 private:
  // A source side that was matched so far, over the cells of its gaps.
  struct Item {
    std::uint32_t node;
    std::array<std::uint32_t, 2> cells;
  };

  // A given translation of more words than the span limit allows, which only glue can use.
  struct LongCell {
    Span span;
    std::uint32_t cell;
  };

  void reset(SearchRules& rules, const ChartOptions& options, SearchReport& report);
  void match_spans();
  void match(Span span);
  void obey_given(Span span);
  void match_long(std::uint32_t begin);
  void glue(std::uint32_t begin, std::uint32_t cell, std::span<const std::uint32_t> glued);
  std::uint32_t span_cell(std::uint32_t begin, std::uint32_t end) const;
  void match_glue();
  void fill_cells();
  // The one place where it is decided how thoroughly a cell is searched.
  CellLimits limits(std::uint32_t cell);

  SearchRules* rules_ = nullptr;
  const ChartOptions* options_ = nullptr;
  SearchReport* report_ = nullptr;
  std::uint32_t goal_ = kNone;
  std::chrono::steady_clock::time_point deadline_;
  CoarseChart coarse_;
  Hypotheses hypotheses_;
  CubePruning pruning_;
  std::vector<std::uint32_t> span_cells_;   // by begin * span limit + length - 1; kNone if empty
  std::vector<Item> items_;                 // of the current begin
  std::vector<std::uint32_t> items_begin_;  // by end
  std::vector<Cube> cubes_;                 // of the current span
  std::vector<LongCell> long_cells_;
};

}  // namespace rectrix::decode
