// Smaller forests made from a forest: its better part, the derivations of one string, or of
// all strings that begin alike.
#pragma once

#include <span>
#include <string_view>

#include "decode/forest.hpp"

namespace rectrix::decode {

struct PruneOptions {
  double beam = -1;     // keep edges whose best derivation is within this of the best one; negative: no limit
  double density = -1;  // keep at most this many times the edges of the best derivation; negative: no limit
};

// The edges that survive; the best derivation always does.
Forest prune(const Forest& forest, const PruneOptions& options);

// The derivations whose words are exactly `words` (numbers of the forest's target words); without nodes if
// there is none: the string cannot be reached. A node of the result is a node of the forest with the stretch
// of words that it stands for.
Forest constrain(const Forest& forest, std::span<const Word> words);

// The derivations whose words begin with `words` and then a word that begins with the bytes `begun` (empty: any
// words, or none); without nodes if there is none. What comes behind is free.
Forest complete(const Forest& forest, std::span<const Word> words, std::string_view begun);

}  // namespace rectrix::decode
