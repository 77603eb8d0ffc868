// Edits, shifts of blocks included, that turn a hypothesis into a reference.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "text/vocabulary.hpp"

namespace rectrix::score {

class EditCounter {
 public:
  // Shifts plus edit distance after the shifts that reduce it most, found one by one.
  int count(std::span<const Word> hypothesis, std::span<const Word> reference);

 private:
  enum class Edit : std::uint8_t { none, keep, substitute, insert, remove };
  struct Shift {
    int gain = 0;      // edits saved, the shift itself not counted
    int length = 0;    // words
    int begin = 0;     // where they stand
    int target = 0;    // before which position they go
  };
  struct Range {
    std::size_t begin, end;
  };

  int align();
  void trace();
  bool find_shift(Shift& best);
  void try_targets(int begin, int start, int length, Shift& best);
  bool any(const std::vector<std::uint8_t>& wrong, int begin, int length) const;
  int distance_after(const Shift& shift, int limit);
  void fill_row(std::size_t i, std::span<const Word> words, std::span<const int> previous, std::span<int> row, Edit* edits) const;
  Range beam(std::size_t i) const;
  void apply(const Shift& shift, std::vector<Word>& out) const;

  std::vector<Word> words_, shifted_;
  std::span<const Word> reference_;
  std::vector<int> costs_;    // of words_: row i, column j
  std::vector<Edit> edits_;
  std::vector<int> scratch_[2];
  std::vector<int> aligned_;  // of each reference word: the hypothesis word
  std::vector<std::uint8_t> wrong_here_, wrong_there_;  // hypothesis and reference words that do not match
  int distance_ = 0;
  int tried_ = 0;
};

}  // namespace rectrix::score
