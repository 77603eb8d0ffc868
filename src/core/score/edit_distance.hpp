// Levenshtein distance by bit-parallel dynamic programming (Myers 1999, in blocks as in Hyyrö 2003): 64 cells at once.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/flat_map.hpp"

namespace rectrix::score {

class EditDistance {
 public:
  // The sequence that others are compared with.
  void prepare(std::span<const std::uint32_t> pattern);
  // Insertions, deletions and substitutions that turn one into the other.
  std::size_t to(std::span<const std::uint32_t> text);

 private:
  std::size_t length_ = 0, blocks_ = 0;
  FlatMap<std::uint32_t, std::uint32_t> rows_;  // symbol -> its row of `equal_`
  std::vector<std::uint64_t> equal_;            // row 0 is of symbols that the pattern does not have
  std::vector<std::uint64_t> plus_, minus_;     // where a cell is one more, one less, than the cell above it
};

}  // namespace rectrix::score
