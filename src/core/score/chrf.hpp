// The sufficient statistics of chrF and chrF++ (Popović 2015, 2017), as sacrebleu counts them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "kbest/lists.hpp"
#include "score/references.hpp"

namespace rectrix::score {

struct ChrfOptions {
  int char_order = 6;  // the longest character n-grams; white space does not count
  int word_order = 0;  // the longest word n-grams, punctuation split off; 2 is chrF++
  int beta = 2;        // how much more recall counts than precision, when the best of several references is chosen
  int threads = 1;     // the result does not depend on it
};

// Row h: for characters of order 1..N, then words of order 1..M: n-grams of hypothesis h, of the reference, and common
// ones; of several references the one with the highest F score.
std::vector<double> chrf_statistics(const kbest::Lists& lists, const References& references, const Alignment& alignment,
                                    const ChrfOptions& options);

// The F score, 0 to 1, of one such row.
double chrf_score(std::span<const double> row, int beta);

}  // namespace rectrix::score
