// An aligned bitext as a memory-mapped file: words, word alignment, and the suffix array of the source side.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "align/lexical.hpp"
#include "base/lines.hpp"
#include "base/sections.hpp"
#include "grammar/projection.hpp"
#include "grammar/shuffled_text.hpp"
#include "grammar/suffixes.hpp"
#include "text/vocabulary.hpp"

namespace rectrix::grammar {

inline constexpr std::string_view kBitextKind = "bitext index";
inline constexpr std::uint32_t kBitextVersion = 2;  // 2: the shuffled text

// A pair of sentences. Owns nothing; positions count from the sentence's beginning.
struct SentencePair {
  std::span<const Word> target;
  std::span<const Projection> source_to_target;  // one for each source word
  std::span<const Projection> target_to_source;
  std::span<const std::uint32_t> link_begin;  // source word i has links [link_begin[i], link_begin[i + 1])
  std::span<const std::uint16_t> links;       // target positions, ascending for each source word
};

// Reads three parallel texts and writes the file that BitextIndex opens. `tick` is told the number of sentences read.
void index_bitext(Lines& source, Lines& target, Lines& alignment, const std::string& path,
                  const std::function<void(std::size_t)>& tick);

class BitextIndex {
 public:
  static BitextIndex open(const std::string& path, Load load = Load::map);

  std::size_t size() const { return source_begin_.size() - 1; }  // sentence pairs
  const Vocabulary& source_words() const { return source_words_; }
  const Vocabulary& target_words() const { return target_words_; }
  const align::LexicalTable& lexical() const { return lexical_; }

  // All source sentences, each followed by kSentenceEnd; positions below are places in it.
  std::span<const Word> text() const { return text_; }
  std::uint32_t sentence_at(std::uint32_t position) const { return sentence_at_[position]; }
  std::uint32_t begin(std::uint32_t sentence) const { return source_begin_[sentence]; }
  // Behind the last word.
  std::uint32_t end(std::uint32_t sentence) const { return source_begin_[sentence + 1] - 1; }
  std::span<const Word> source(std::uint32_t sentence) const {
    return text_.subspan(begin(sentence), end(sentence) - begin(sentence));
  }
  SentencePair pair(std::uint32_t sentence) const;
  // Ask memory ahead for a sentence pair that will be read around a position: for the source side, and when this has
  // come, for the target side.
  void foresee_source(std::uint32_t position) const {
    __builtin_prefetch(&sentence_at_[position]);
    __builtin_prefetch(&source_projections_[position]);
    __builtin_prefetch(&link_begin_[position]);
  }
  void foresee_target(std::uint32_t position) const {
    const Projection projection = source_projections_[position];
    __builtin_prefetch(links_.data() + link_begin_[position]);
    if (!projection.linked()) return;
    const std::size_t place = std::size_t{target_begin_[sentence_at_[position]]} + projection.low;
    __builtin_prefetch(target_projections_.data() + place);
    __builtin_prefetch(target_.data() + place);
  }

  // Where a word occurs; where it follows an interval's common prefix of `depth` words.
  Interval find(Word word) const;
  Interval narrow(Interval interval, std::uint32_t depth, Word word) const { return suffixes().narrow(interval, depth, word); }
  std::span<const std::uint32_t> positions(Interval interval) const { return suffixes().positions(interval); }
  SuffixView suffixes() const { return {text_, suffixes_}; }
  std::span<const std::uint32_t> sentences() const { return sentence_at_; }  // of each place
  const ShuffledText& shuffled() const { return shuffled_; }

 private:
  void check() const;

  SectionFile file_;
  Vocabulary source_words_, target_words_;
  align::LexicalTable lexical_;
  std::span<const Word> text_, target_;
  std::span<const std::uint32_t> source_begin_, target_begin_;
  std::span<const std::uint32_t> sentence_at_;    // of each place in the text
  std::span<const std::uint32_t> suffixes_;       // places of the text in the order of their suffixes
  std::span<const std::uint32_t> word_suffixes_;  // word w begins the suffixes [w] to [w + 1]
  std::span<const Projection> source_projections_, target_projections_;
  std::span<const std::uint32_t> link_begin_;  // of each place in the text
  std::span<const std::uint16_t> links_;
  ShuffledText shuffled_;
};

}  // namespace rectrix::grammar
