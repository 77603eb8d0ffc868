// Where source patterns occur in the shuffled text: occurrences of a pattern are those of the pattern without its first
// or its last word, extended (Lopez 2007).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "grammar/pattern.hpp"
#include "grammar/shuffled_text.hpp"
#include "grammar/word_blocks.hpp"

namespace rectrix::grammar {

// The place of the first word in a text, and how far behind it the second and third run of words begin.
struct Occurrence {
  std::uint32_t place = 0;
  std::uint8_t second = 0, third = 0;
  std::uint16_t unused = 0;

  std::uint64_t key() const { return std::uint64_t{place} << 16 | std::uint64_t{second} << 8 | third; }
  int last(int gaps) const { return gaps == 0 ? 0 : gaps == 1 ? second : third; }
};

// Sorts by place.
void in_order(std::span<Occurrence> occurrences);

// Occurrences of a pattern in the order of the text; of a single word, its places instead.
struct Occurring {
  const Pattern* pattern;
  std::span<const Occurrence> list;
  std::span<const std::uint32_t> places;
};

// Those occurrences that have one of the blocks beside them, behind or before, as far as the span may grow: at most
// by BlockBits::kWords. They live in `kept`.
Occurring word_after(const Occurring& occurring, const BlockBits& blocks, const HieroOptions& options, std::vector<Occurrence>& kept);
Occurring word_before(const Occurring& occurring, const BlockBits& blocks, const HieroOptions& options, std::vector<Occurrence>& kept);

// Appends the occurrences of a pattern that extend those given of the pattern without its last or its first
// word (and the gap beside it), in the order of the text. Gaps and the whole span obey the options; occurrences stay within a sentence.
void extend_prefix(const ShuffledText& text, const Pattern& pattern, const Occurring& prefix, const HieroOptions& options,
                   std::vector<Occurrence>& found);
void extend_suffix(const ShuffledText& text, const Pattern& pattern, const Occurring& suffix, const HieroOptions& options,
                   std::vector<Occurrence>& found);

// Takes out the occurrences of a pattern with gaps that certainly have no translation: one of their gaps is not closed,
// or the whole is not where no gap may be added.
void drop_untranslatable(std::vector<Occurrence>& occurrences, const Pattern& pattern, std::span<const ClosedSpans> closed,
                         const HieroOptions& options);

}  // namespace rectrix::grammar
