// Significance of phrase pairs (Johnson, Martin, Foster & Kuhn 2007): how surprising it is that two phrases occur together
// in so many sentence pairs, by Fisher's exact test; alignments play no part.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/flat_map.hpp"
#include "grammar/bitext.hpp"
#include "grammar/suffixes.hpp"

namespace rectrix::grammar {

// In how many sentence pairs there are both phrases, the source phrase, the target phrase; and of how many.
struct Cooccurrence {
  std::uint32_t both, source, target, all;
};

// Minus the natural logarithm of the probability that two phrases that have nothing to do with each other meet in
// `both` sentence pairs or more. Throws UsageError for numbers that cannot be.
double surprise(const Cooccurrence& seen);

// The sentences in which phrases occur.
class SentenceSets {
 public:
  // sentences: of each place in the text. All must outlive this. memory: bytes of sets to keep.
  SentenceSets(SuffixView suffixes, std::span<const std::uint32_t> sentences, std::size_t memory)
      : suffixes_(suffixes), sentences_(sentences), limit_(memory / sizeof(std::uint32_t)) {}

  // Ascending; valid until the next call.
  std::span<const std::uint32_t> find(std::span<const Word> phrase);

 private:
  struct Place {
    std::size_t begin = 0, size = 0;
  };
  SuffixView suffixes_;
  std::span<const std::uint32_t> sentences_;
  std::size_t limit_;
  FlatMap<std::uint64_t, Place> places_;  // by the phrase's key
  std::vector<std::uint32_t> kept_;
};

class Significance {
 public:
  // The bitext must outlive this. The target side's suffixes are sorted in memory: 12 bytes for each word.
  Significance(const BitextIndex& bitext, std::size_t memory);

  // The source phrase whose pairs are asked for next.
  void begin(std::span<const Word> source);
  Cooccurrence count(std::span<const Word> target);

 private:
  const BitextIndex& bitext_;
  std::vector<Word> target_text_;
  std::vector<std::uint32_t> target_sentences_, target_suffixes_;
  SentenceSets sources_, targets_;
  std::vector<std::uint32_t> with_source_;
};

}  // namespace rectrix::grammar
