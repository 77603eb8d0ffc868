// What a user demands of one sentence's translation: spans with given translations, as Moses' XML markup has them, and
// where words must not be reordered.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "decode/forest.hpp"

namespace rectrix::decode {

// What becomes of other translations where a span has a given one.
enum class SpanPolicy : std::uint8_t {
  kExclusive,   // none that has words of the span is used
  kInclusive,   // all compete with the given one
  kConstraint,  // those of the whole span, or of more words, are used if a given translation is part of them; others not
};

// A given translation of the words begin to end. Several of the same span are alternatives.
struct SpanConstraint {
  Span span;
  std::string translation;  // words separated by blanks; none: the span is left out
  SpanPolicy policy = SpanPolicy::kExclusive;
  double score = 0;  // the value of the feature `forced`: the logarithm of a probability
};

struct Constraints {
  std::vector<SpanConstraint> spans;
  std::vector<std::uint32_t> walls;  // the word behind each
  std::vector<Span> zones;

  // Throws UsageError if a span does not lie in a sentence of so many words.
  void require_within(std::size_t words) const;
  // How many words from `begin` on can be taken, at most `size`, so that no span is divided; at least one span's.
  std::size_t undivided(std::size_t begin, std::size_t size) const;
  // What is demanded of the words of `part`, which divides no span; numbered from its begin.
  Constraints part(Span part) const;
};

}  // namespace rectrix::decode
