// BLEU's sufficient statistics (Papineni et al. 2002) for every hypothesis of many lists.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "kbest/lists.hpp"
#include "score/references.hpp"

namespace rectrix::score {

// Which length a hypothesis is compared with when a sentence has several references.
enum class LengthPolicy {
  closest,   // to the hypothesis' length, the shorter of two equally close ones (IBM; sacrebleu, Moses)
  shortest,  // NIST
  average,   // Koehn; not rounded
};

struct BleuOptions {
  int order = 4;                                // the longest n-grams
  LengthPolicy length = LengthPolicy::closest;  // with several references
  int threads = 1;                              // the result does not depend on it
};

// Row h: words of hypothesis h, its reference length, matches of order 1..N clipped by the reference with most of them,
// n-grams of order 1..N. `words` maps the lists' words to the references' (map_words).
std::vector<double> bleu_statistics(const kbest::Lists& lists, const References& references, const Alignment& alignment,
                                    std::span<const Word> words, const BleuOptions& options);

}  // namespace rectrix::score
