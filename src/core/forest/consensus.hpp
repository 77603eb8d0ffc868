// Minimum Bayes risk over all derivations of a forest (Tromble et al. 2008, Kumar et al. 2009, DeNero et al. 2009).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "decode/derivation.hpp"
#include "forest/refine.hpp"

namespace rectrix::forest {

// What is expected of a translation under p(derivation) ~ exp(scale * score), by number of n-gram.
struct Expected {
  std::vector<double> counts;   // how often it is in the translation
  std::vector<double> present;  // the probability that it is in it at all
  double length = 0;            // words
};

// Exact. Of n-grams that are expected less often than `rare`, which hardly repeat, the count stands for the probability.
Expected expect(const Refined& refined, std::size_t ngrams, double scale, double rare = 1e-3);

// The worth of words and n-grams: of a translation, a sum over its words and over the n-grams that count.
struct LinearGain {
  double word = -1;
  std::vector<double> by_length;  // of n-grams of 1, 2 ... words
};
// A first-order approximation of what a sentence adds to log BLEU (Tromble et al. 2008): -1 for a word, 1 / (N p r^(n-1))
// for an n-gram, with the unigram precision p and the ratio r of precisions of neighboring orders.
LinearGain linear_bleu(double precision, double ratio, std::size_t order = 4);

struct ConsensusOptions {
  double scale = 1;       // of the model's scores
  LinearGain gain;
  double model = 0;       // weight of the scaled model score beside the gain
  bool counts = false;    // expected counts in place of probabilities
  std::size_t states = 30;  // of a node, at most
};

// The derivation of the forest with the best expected gain; empty if the forest is.
decode::Derivation consensus(const decode::Forest& forest, const ConsensusOptions& options);
// The same for several options, which have the same states and orders: the forest is refined once.
std::vector<decode::Derivation> consensus(const decode::Forest& forest, std::span<const ConsensusOptions> options);

// Of derivations of the forest, the value of each: BLEU with the expected counts as reference (DeNero et al. 2009).
// Orders from 2 on have one more match and n-gram (BLEU+1).
std::vector<double> expected_bleu(const decode::Forest& forest, std::span<const decode::Derivation> derivations,
                                  const ConsensusOptions& options);

// ---- Search for what a reference likes.

// argmax of model * score + gain * linear gain against references.
struct Wanted {
  double model, gain;
};
struct OracleOptions {
  LinearGain gain;
  std::size_t each = 1;   // so many best derivations of each wish
  std::size_t states = 1000;  // of a node, at most
};

// The derivations that are best for each wish, one wish after another; exact within the limits. References: numbers of
// the forest's target words.
std::vector<decode::Derivation> find_oracles(const decode::Forest& forest, std::span<const std::vector<Word>> references,
                                             std::span<const Wanted> wishes, const OracleOptions& options);

}  // namespace rectrix::forest
