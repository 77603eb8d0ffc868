// The lexical weights of rules: each word is explained by the word of the other side, or NULL, that explains it
// best (the maximum of Koehn, Och & Marcu 2003 in place of their mean, as in cdec).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "align/lexical.hpp"
#include "grammar/rules.hpp"
#include "text/vocabulary.hpp"

namespace rectrix::grammar {

// The natural logarithm given to a word that no word of the other side translates: 99 in base 10, as in cdec.
inline constexpr double kUnseenLog = -99.0 * 2.302585092994045684;

// Natural logarithms.
struct LexicalWeights {
  double target_given_source = 0;  // sum over target words of the best source word's, or NULL's, probability
  double source_given_target = 0;  // sum over source words, the mirror
};

// Weighs many target sides of one source side, looking every word up once.
class LexicalWeigher {
 public:
  LexicalWeigher(const align::LexicalTable& table, std::size_t target_words) : table_(&table), seen_(target_words, 0) {}

  void begin(std::span<const Symbol> source);
  LexicalWeights weigh(std::span<const Symbol> target);

 private:
  struct Best {
    double target_log;         // of the target word given the source side
    std::size_t source_given;  // place in source_given_ of the source words' probabilities given it
  };
  const Best& look_up(Word target);

  const align::LexicalTable* table_;
  std::vector<Word> source_;
  std::vector<std::uint32_t> seen_;  // by target word: place in best_ plus 1; 0 if not looked up for this source side
  std::vector<Word> touched_;
  std::vector<Best> best_;
  std::vector<float> source_given_;
  std::vector<float> null_given_, maxima_;
};

}  // namespace rectrix::grammar
