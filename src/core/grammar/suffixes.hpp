// The suffixes of a text of numbers in lexicographic order, by induced sorting (Nong, Zhang & Chan 2009): linear
// in the length of the text and of the alphabet.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "text/vocabulary.hpp"

namespace rectrix::grammar {

// Positions of text such that the suffixes that begin there ascend; a suffix that is a prefix of another comes
// first. Every number of text must be below `symbols`; the text must be shorter than 2^31.
std::vector<std::uint32_t> suffix_array(std::span<const std::uint32_t> text, std::uint32_t symbols);

// An interval of the suffix array.
struct Interval {
  std::uint32_t low = 0, high = 0;
  std::uint32_t size() const { return high - low; }
};

// Sentences, each followed by kSentenceEnd, and their sorted suffixes. Owns nothing.
struct SuffixView {
  std::span<const Word> text;
  std::span<const std::uint32_t> order;

  // Where a word follows an interval's common prefix of `depth` words.
  Interval narrow(Interval interval, std::uint32_t depth, Word word) const;
  // Where words occur one after another.
  Interval find(std::span<const Word> words) const;
  std::span<const std::uint32_t> positions(Interval interval) const { return order.subspan(interval.low, interval.size()); }
};

}  // namespace rectrix::grammar
