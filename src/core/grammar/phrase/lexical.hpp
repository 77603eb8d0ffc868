// The lexical weights of a phrase pair (Koehn, Och & Marcu 2003): the product over its words of the mean probability
// given the words that each is linked to, NULL if there is none.
#pragma once

#include <span>

#include "align/lexical.hpp"
#include "grammar/phrase/occurrences.hpp"

namespace rectrix::grammar {

// Natural logarithms.
struct PhraseWeights {
  double target_given_source, source_given_target;
};

PhraseWeights weigh(const align::LexicalTable& lexical, std::span<const Word> source, std::span<const Word> target,
                    LinkSet links);

}  // namespace rectrix::grammar
