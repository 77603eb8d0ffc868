// A sentence's rules in the form that search wants: by source side, best first, their target sides in pieces.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "decode/runs.hpp"
#include "decode/scored_rules.hpp"
#include "decode/source_trie.hpp"

namespace rectrix::decode {

// The target side is a row of pieces: a run's number, or a gap (grammar::gap).
struct SearchRule {
  double score;         // of its own features
  double estimate;      // with what the language models give its runs: the order within a source side
  std::uint32_t rule;   // its number in ScoredRules
  std::uint32_t pieces;  // where its pieces begin
  std::uint16_t piece_count;
};

class SearchRules {
 public:
  SearchRules(const ChartParts& parts, const ModelWords& words) : scored_(parts, words), runs_(parts.models) {}

  void prepare(const Request& request, const ChartOptions& options, SearchReport& report);

  const ScoredRules& scored() const { return scored_; }
  ScoredRules& scored() { return scored_; }
  const SourceTrie& trie() const { return trie_; }
  const Runs& runs() const { return runs_; }
  Runs& runs() { return runs_; }

  // The rules whose source side ends at a node of the trie: numbers from first to first + count.
  struct Range {
    std::uint32_t first, count;
  };
  Range at(std::uint32_t node) const { return groups_[node]; }
  // The given translations of a span, by its number in given().
  Range given(std::size_t span) const { return groups_[trie_.size() + span]; }
  // The words that rules' source sides are matched with: kNone where no rule may have one.
  std::span<const Word> words() const { return words_; }
  // Those of `range` whose target side has a translation of the span as part. Numbers found before stay valid.
  Range having(Range range, const GivenSpan& given);
  const SearchRule& operator[](std::uint32_t number) const { return rules_[number]; }
  std::span<const std::int32_t> pieces(const SearchRule& rule) const {
    return std::span(pieces_).subspan(rule.pieces, rule.piece_count);
  }
  // What model m gives the runs of a rule.
  float runs_score(std::uint32_t number, std::size_t m) const { return runs_scores_[number * runs_.models() + m]; }

 private:
  void group();
  void read_words();
  void sort_groups();
  void cut(SearchRule& rule);

  ScoredRules scored_;
  SourceTrie trie_;
  Runs runs_;
  std::vector<SearchRule> rules_;            // the special ones first
  std::vector<Range> groups_;                // by node of the trie, then by given span
  std::vector<std::uint32_t> nodes_;         // by rule
  std::vector<Word> words_;
  std::vector<std::int32_t> pieces_;
  std::vector<float> runs_scores_;
};

}  // namespace rectrix::decode
