// The rules that apply to a sentence, extracted from an indexed bitext when they are needed (Lopez 2007, 2008).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/cache_budget.hpp"
#include "grammar/bitext.hpp"
#include "grammar/columns.hpp"
#include "grammar/occurrences.hpp"
#include "grammar/pattern.hpp"
#include "grammar/pattern_trie.hpp"
#include "grammar/phrase_pairs.hpp"
#include "grammar/rules.hpp"
#include "grammar/tally.hpp"

namespace rectrix::grammar {

// Not for several threads at once: each has its own. Results never depend on what was extracted before.
class Extractor {
 public:
  // budget: what may be kept between sentences, by all extractors that share it.
  Extractor(std::shared_ptr<const BitextIndex> bitext, const HieroOptions& options, const CacheBudget& budget);
  Extractor(std::shared_ptr<const BitextIndex> bitext, const HieroOptions& options)
      : Extractor(std::move(bitext), options, CacheBudget(options.cache_bytes)) {}
  Extractor(const Extractor&) = delete;  // its parts point to each other
  Extractor& operator=(const Extractor&) = delete;

  // Appends the rules of all patterns in a sentence, words numbered by bitext.source_words(). left_out: a sentence
  // of the bitext whose occurrences do not count.
  void extract(std::span<const Word> sentence, std::optional<std::uint32_t> left_out, Rules& rules);

  // What is kept between sentences.
  std::size_t bytes() const { return trie_.bytes() + rules_.bytes(); }

 private:
  struct Walk;

  void visit(PatternNode& node, int begin, int end, Walk& walk);
  void extend(PatternNode& node, int begin, int end, Walk& walk);
  void step(PatternNode& node, bool gap, int begin, int place, Walk& walk);
  void give_rules(PatternNode& node, Walk& walk);
  void give_kept(PatternNode& node, Walk& walk);

  void take_sample(PatternNode& node, const Walk& walk);
  void sample_interval(const PatternNode& node);
  void sample_shuffled(PatternNode& node, const Walk& walk);
  void add_rules(const Pattern& pattern, Rules& rules);
  bool is_leaf(const Pattern& pattern) const { return pattern.size() >= options_.max_symbols; }
  void forget_if_full();

  std::shared_ptr<const BitextIndex> bitext_;
  HieroOptions options_;
  CacheBudget::Share share_;
  PatternTrie trie_;
  Rules rules_{column_names()};  // of all nodes that are extracted
  std::uint32_t sentence_ = 0;

  Tally tally_;
  PhrasePairs pairs_;
  LexicalWeigher weigher_;
  // Of the pattern whose rules are being extracted:
  std::vector<Occurrence> sample_;  // in the text's own order, without those that certainly have no translation
  std::uint32_t looked_at_ = 0;     // the size of the sample with those
  bool left_out_ = false;           // were occurrences taken out of it?
};

}  // namespace rectrix::grammar
