// Where source patterns occur in a bitext: suffix-array intervals for runs of words; for patterns with gaps, the
// shorter list of the pattern without its first or its last word, extended (Lopez 2007).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "grammar/bitext.hpp"
#include "grammar/pattern.hpp"

namespace rectrix::grammar {

// The place of the first word in the text, and how far behind it the second and third run of words begin.
struct Occurrence {
  std::uint32_t place = 0;
  std::uint8_t second = 0, third = 0;
  std::uint16_t unused = 0;

  std::uint64_t key() const { return std::uint64_t{place} << 16 | std::uint64_t{second} << 8 | third; }
  int last(int gaps) const { return gaps == 0 ? 0 : gaps == 1 ? second : third; }
};

// Occurrences of a run of words in the order of the text.
std::vector<Occurrence> in_text_order(std::span<const std::uint32_t> places);

// A list of occurrences and the pattern they are of.
struct Occurring {
  const Pattern* pattern;
  std::span<const Occurrence> list;
};

// Finds the occurrences of a pattern with gaps in the order of the text, from those of pattern.prefix() or
// pattern.suffix(). Gaps and the whole span obey the options; occurrences stay within a sentence.
void extend_prefix(const Bitext& bitext, const Pattern& pattern, Occurring prefix, const HieroOptions& options,
                   std::vector<Occurrence>& found);
void extend_suffix(const Bitext& bitext, const Pattern& pattern, Occurring suffix, const HieroOptions& options,
                   std::vector<Occurrence>& found);

}  // namespace rectrix::grammar
