// The sufficient statistics of word and character error rate.
#pragma once

#include <vector>

#include "kbest/lists.hpp"
#include "score/references.hpp"

namespace rectrix::score {

// Row h: edits of hypothesis h to one of its references, and that reference's length; of several references the one
// with the lowest rate, the first among equals. characters: counted in code points, one blank between words included.
std::vector<double> error_statistics(const kbest::Lists& lists, const References& references, const Alignment& alignment,
                                     bool characters, int threads);

}  // namespace rectrix::score
