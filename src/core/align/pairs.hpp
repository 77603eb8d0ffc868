// The word pairs that stand together in some sentence pair, numbered: the parameters of a translation table
// in either direction. Pairs are ordered by source word, then target word.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "align/cells.hpp"
#include "align/corpus.hpp"
#include "align/occurrences.hpp"

namespace rectrix::align {

using PairId = std::uint32_t;
inline constexpr PairId kNoPair = 0xffffffffU;

class PairIndex {
 public:
  // The pairs of the given cells of a corpus.
  PairIndex(const Corpus& corpus, CellSet cells, std::size_t source_words, std::size_t target_words);
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
  // The same cell by cell: those in the set, and the pair of each, by its number there and its source word.
  // Not for a loaded index.
  const CellSet& cell_set() const { return *cells_; }
  PairId cell_pair(std::size_t number, Word source) const {
    const PairId rank = high_.empty() ? low_[number] : low_[number] | PairId{high_[number]} << 16;
    return static_cast<PairId>(offsets_[source]) + rank;
  }
  // Frees the cells; the pairs stay.
  void drop_cells();
  // For a pair of another corpus.
  std::span<const PairId> look_up(const SentencePair& pair, std::vector<PairId>& scratch) const;

 private:
  // The pairs of the next source word; `number` is room for them by target word.
  void add_row(const Corpus& corpus, std::span<const Occurrence> occurrences, std::vector<PairId>& number);

  std::vector<std::uint64_t> offsets_;
  std::vector<Word> targets_;
  std::optional<CellSet> cells_;  // of the corpus this was built from
  // Which pair of its source word each cell in the set has; few texts have words with more than 2^16 pairs,
  // and only those need the high half.
  std::vector<std::uint16_t> low_, high_;
};

}  // namespace rectrix::align
