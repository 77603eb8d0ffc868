// New lists from old ones: accumulated over iterations, or with repeated strings left out.
#pragma once

#include "kbest/lists.hpp"

namespace rectrix::kbest {

// The hypotheses of both, sentence by sentence, first before second; of hypotheses equal in words and features the
// earliest stays. Features get the indexes of the first lists' space. Throws UsageError if the columns differ.
Lists merge(const Lists& first, const Lists& second);

// Of hypotheses with the same words the one with the highest score stays, the earliest among equals.
Lists unique(const Lists& lists);

}  // namespace rectrix::kbest
