// Translation edit rate (Snover et al. 2006) with Tercom's heuristics as sacrebleu has them: greedy shifts of at most
// 10 words over at most 50, at most 1,000 candidates, and an edit distance within a beam of 25 around the diagonal.
#pragma once

#include <span>
#include <vector>

#include "kbest/lists.hpp"
#include "score/references.hpp"

namespace rectrix::score {

// Word numbers under which words of lists and references are compared, for instance without case.
struct Folding {
  std::span<const Word> lists;       // by word of the lists' vocabulary
  std::span<const Word> references;  // by word of the references' vocabulary
};

// Row h: the fewest edits of hypothesis h to any of its references, and the references' average length.
std::vector<double> ter_statistics(const kbest::Lists& lists, const References& references, const Alignment& alignment,
                                   const Folding& folding, int threads);

}  // namespace rectrix::score
