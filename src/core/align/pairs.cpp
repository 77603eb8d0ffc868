#include "align/pairs.hpp"

#include <algorithm>

#include "align/occurrences.hpp"
#include "base/error.hpp"

namespace rectrix::align {
PairIndex::PairIndex(const Corpus& corpus, CellSet cells, std::size_t source_words, std::size_t target_words)
    : offsets_{0}, cells_(std::move(cells)), low_(cells_->size()) {
  const Occurrences occurrences(corpus, corpus.source, source_words);
  std::vector<PairId> number(target_words, kNoPair);  // of the pair with the current source word
  for (Word source = 0; source < source_words; ++source) add_row(corpus, occurrences[source], number);
  targets_.shrink_to_fit();
}

void PairIndex::add_row(const Corpus& corpus, std::span<const Occurrence> occurrences,
                        std::vector<PairId>& number) {
  const std::size_t begin = targets_.size();
  const auto each_cell = [&](auto visit) {
    for (const Occurrence at : occurrences) {
      const std::span<const Word> words = corpus.target[at.sentence];
      std::size_t cell = at.position;
      for (const Word target : words) {
        if (cells_->contains(at.sentence, cell)) visit(target, at.sentence, cell);
        cell += corpus.source[at.sentence].size();
      }
    }
  };
  each_cell([&](Word target, std::size_t, std::size_t) {
    // A number from an earlier row lies before `begin`.
    if (number[target] != kNoPair && number[target] >= begin) return;
    number[target] = static_cast<PairId>(begin);
    targets_.push_back(target);
  });
  if (targets_.size() >= kNoPair)
    throw RunError("more than 2^32 different word pairs; train on fewer sentences");
  std::sort(targets_.begin() + static_cast<std::ptrdiff_t>(begin), targets_.end());
  for (std::size_t p = begin; p < targets_.size(); ++p) number[targets_[p]] = static_cast<PairId>(p);
  offsets_.push_back(targets_.size());
  if (targets_.size() - begin > 0x10000 && high_.empty()) high_.assign(low_.size(), 0);
  each_cell([&](Word target, std::size_t sentence, std::size_t cell) {
    const std::size_t at = cells_->rank(sentence, cell), rank = number[target] - begin;
    low_[at] = static_cast<std::uint16_t>(rank);
    if (!high_.empty()) high_[at] = static_cast<std::uint16_t>(rank >> 16);
  });
}

void PairIndex::drop_cells() {
  cells_.emplace(Corpus{}, false);
  cells_->number();
  low_ = {};
  high_ = {};
}

PairId PairIndex::find(Word source, Word target) const {
  if (source + std::size_t{1} >= offsets_.size()) return kNoPair;
  const auto begin = targets_.begin() + static_cast<std::ptrdiff_t>(offsets_[source]);
  const auto end = targets_.begin() + static_cast<std::ptrdiff_t>(offsets_[source + 1]);
  const auto found = std::lower_bound(begin, end, target);
  return found != end && *found == target ? static_cast<PairId>(found - targets_.begin()) : kNoPair;
}

std::span<const PairId> PairIndex::cells(const SentencePair& pair, std::size_t sentence,
                                         std::vector<PairId>& scratch) const {
  const std::size_t all = pair.source.size() * pair.target.size();
  std::size_t number = cells_->begin(sentence);
  if (cells_->end(sentence) - number == all) {
    scratch.resize(all);
    for (PairId* next = scratch.data(); next != scratch.data() + all;) {
      for (const Word source : pair.source) *next++ = cell_pair(number++, source);
    }
    return scratch;
  }
  scratch.assign(all, kNoPair);
  cells_->visit(sentence, [&](std::size_t cell) {
    scratch[cell] = cell_pair(number++, pair.source[cell % pair.source.size()]);
  });
  return scratch;
}

std::span<const PairId> PairIndex::look_up(const SentencePair& pair, std::vector<PairId>& scratch) const {
  scratch.clear();
  for (const Word target : pair.target) {
    for (const Word source : pair.source) scratch.push_back(find(source, target));
  }
  return scratch;
}

}  // namespace rectrix::align
