// The patterns that sentences have asked for, as a trie; each knows where it occurs as far as that was needed.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "base/flat_map.hpp"
#include "grammar/bitext.hpp"
#include "grammar/occurrences.hpp"
#include "grammar/pattern.hpp"

namespace rectrix::grammar {

struct PatternNode {
  std::uint32_t number = 0;       // in the trie
  Pattern pattern;
  PatternNode* prefix = nullptr;  // none for a single word
  PatternNode* suffix = nullptr;
  Interval interval;              // where a pattern without gaps occurs: of the suffix array

  std::vector<Occurrence> list;  // in the shuffled text, all those of `level`
  std::uint8_t level = kNoLevel;
  bool settled = false;           // is what follows known of a pattern with gaps?
  bool occurs = false;
  bool sampled = false;           // as often as is looked at, or more?
  std::uint8_t finest = 0;        // the level that a search goes down to
  std::uint8_t sample_level = 0;  // the coarsest that has a whole sample; else the finest
  std::uint32_t found = 0;        // occurrences up to that level

  std::uint32_t sentence = 0;  // the last one, counted from 1, that has asked for the rules
  bool useful = false;         // had it occurrences that counted for that sentence?
  bool extracted = false;
  std::uint32_t rules_begin = 0, rules_end = 0;  // of those kept by the extractor

  // Might it occur although, or more often than, it was found?
  bool partly_searched() const { return !sampled && finest > 0; }

  static constexpr std::uint8_t kNoLevel = 255;
};

// What is found never depends on what was asked for before. References to nodes stay valid until clear() or
// keep_frequent().
class PatternTrie {
 public:
  PatternTrie(const BitextIndex& bitext, const HieroOptions& options);

  PatternNode& word(Word word);
  // The pattern and a word, behind a gap or not; null if there is none yet.
  PatternNode* find(const PatternNode& prefix, bool gap, Word word);
  // The same, made if need be. suffix: prefix.suffix with the same word.
  PatternNode& extend(PatternNode& prefix, PatternNode& suffix, bool gap, Word word);

  // Looks for a pattern with gaps until a sample of it, or all it has beside max_search occurrences of its prefix or
  // suffix, is found.
  void settle(PatternNode& node);
  // A settled pattern's occurrences in the shuffled text: all found, or max_samples at even distances among those of
  // its sample level.
  void sample(PatternNode& node, std::vector<Occurrence>& sample);
  void drop_list(PatternNode& node);

  void clear();
  // Forgets the patterns that occur less often than is looked at: few other sentences will ask for them.
  void keep_frequent();
  std::deque<PatternNode>& nodes() { return nodes_; }
  // All that is kept.
  std::size_t bytes() const { return nodes_.size() * kNodeBytes + edges_.bytes() + listed_ * sizeof(Occurrence) + blocks_.bytes(); }

 private:
  // With what a deque and a list take beside it.
  static constexpr std::size_t kNodeBytes = sizeof(PatternNode) + 32;

  PatternNode& add(Pattern pattern);
  void complete(PatternNode& node, int level);
  void sort_suffixes(PatternNode& node);
  Occurring promising(const Occurring& part, Word word, bool rightward);
  Occurring between(const PatternNode& node, std::uint32_t begin, std::uint32_t end) const;
  int finest_beside(const PatternNode& node) const;
  int sparsest(const PatternNode& node) const;
  double expected(const PatternNode& node) const;
  double cost(const PatternNode& node, bool over_gap, int level) const;

  const BitextIndex* bitext_;
  const ShuffledText* text_;
  HieroOptions options_;
  WordBlocks blocks_;
  std::vector<Occurrence> near_;  // what promising() has found
  double beside_;       // occurrences of a pattern beside which longer ones are looked for
  int coarsest_search_; // a level that is searched even if they occur more often
  std::size_t wanted_;  // occurrences in a sample
  std::deque<PatternNode> nodes_;
  FlatMap<std::uint64_t, std::uint32_t> edges_;  // by prefix, gap and word: the node's number
  std::size_t listed_ = 0;                       // occurrences that all nodes have room for
};

}  // namespace rectrix::grammar
