// Phrase translation probabilities, lexical weights and orientation probabilities from counts.
//
//   p(e|f) = c(f,e) / c(f)     p(f|e) = c(f,e) / c(e)
//   lex(e|f) = prod over target words of the mean of w(e|f) over the source words linked to it, w(e|NULL) if none
// with the links that the pair most often has (Koehn, Och & Marcu 2003). Pairs that are left out keep their part in the
// probabilities of the others.
#pragma once

#include <functional>
#include <string>

#include "grammar/phrase/occurrences.hpp"
#include "grammar/phrase/pair_counter.hpp"
#include "grammar/phrase/smoothing.hpp"
#include "grammar/phrase/table.hpp"

namespace rectrix::grammar {

struct TableOptions {
  PhraseSmoothing smoothing = PhraseSmoothing::kNone;
  double significance = 0;  // pairs whose surprise (see significance.hpp) is less are left out; 0: none
  std::size_t limit = 0;    // translations of a source phrase, the most probable ones; 0: all
};

// Extracts, counts and scores all phrase pairs of a bitext into a table at path.
void estimate_phrases(const BitextIndex& bitext, const PhraseOptions& options, const ReorderingOptions& reordering,
                      const TableOptions& table, const std::string& path, const std::function<void(std::size_t)>& tick);

}  // namespace rectrix::grammar
