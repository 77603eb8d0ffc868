// Which short runs of source words the alignment closes: linked, and linked to no target word that has a link outside
// the run. A gap must be such a run, and a pattern that cannot get gaps at its edges too, so that most occurrences of
// patterns with gaps are known to have no translation after a look at a few bits.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "grammar/projection.hpp"

namespace rectrix::grammar {

// The runs that begin at a word: bit n - 1 is set if the run of n words is closed; the highest if the word is linked.
using ClosedSpans = std::uint16_t;

inline constexpr std::uint32_t kLongestSpan = 15;  // longer ones are not known
inline constexpr ClosedSpans kLinkedWord = 1U << kLongestSpan;

// Of each word of a source sentence.
std::vector<ClosedSpans> closed_spans(std::span<const Projection> source_to_target, std::span<const Projection> target_to_source);

// False if the words [begin, end) are certainly not closed, or must be tight and are not.
inline bool may_be_closed(std::span<const ClosedSpans> spans, std::uint32_t begin, std::uint32_t end, bool tight) {
  const std::uint32_t length = end - begin;
  if (length <= kLongestSpan && (spans[begin] >> (length - 1) & 1U) == 0) return false;
  return !tight || (spans[begin] & spans[end - 1] & kLinkedWord) != 0;
}

}  // namespace rectrix::grammar
