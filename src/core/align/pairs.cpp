#include "align/pairs.hpp"

#include <algorithm>

#include "base/error.hpp"

namespace rectrix::align {
namespace {

// Where each source word stands, word by word.
struct Occurrences {
  std::vector<std::uint64_t> offsets;
  std::vector<Occurrence> items;

  std::span<const Occurrence> operator[](Word word) const {
    return {items.data() + offsets[word], items.data() + offsets[word + 1]};
  }
};

Occurrences find_occurrences(const Corpus& corpus, std::size_t words) {
  Occurrences found{std::vector<std::uint64_t>(words + 1, 0), {}};
  for (std::size_t s = 0; s < corpus.size(); ++s) {
    if (!alignable(corpus[s])) continue;
    for (const Word word : corpus.source[s]) ++found.offsets[word + 1];
  }
  for (std::size_t w = 0; w < words; ++w) found.offsets[w + 1] += found.offsets[w];
  found.items.resize(found.offsets.back());
  std::vector<std::uint64_t> next(found.offsets.begin(), found.offsets.end() - 1);
  for (std::size_t s = 0; s < corpus.size(); ++s) {
    if (!alignable(corpus[s])) continue;
    std::uint32_t position = 0;
    for (const Word word : corpus.source[s])
      found.items[next[word]++] = {static_cast<std::uint32_t>(s), position++};
  }
  return found;
}

std::vector<std::uint64_t> count_cells(const Corpus& corpus) {
  std::vector<std::uint64_t> offsets{0};
  offsets.reserve(corpus.size() + 1);
  for (std::size_t s = 0; s < corpus.size(); ++s) {
    const std::size_t cells = alignable(corpus[s]) ? corpus.source[s].size() * corpus.target[s].size() : 0;
    offsets.push_back(offsets.back() + cells);
  }
  return offsets;
}

}  // namespace

bool alignable(const SentencePair& pair) {
  const auto fits = [](std::size_t length) { return length > 0 && length <= kMaxLength; };
  return fits(pair.source.size()) && fits(pair.target.size());
}

PairIndex::PairIndex(const Corpus& corpus, const PairOptions& options) : offsets_{0} {
  if (corpus.size() > 0xffffffffU) throw RunError("more than 2^32 sentence pairs");
  const Occurrences occurrences = find_occurrences(corpus, options.source_words);
  cell_offsets_ = count_cells(corpus);
  const bool store = cell_offsets_.back() <= options.stored_cells;
  if (store) cells_.resize(cell_offsets_.back());
  std::vector<PairId> number(options.target_words, kNoPair);  // of the pair with the current source word
  for (Word source = 0; source < options.source_words; ++source) {
    add_row(corpus, occurrences[source], number);
    if (store) number_cells(corpus, occurrences[source], number);
  }
  targets_.shrink_to_fit();
  if (!store) cell_offsets_.clear();
}

void PairIndex::add_row(const Corpus& corpus, std::span<const Occurrence> occurrences,
                        std::vector<PairId>& number) {
  const std::size_t begin = targets_.size();
  for (const Occurrence at : occurrences) {
    for (const Word target : corpus.target[at.sentence]) {
      // A number from an earlier row lies before `begin`.
      if (number[target] != kNoPair && number[target] >= begin) continue;
      number[target] = static_cast<PairId>(begin);
      targets_.push_back(target);
    }
  }
  if (targets_.size() >= kNoPair)
    throw RunError("more than 2^32 different word pairs; train on fewer sentences");
  std::sort(targets_.begin() + static_cast<std::ptrdiff_t>(begin), targets_.end());
  for (std::size_t p = begin; p < targets_.size(); ++p) number[targets_[p]] = static_cast<PairId>(p);
  offsets_.push_back(targets_.size());
}

void PairIndex::number_cells(const Corpus& corpus, std::span<const Occurrence> occurrences,
                             const std::vector<PairId>& number) {
  for (const Occurrence at : occurrences) {
    PairId* cell = cells_.data() + cell_offsets_[at.sentence] + at.position;
    const std::size_t stride = corpus.source[at.sentence].size();
    for (const Word target : corpus.target[at.sentence]) {
      *cell = number[target];
      cell += stride;
    }
  }
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
  if (cell_offsets_.empty()) return look_up(pair, scratch);
  return {cells_.data() + cell_offsets_[sentence], cells_.data() + cell_offsets_[sentence + 1]};
}

std::span<const PairId> PairIndex::look_up(const SentencePair& pair, std::vector<PairId>& scratch) const {
  scratch.clear();
  for (const Word target : pair.target) {
    for (const Word source : pair.source) scratch.push_back(find(source, target));
  }
  return scratch;
}

}  // namespace rectrix::align
