// What was learned from confirmed pairs since the model was made: their rules, in memory beside the mapped grammar, with
// counts that add to the grammar's own (Denkowski et al. 2014).
//
//   overlay.add(pair, options);                            // one thread; decoders in others go on
//   for (const LearnedSide& side : overlay.match(...)) ...  // the source sides that a sentence has
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <shared_mutex>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "decode/source_trie.hpp"
#include "grammar/bitext.hpp"
#include "grammar/pattern.hpp"
#include "text/vocabulary.hpp"

namespace rectrix::decode {

// How rules are taken from a pair: hierarchical ones, or phrases of at most so many words on each side.
struct LearnOptions {
  grammar::HieroOptions hiero{};
  int phrase_length = 0;  // 0: hierarchical rules
};

// A learned translation in the numbers of one sentence.
struct LearnedTarget {
  std::vector<grammar::Symbol> target;
  std::vector<grammar::Link> links;
  double pair = 0, target_count = 0;               // how often it was confirmed, and its target side
  double target_lexical = 0, source_lexical = 0;  // natural logarithms, by the links of confirmed pairs
};

// A source side of a sentence, with all its learned translations.
struct LearnedSide {
  std::vector<grammar::Symbol> source;
  double count;  // how often it was confirmed
  std::vector<LearnedTarget> targets;

  // The translation that is `target`; nullptr if it was not confirmed.
  const LearnedTarget* find(std::span<const grammar::Symbol> target) const;
};

class Overlay {
 public:
  // weight: of a confirmed occurrence, in occurrences of the training text.
  explicit Overlay(double weight) : weight_(weight) {}
  double weight() const { return weight_; }

  // Adds the rules of all pairs of an aligned bitext; returns how many there were.
  std::size_t add(const std::shared_ptr<const grammar::BitextIndex>& pairs, const LearnOptions& options);

  // The learned source sides that a sentence has. New target words join target_words.
  std::vector<LearnedSide> match(std::span<const Word> sentence, const LocalVocabulary& source_words,
                                 LocalVocabulary& target_words) const;

 private:
  using Side = std::vector<grammar::Symbol>;
  struct Entry {
    std::uint32_t count = 0;
    std::map<std::pair<Side, std::vector<grammar::Link>>, std::uint32_t> targets;
  };
  struct Walk;

  void count_rule(const grammar::Rule& rule, const grammar::BitextIndex& pairs);
  void count_links(const grammar::BitextIndex& pairs);
  static Side own(std::span<const grammar::Symbol> side, const Vocabulary& from, Vocabulary& to);
  void visit(Walk& walk, std::uint32_t node, std::size_t place) const;
  LearnedSide learned(const Walk& walk, const Entry& entry) const;
  void weigh(const Side& source, const Side& target, LearnedTarget& found) const;

  double weight_;
  mutable std::shared_mutex mutex_;
  Vocabulary source_words_, target_words_;
  SourceTrie trie_;
  std::vector<Entry> entries_;  // by node of the trie
  std::map<Side, std::uint32_t> target_counts_;
  // By source and target word, kUnknown for none: how often they were linked; and all links of a word.
  std::unordered_map<std::uint64_t, std::uint32_t> links_;
  std::unordered_map<Word, std::uint32_t> source_links_, target_links_;
};

}  // namespace rectrix::decode
