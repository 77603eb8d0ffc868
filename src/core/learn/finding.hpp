// Which hypotheses of a sentence's forest learners see, other than the k best: samples, or what references like.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "forest/consensus.hpp"
#include "kbest/extract.hpp"
#include "score/references.hpp"

namespace rectrix::learn {

struct Sampling {
  std::size_t count = 100;  // draws, independent of each other
  double scale = 1;         // of the model's scores
  std::uint64_t seed = 0;
  bool unique = true;       // list a derivation once, however often it was drawn
};
// The model's best derivation first, then draws. seeds: of each sentence, mixed with the options'.
kbest::Choose sampled(std::vector<std::uint64_t> seeds, const Sampling& options);

// The model's best derivation first, then those of each wish. sentences: the references of each. Both must outlive this.
kbest::Choose liked(const score::References& references, std::vector<std::size_t> sentences, std::vector<forest::Wanted> wishes,
                    const forest::OracleOptions& options);

// What an expected gain likes (minimum Bayes risk): for each of the options, the best of all derivations.
kbest::Choose least_risky(std::vector<forest::ConsensusOptions> options);
// For each of the options, the one of so many best whose BLEU against the expected counts is best.
kbest::Choose least_risky_of(std::vector<forest::ConsensusOptions> options, std::size_t size);

}  // namespace rectrix::learn
