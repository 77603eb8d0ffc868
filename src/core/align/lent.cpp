#include "align/lent.hpp"

#include <algorithm>

namespace rectrix::align {
namespace {

constexpr float kLeastProbability = 0.01F;  // of a pair whose cells are kept

}  // namespace

std::vector<Word> Lent::numbers(const Vocabulary& words, const Vocabulary& in) {
  std::vector<Word> found;
  for (Word word = 0; word < words.size(); ++word) found.push_back(in.find(words.text(word)));
  return found;
}

float Lent::probability(Word source, Word target, Direction direction) const {
  if (source_[source] == kUnknown || target_[target] == kUnknown) return 0.0F;
  const PairId pair = model_.index().find(source_[source], target_[target]);
  return pair == kNoPair ? 0.0F : model_[direction].lexicon.pairs()[pair];
}

void Lent::keep(const Corpus& corpus, CellSet& cells) const {
  for (std::size_t s = 0; s < corpus.size(); ++s) {
    if (!alignable(corpus[s])) continue;
    std::size_t cell = 0;
    for (const Word target : corpus.target[s]) {
      for (const Word source : corpus.source[s]) {
        if (std::max(probability(source, target, Direction::kForward),
                     probability(source, target, Direction::kReverse)) >= kLeastProbability) {
          cells.insert(s, cell);
        }
        ++cell;
      }
    }
  }
}

PriorCounts Lent::counts(const PairIndex& index, float weight) const {
  PriorCounts prior;
  const std::span<const std::uint64_t> offsets = index.offsets();
  for (Word source = 0; source + 1 < offsets.size(); ++source) {
    for (std::size_t p = offsets[source]; p < offsets[source + 1]; ++p) {
      prior[0].push_back(weight * probability(source, index.targets()[p], Direction::kForward));
      prior[1].push_back(weight * probability(source, index.targets()[p], Direction::kReverse));
    }
  }
  return prior;
}

}  // namespace rectrix::align
