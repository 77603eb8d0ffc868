// The spans of one sentence that have given translations, in the sentence's own words; and what else may be used there.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "decode/constraints.hpp"
#include "decode/decoder.hpp"
#include "grammar/rules.hpp"

namespace rectrix::decode {

// A span with its translations.
struct GivenSpan {
  struct Option {
    std::vector<grammar::Symbol> target;
    double score;
  };
  Span span;
  SpanPolicy policy;
  std::vector<Option> options;

  bool lies_in(Span other) const { return other.begin <= span.begin && span.end <= other.end; }
  // Whether one of the translations is part of a target side.
  bool is_part_of(std::span<const grammar::Symbol> target) const;
};

class GivenSpans {
 public:
  // Links have one byte for a word's place, and a forest's rules a gap before the words.
  static constexpr std::size_t kMaxWords = 254;

  // Of a sentence of so many words. Throws UsageError if spans do not lie in the sentence or overlap where one of them
  // excludes other translations.
  void read(const Request& request, std::size_t words, LocalVocabulary& target_words);

  bool empty() const { return spans_.empty(); }
  std::span<const GivenSpan> all() const { return spans_; }

  // Whether a place between words, named by the word behind it, lies within a span that excludes other translations.
  bool divides(std::uint32_t place) const;
  // Whether no translation but given ones may have this word.
  bool is_taken(std::uint32_t word) const;
  // Whether words may be translated so, by a rule without gaps.
  bool permit(Span words, std::span<const grammar::Symbol> target) const;

 private:
  GivenSpan& find_or_add(const SpanConstraint& one);
  void close(std::size_t words);

  std::vector<GivenSpan> spans_;
  std::vector<std::uint32_t> closed_;  // by word: the span that excludes other translations, kNone if there is none
};

// The links of a given translation: word by word if both sides have the same number of words, all to all otherwise.
std::vector<grammar::Link> given_links(std::size_t source, std::size_t target);

}  // namespace rectrix::decode
