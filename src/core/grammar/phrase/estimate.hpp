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
#include "grammar/phrase/table.hpp"

namespace rectrix::grammar {

// In the order in which reordering values stand in tables.
enum class OrientationClasses : std::uint8_t { kMsd, kMslr, kMonotonicity, kLeftRight };

struct ReorderingOptions {
  bool wanted = true;
  OrientationClasses classes = OrientationClasses::kMsd;
  bool backward = true, forward = true;
  bool given_target = true;  // conditioned on both sides; otherwise on the source phrase alone
  double smoothing = 0.5;    // added to every count
};

// "wbe-msd-bidirectional-fe": the model, the classes, the directions, the condition.
std::string name_of(OrientationModel model, const ReorderingOptions& options);
std::size_t count_of(OrientationClasses classes);
// The class of an orientation, -1 if it falls in none.
int class_of(OrientationClasses classes, Orientation orientation);

// Extracts, counts and scores all phrase pairs of a bitext into a table at path.
void estimate_phrases(const Bitext& bitext, const PhraseOptions& options, const ReorderingOptions& reordering,
                      const std::string& path, const std::function<void(std::size_t)>& tick);

}  // namespace rectrix::grammar
