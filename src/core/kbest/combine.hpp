// New lists from old ones: accumulated over iterations, or with repeated strings left out.
#pragma once

#include "kbest/lists.hpp"

namespace rectrix::kbest {

// The hypotheses of both, sentence by sentence, first before second; of hypotheses equal in words and features the
// earliest stays. Features get the indexes of the first lists' space. Throws UsageError if the columns differ.
struct Merged {
  Lists lists;
  std::vector<std::int64_t> rows;  // of each hypothesis: its number among those of the first, then of the second lists
};
Merged merge(const Lists& first, const Lists& second);

// Appends the lists of other sentences.
void append(Lists& lists, const Lists& more);

// Features to be added to lists, in place of any of the same name, and factors for those that are there.
struct Extra {
  std::span<const std::string> names;
  std::span<const double> values;   // of hypothesis h: [h * names] to [(h + 1) * names]
  std::span<const double> factors;  // by feature index; 0 leaves the feature out; empty: all stay as they are
};
Lists with_features(const Lists& lists, const Extra& extra);

// Of hypotheses with the same words the one with the highest score stays, the earliest among equals.
Lists unique(const Lists& lists);

}  // namespace rectrix::kbest
