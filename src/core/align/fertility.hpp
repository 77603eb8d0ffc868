// The hidden Markov model with fertilities under Dirichlet priors, by collapsed Gibbs sampling (Östling &
// Tiedemann 2016; cf. Zhao & Gildea 2010), both directions in one chain that rewards links they share:
// p(a, b) proportional to p(a) p(b) reward^|a ∩ b|, in the spirit of agreement (Liang, Taskar & Klein 2006).
//
// A generated word goes to given word i with weight
//   (n(e,f) + alpha) / (N(e) + alpha V) J(i - l) J(r - i) F(e, phi + 1) / F(e, phi) reward^[i goes back to it]
// where l and r are the links of its nearest neighbors that have one, and all counts are without the word.
// Fertilities are smoothed towards those of all words. What is averaged over sweeps and chains are the
// sampling distributions, not the samples. Memory: O(tokens + kept cells).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "align/directed.hpp"
#include "align/linking.hpp"

namespace rectrix::align {

struct FertilityOptions {
  int chains = 4;
  int lexical_sweeps = 4;  // with words only
  int hmm_sweeps = 4;      // with words and jumps
  int sweeps = 16;         // with fertilities, too; the distributions of the later half are averaged
  double lexical_prior = 0.001;
  double jump_prior = 0.5;       // 0: without jumps and fertilities
  double fertility_prior = 1.0;  // 0: without fertilities
  double null_probability = 0.2;
  double reward = 3.0;  // of a link that both directions have
  std::uint64_t seed = 1;
};

// Counts that an earlier model lends to each pair, by direction; empty: none.
using PriorCounts = std::array<std::vector<float>, 2>;

CellPosteriors sample_fertilities(const IndexedCorpus& data, VocabularySizes sizes,
                                  const FertilityOptions& options, const PriorCounts& prior,
                                  const RunOptions& run);

}  // namespace rectrix::align
