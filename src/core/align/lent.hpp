// An earlier model as a prior: its word probabilities in the word numbers of a new corpus.
#pragma once

#include "align/aligner.hpp"

namespace rectrix::align {

class Lent {
 public:
  Lent(const Aligner& model, const Vocabulary& source, const Vocabulary& target)
      : model_(model), source_(numbers(source, model.source())), target_(numbers(target, model.target())) {}

  // Adds the cells whose words the model links.
  void keep(const Corpus& corpus, CellSet& cells) const;
  // So many links of each given word, spread as the model says, by pair.
  PriorCounts counts(const PairIndex& index, float weight) const;

 private:
  static std::vector<Word> numbers(const Vocabulary& words, const Vocabulary& in);
  float probability(Word source, Word target, Direction direction) const;

  const Aligner& model_;
  std::vector<Word> source_, target_;  // the model's numbers of the corpus' words
};

}  // namespace rectrix::align
