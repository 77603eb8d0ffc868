// The score columns of extracted rules, natural logarithms where nothing else is said, higher is better.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "grammar/lexical_weights.hpp"

namespace rectrix::grammar {

enum Column : std::size_t {
  kTargetGivenSource,      // p_ef: occurrences with this target side / occurrences looked at
  kSourceCount,            // count_f: 1 + occurrences looked at
  kPairCount,              // count_ef: 1 + occurrences with this target side
  kLexTargetGivenSource,   // lex_ef
  kLexSourceGivenTarget,   // lex_fe
  kSourceSingleton,        // singleton_f: 1 if the source side gave a single pair, else 0
  kPairSingleton,          // singleton_ef: 1 if the target side was seen once with it, else 0
  kRawSourceCount,         // raw_count_f: the number itself
  kRawPairCount,           // raw_count_ef
  kColumns
};

const std::vector<std::string>& column_names();

struct RuleCounts {
  std::uint32_t samples;  // occurrences of the source pattern that were looked at
  std::uint32_t source;   // pairs found with this source side
  std::uint32_t pair;     // of these, those with this target side
};

std::array<float, kColumns> scores(const RuleCounts& counts, const LexicalWeights& lexical);

}  // namespace rectrix::grammar
