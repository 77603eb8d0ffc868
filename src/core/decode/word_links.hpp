// The word alignment of a derivation, read off its rules while its target side is read from left to right.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "decode/decoder.hpp"
#include "grammar/rules.hpp"

namespace rectrix::decode {

class WordLinks {
 public:
  void clear();
  // Goes down into a rule. gaps: how many source words each of its gaps covers.
  void open(const grammar::Rule& rule, std::uint32_t begin, std::array<std::uint32_t, 2> gaps);
  // The target symbol `index` of the rule opened last is the translation's next word.
  void word(std::size_t index) { places_[frames_.back().places + index] = next_++; }
  // Done with the rule opened last.
  void close();
  // Sorted by source place, then by target place. Valid until the next call.
  const Alignment& links();

 private:
  struct Frame {
    grammar::Rule rule;
    std::uint32_t begin;
    std::array<std::uint32_t, 2> gaps;
    std::size_t places;  // where its target places begin
  };

  std::vector<Frame> frames_;
  std::vector<std::uint32_t> places_;  // of target symbols
  std::uint32_t next_ = 0;
  std::vector<std::uint32_t> source_;  // scratch: places of source symbols
  Alignment links_;
};

}  // namespace rectrix::decode
