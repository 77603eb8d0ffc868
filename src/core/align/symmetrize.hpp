// One alignment from two directed ones (Och & Ney 2003; Koehn et al. 2003). The directed alignments are
// many-to-one: in `forward` each target word has at most one link, in `reverse` each source word.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "align/alignments.hpp"

namespace rectrix::align {

enum class Heuristic {
  kForward,
  kReverse,
  kIntersection,
  kUnion,
  kGrowDiag,
  kGrowDiagFinal,
  kGrowDiagFinalAnd,
  kSoftUnion,        // arithmetic mean of the posteriors over a threshold
  kSoftIntersection  // geometric mean
};

// The soft ones need posteriors (see linking.hpp).
inline bool is_soft(Heuristic heuristic) {
  return heuristic == Heuristic::kSoftUnion || heuristic == Heuristic::kSoftIntersection;
}

// "grow-diag-final-and" and so on; throws UsageError with the known names.
Heuristic heuristic_named(std::string_view name);
std::vector<std::string> heuristic_names();

// Throws UsageError for a soft heuristic.
Alignments symmetrize(const Alignments& forward, const Alignments& reverse, Heuristic heuristic);

}  // namespace rectrix::align
