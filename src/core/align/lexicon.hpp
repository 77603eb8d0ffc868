// A translation table over the pairs of a PairIndex, in one direction, and its re-estimation: maximum
// likelihood, or mean-field variational Bayes under a symmetric Dirichlet prior (as in Dyer et al. 2013).
#pragma once

#include <vector>

#include "align/counter.hpp"
#include "align/lattice.hpp"
#include "align/pairs.hpp"

namespace rectrix::align {

struct VocabularySizes {
  std::size_t source, target;
};

class Lexicon {
 public:
  Lexicon() = default;
  // Uniform.
  Lexicon(Direction direction, std::size_t pairs, VocabularySizes sizes);
  Lexicon(Direction direction, std::vector<float> pairs, std::vector<float> null)
      : direction_(direction), pairs_(std::move(pairs)), null_(std::move(null)) {}

  Direction direction() const { return direction_; }
  const std::vector<float>& pairs() const { return pairs_; }  // p(generated | given) of each pair
  const std::vector<float>& null() const {
    return null_;
  }  // p(generated | empty word) of each generated word

  // The word probabilities of a sentence pair; cells as PairIndex gives them.
  void fill(const SentencePair& pair, std::span<const PairId> cells, Lattice& lattice) const;

 private:
  friend class LexiconCounts;
  Direction direction_ = Direction::kForward;
  std::vector<float> pairs_, null_;
};

class LexiconCounts {
 public:
  // shared: several threads will add.
  LexiconCounts(const Lexicon& lexicon, bool shared)
      : direction_(lexicon.direction()),
        shared_(shared),
        pairs_(lexicon.pairs().size()),
        null_(lexicon.null().size()) {}

  // Posterior link probabilities of a sentence pair.
  void add(const SentencePair& pair, std::span<const PairId> cells, const Lattice& posteriors);

  void add_pair(PairId pair, double count) { pairs_.add(pair, count); }
  void add_null(Word generated, double count) { null_.add(generated, count); }

  // concentration: of the Dirichlet prior; 0: maximum likelihood.
  void maximize(const PairIndex& index, VocabularySizes sizes, double concentration, int threads,
                Lexicon& lexicon) const;

 private:
  void add(Counter& counter, std::size_t index, float value) {
    shared_ ? counter.add_shared(index, static_cast<double>(value))
            : counter.add(index, static_cast<double>(value));
  }
  Direction direction_;
  bool shared_;
  Counter pairs_, null_;
};

}  // namespace rectrix::align
