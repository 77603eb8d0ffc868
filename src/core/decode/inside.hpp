// Sums and maxima over all derivations of a forest: inside and outside scores, posteriors, expectations, samples.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "decode/derivation.hpp"
#include "decode/forest.hpp"

namespace rectrix::decode {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

// The score of each node's best derivation; -infinity if it has none.
// scores: one for each edge, instead of the edges' own.
std::vector<double> best_scores(const Forest& forest, std::span<const double> scores = {});

// For each edge, the score of the best derivation of the goal that uses it.
std::vector<double> max_marginals(const Forest& forest);

// The goal's best derivation; empty if there is none. Ties go to the edge added first.
Derivation viterbi(const Forest& forest);

// Logarithms of sums over derivations of exp(scale * score).
struct Sums {
  std::vector<double> inside;   // of each node: over its derivations
  std::vector<double> outside;  // of each node: over what can stand around it
  double total = -kInfinity;    // inside of the goal
};
Sums sums(const Forest& forest, double scale = 1);

// The probability of each edge under p(derivation) ~ exp(scale * score).
std::vector<double> posteriors(const Forest& forest, double scale = 1);

// The expected value of each of the forest's features, by local number.
std::vector<double> expectations(const Forest& forest, double scale = 1);

// Derivations drawn from that distribution, independent of each other; the same for the same seed.
std::vector<Derivation> sample(const Forest& forest, std::size_t count, std::uint64_t seed, double scale = 1);

}  // namespace rectrix::decode
