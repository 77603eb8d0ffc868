// The cells worth keeping: those that IBM model 1 (Brown et al. 1993), after a few iterations in each
// direction, gives a posterior of at least `least` in one of them. The table of all co-occurring word pairs
// is never held: a row of iteration k follows from the row before and the normalizers of the generated
// tokens, so that rows are computed one after another, again in every iteration, in memory O(tokens).
#pragma once

#include "align/cells.hpp"

namespace rectrix::align {

struct SieveOptions {
  std::size_t source_words, target_words;  // sizes of the vocabularies
  int iterations = 2;
  float least = 0.01F;  // posterior; 0: keep every cell
};

// The more text, the surer model 1 is of what it leaves out: 0.01 for few pairs, 0.05 for very many.
float default_least(std::size_t pairs);

// Not yet numbered.
CellSet sieve(const Corpus& corpus, const SieveOptions& options);

}  // namespace rectrix::align
