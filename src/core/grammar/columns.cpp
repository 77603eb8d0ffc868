#include "grammar/columns.hpp"

#include <cmath>

namespace rectrix::grammar {

const std::vector<std::string>& column_names() {
  static const std::vector<std::string> names{"p_ef",        "count_f",      "count_ef",    "lex_ef",      "lex_fe",
                                              "singleton_f", "singleton_ef", "raw_count_f", "raw_count_ef"};
  return names;
}

std::array<float, kColumns> scores(const RuleCounts& counts, const LexicalWeights& lexical) {
  const double samples = counts.samples;
  const double pair = counts.pair;
  const std::array<double, kColumns> exact{std::log(pair / samples),
                                           std::log1p(samples),
                                           std::log1p(pair),
                                           lexical.target_given_source,
                                           lexical.source_given_target,
                                           counts.source == 1 ? 1.0 : 0.0,
                                           counts.pair == 1 ? 1.0 : 0.0,
                                           samples,
                                           pair};
  std::array<float, kColumns> rounded{};
  for (std::size_t i = 0; i < kColumns; ++i) rounded[i] = static_cast<float>(exact[i]);
  return rounded;
}

}  // namespace rectrix::grammar
