// What a list thinks of its own hypotheses: the expectation of a metric with every other hypothesis as the reference
// (minimum Bayes risk over the list, Kumar & Byrne 2004), and the votes for a hypothesis' words.
//
// Exact, for all pairs: clipped matches of two texts are the common bits of two bit sets whose bits are n-grams, the
// k-th occurrence of an n-gram being a bit of its own.
#pragma once

#include <span>
#include <vector>

#include "kbest/lists.hpp"

namespace rectrix::score {

enum class Consensus {
  votes,  // mean over the words of a hypothesis: the share of the list that has the word (as often)
  bleu,   // sentence BLEU, exponential smoothing, orders up to the hypothesis' length, as sacrebleu's
  bleu_plus_one,  // one more match and n-gram from order 2 on
  chrf,   // chrF2 of characters up to order 6
};

// A value, 0 to 1, of every hypothesis. shares: of each hypothesis in its list's expectation, 0 or more; they need not
// sum to 1. Throws UsageError for lists of very many hypotheses.
std::vector<double> consensus(const kbest::Lists& lists, std::span<const double> shares, Consensus kind, int threads);

}  // namespace rectrix::score
