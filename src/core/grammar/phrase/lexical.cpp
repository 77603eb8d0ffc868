#include "grammar/phrase/lexical.hpp"

#include <cmath>

namespace rectrix::grammar {

PhraseWeights weigh(const align::LexicalTable& lexical, std::span<const Word> source, std::span<const Word> target, LinkSet links) {
  const auto linked = [&](std::size_t s, std::size_t t) { return (links >> (s * kMaxPhraseLength + t) & 1) != 0; };
  PhraseWeights weights{0, 0};
  for (std::size_t t = 0; t < target.size(); ++t) {
    double sum = 0;
    int number = 0;
    for (std::size_t s = 0; s < source.size(); ++s) {
      if (!linked(s, t)) continue;
      sum += lexical.find({source[s], target[t]}).target_given_source;
      ++number;
    }
    weights.target_given_source += std::log(number > 0 ? sum / number : lexical.find({align::kNull, target[t]}).target_given_source);
  }
  for (std::size_t s = 0; s < source.size(); ++s) {
    double sum = 0;
    int number = 0;
    for (std::size_t t = 0; t < target.size(); ++t) {
      if (!linked(s, t)) continue;
      sum += lexical.find({source[s], target[t]}).source_given_target;
      ++number;
    }
    weights.source_given_target += std::log(number > 0 ? sum / number : lexical.find({source[s], align::kNull}).source_given_target);
  }
  return weights;
}

}  // namespace rectrix::grammar
