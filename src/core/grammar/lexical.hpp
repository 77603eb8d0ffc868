// Word translation probabilities by relative frequency of links, p(e | f) = links(f, e) / links(f), where a word
// without links is linked to NULL (Koehn, Och & Marcu 2003), and the lexical weights of rules.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "align/alignments.hpp"
#include "base/sections.hpp"
#include "grammar/rules.hpp"
#include "text/vocabulary.hpp"

namespace rectrix::grammar {

// NULL bears the number of <unk>, which names no word of a bitext.
inline constexpr Word kNull = kUnknown;

// The natural logarithm given to a word that no word of the other side translates: 99 in base 10, as in cdec.
inline constexpr double kUnseenLog = -99.0 * 2.302585092994045684;

// Counts links sentence by sentence.
class LexicalCounter {
 public:
  void add(std::span<const Word> source, std::span<const Word> target, std::span<const align::Link> links);
  // Writes three sections whose names begin with "lexical.".
  void save(SectionWriter& writer, std::size_t source_words, std::size_t target_words);

 private:
  std::vector<std::uint64_t> pairs_;  // source word in the high half
};

class Lexical {
 public:
  Lexical() = default;
  static Lexical load(const SectionFile& file, std::size_t source_words, std::size_t target_words);

  // How often the words were linked; either may be kNull.
  std::uint32_t links(Word source, Word target) const;
  double target_given_source(Word target, Word source) const { return share(links(source, target), source_links_[source]); }
  double source_given_target(Word source, Word target) const { return share(links(source, target), target_links_[target]); }

 private:
  struct Entry {
    Word target;
    std::uint32_t links;
  };
  static double share(std::uint32_t part, std::uint32_t whole) { return part == 0 ? 0.0 : static_cast<double>(part) / whole; }

  std::span<const std::uint32_t> begin_;  // source word f has entries [f] to [f + 1]
  std::span<const Entry> entries_;        // by target word
  std::span<const std::uint32_t> source_links_, target_links_;
};

// Natural logarithms.
struct LexicalWeights {
  double target_given_source = 0;  // sum over target words of the best source word's, or NULL's, probability
  double source_given_target = 0;  // sum over source words, the mirror
};

// Weighs many target sides of one source side, looking every word up once.
class LexicalWeigher {
 public:
  explicit LexicalWeigher(const Lexical& table, std::size_t target_words) : table_(&table), seen_(target_words, 0) {}

  void begin(std::span<const Symbol> source);
  LexicalWeights weigh(std::span<const Symbol> target);

 private:
  struct Best {
    double target_log;            // of the target word given the source side
    std::size_t source_given;     // place in source_given_ of the source words' probabilities given it
  };
  const Best& look_up(Word target);

  const Lexical* table_;
  std::vector<Word> source_;
  std::vector<std::uint32_t> seen_;  // place in best_ plus 1; 0 if not looked up for this source side
  std::vector<Word> touched_;
  std::vector<Best> best_;
  std::vector<double> source_given_;
  std::vector<double> null_given_, maxima_;
};

}  // namespace rectrix::grammar
