// The source sentences once more, in a pseudo-random order: occurrences in the first part of this text are a sample of
// all, evenly spread over the bitext, so that a search for frequent patterns may stop early. Levels are such parts: the
// first n >> level of n sentences, level 0 being the whole.
#pragma once

#include <cstdint>
#include <span>

#include "base/sections.hpp"
#include "grammar/closed_spans.hpp"
#include "text/vocabulary.hpp"

namespace rectrix::grammar {

// Words in two bytes, so that more of the text is near: the many rare ones look the same.
using ShortWord = std::uint16_t;
inline constexpr ShortWord kRareWord = 0xffff;
constexpr ShortWord short_word(Word word) { return word < kRareWord ? static_cast<ShortWord>(word) : kRareWord; }

// The text in its own order, each sentence followed by kSentenceEnd.
struct OrderedText {
  std::span<const Word> words;
  std::span<const std::uint32_t> begin;       // of each sentence, and of one more
  std::span<const std::uint32_t> word_begin;  // words below w stand in word_begin[w] places
};

// closed: of each place of the text in its own order.
void save_shuffled(const OrderedText& text, std::span<const ClosedSpans> closed, SectionWriter& writer);

// Owns nothing: the file must stay open. Places count in the shuffled text, each sentence followed by kSentenceEnd.
class ShuffledText {
 public:
  // Throws DamagedFile if a number of the sections would lead outside of them or of the text.
  static ShuffledText load(const SectionFile& file, const OrderedText& text);

  std::span<const ShortWord> text() const { return text_; }
  Word word(std::uint32_t place) const { return ordered_[original_[place]]; }
  std::span<const ClosedSpans> closed() const { return closed_; }
  // Where a word stands, ascending.
  std::span<const std::uint32_t> places(Word word) const {
    return places_.subspan(word_begin_[word], word_begin_[word + 1] - word_begin_[word]);
  }
  // The place in the text's own order.
  std::uint32_t original(std::uint32_t place) const { return original_[place]; }
  void foresee_original(std::uint32_t place) const { __builtin_prefetch(&original_[place]); }
  // Where a sentence, numbered in the text's own order, begins.
  std::uint32_t begin(std::uint32_t sentence) const { return begin_[sentence]; }

  int coarsest() const { return static_cast<int>(limits_.size()) - 1; }
  // The end of a level's part, where a sentence ends.
  std::uint32_t limit(int level) const { return limits_[static_cast<std::size_t>(level)]; }

 private:
  void check(const SectionFile& file, const OrderedText& ordered) const;

  std::span<const Word> ordered_;  // the text in its own order
  std::span<const ShortWord> text_;
  std::span<const ClosedSpans> closed_;
  std::span<const std::uint32_t> original_, begin_, places_, word_begin_, limits_;
};

}  // namespace rectrix::grammar
