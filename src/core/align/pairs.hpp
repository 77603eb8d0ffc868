// The word pairs that stand together in some sentence pair, numbered: the parameters of a translation table
// in either direction. Pairs are ordered by source word, then target word.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "align/corpus.hpp"

namespace rectrix::align {

using PairId = std::uint32_t;
inline constexpr PairId kNoPair = 0xffffffffU;

// Words a side may have; longer pairs are left unaligned, as are those with an empty side.
inline constexpr std::size_t kMaxLength = 1000;

bool alignable(const SentencePair& pair);

// Where a word stands.
struct Occurrence {
  std::uint32_t sentence;
  std::uint32_t position;
};

struct PairOptions {
  std::size_t source_words, target_words;  // sizes of the vocabularies
  // Cells (4 bytes each) whose pair number is kept; a corpus that has more looks them up in every iteration.
  std::size_t stored_cells = std::size_t{1} << 28;
};

class PairIndex {
 public:
  PairIndex(const Corpus& corpus, const PairOptions& options);
  // offsets: where the pairs of each source word begin; targets: the target word of each pair.
  PairIndex(std::vector<std::uint64_t> offsets, std::vector<Word> targets)
      : offsets_(std::move(offsets)), targets_(std::move(targets)) {}

  std::size_t size() const { return targets_.size(); }
  std::span<const std::uint64_t> offsets() const { return offsets_; }
  std::span<const Word> targets() const { return targets_; }

  PairId find(Word source, Word target) const;

  // The pair of every cell of a sentence pair, target by target; kNoPair where there is none. `sentence` is
  // its number in the corpus this was built from; scratch may hold the answer.
  std::span<const PairId> cells(const SentencePair& pair, std::size_t sentence,
                                std::vector<PairId>& scratch) const;
  // For a pair of another corpus.
  std::span<const PairId> look_up(const SentencePair& pair, std::vector<PairId>& scratch) const;

 private:
  // The pairs of the next source word; `number` holds them by target word afterwards.
  void add_row(const Corpus& corpus, std::span<const Occurrence> occurrences, std::vector<PairId>& number);
  void number_cells(const Corpus& corpus, std::span<const Occurrence> occurrences,
                    const std::vector<PairId>& number);

  std::vector<std::uint64_t> offsets_;
  std::vector<Word> targets_;
  std::vector<std::uint64_t> cell_offsets_;  // of each sentence pair; empty if cells are looked up
  std::vector<PairId> cells_;
};

}  // namespace rectrix::align
