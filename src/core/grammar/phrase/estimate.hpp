// Phrase translation probabilities, lexical weights and orientation probabilities from counts.
//
//   p(e|f) = c(f,e) / c(f)     p(f|e) = c(f,e) / c(e)
//   lex(e|f) = prod over target words of the mean of w(e|f) over the source words linked to it, w(e|NULL) if none
// with the links that the pair most often has (Koehn, Och & Marcu 2003), and
//   p(o|f,e) = (c(o,f,e) + s) / (c(f,e) + K s)         for K orientations.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "grammar/phrase/occurrences.hpp"
#include "grammar/phrase/reordering_type.hpp"
#include "grammar/phrase/table.hpp"

namespace rectrix::grammar {

// What is done about small counts (Foster, Kuhn & Johnson 2006):
//   Good-Turing  c* = (c + 1) n(c + 1) / n(c) takes the place of counts up to 5, totals stay
//   Kneser-Ney   p(e|f) = (c(f,e) - D(c)) / c(f) + D(f,.) / c(f) p(e), p(e) by the number of different f; D as in
//                modified Kneser-Ney smoothing, D(f,.) the sum of what was taken away
enum class PhraseSmoothing : std::uint8_t { kNone, kGoodTuring, kKneserNey };

struct ReorderingOptions {
  bool wanted = true;
  ReorderingType type;
  double smoothing = 0.5;  // added to every count
};

// Extracts, counts and scores all phrase pairs of a bitext into a table at path.
void estimate_phrases(const Bitext& bitext, const PhraseOptions& options, const ReorderingOptions& reordering,
                      PhraseSmoothing smoothing, const std::string& path, const std::function<void(std::size_t)>& tick);

}  // namespace rectrix::grammar
