// The rules that apply to a sentence, extracted from an indexed bitext when they are needed (Lopez 2007, 2008).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "grammar/bitext.hpp"
#include "grammar/columns.hpp"
#include "grammar/occurrences.hpp"
#include "grammar/pattern.hpp"
#include "grammar/phrase_pairs.hpp"
#include "grammar/rules.hpp"
#include "grammar/tally.hpp"

namespace rectrix::grammar {

// Not for several threads at once: each has its own. Results never depend on what was extracted before.
class Extractor {
 public:
  Extractor(std::shared_ptr<const Bitext> bitext, const HieroOptions& options);
  Extractor(const Extractor&) = delete;  // its parts point to each other
  Extractor& operator=(const Extractor&) = delete;

  // Appends the rules of all patterns in a sentence, words numbered by bitext.source_words(). left_out: a sentence
  // of the bitext whose occurrences do not count.
  void extract(std::span<const Word> sentence, std::optional<std::uint32_t> left_out, Rules& rules);

 private:
  struct Node {
    Interval interval;           // where a pattern without gaps occurs
    std::uint32_t count = 0;     // occurrences
    std::uint32_t sentence = 0;  // the last one, counted from 1, that has asked for the rules
    bool useful = false;         // had it occurrences that counted for that sentence?
    bool listed = false, extracted = false;
    std::uint32_t rules_begin = 0, rules_end = 0;  // in rules_
    std::vector<Occurrence> list;                  // in the order of the text, if listed
  };
  struct Walk;

  void visit(const Pattern& pattern, Node& node, int begin, int end, Walk& walk);
  void extend(const Pattern& pattern, int begin, int end, Walk& walk);
  void give_rules(const Pattern& pattern, Node& node, Walk& walk);

  Node& find_or_make(const Pattern& pattern);
  const std::vector<Occurrence>& list(const Pattern& pattern, Node& node);
  std::vector<Occurrence> locate(const Pattern& pattern);
  void drop_list(Node& node);
  void take_sample(const Pattern& pattern, Node& node);
  bool leave_out(std::uint32_t sentence);
  void add_rules(const Pattern& pattern, Rules& rules);
  bool is_leaf(const Pattern& pattern) const { return pattern.size() >= options_.max_symbols; }
  void forget_if_full();

  std::shared_ptr<const Bitext> bitext_;
  HieroOptions options_;
  std::unordered_map<Pattern, Node, PatternHash> nodes_;
  Rules rules_{column_names()};  // of all extracted nodes
  std::size_t listed_ = 0;       // occurrences in all nodes
  std::uint32_t sentence_ = 0;

  Tally tally_;
  PhrasePairs pairs_;
  LexicalWeigher weigher_;
  std::vector<Occurrence> found_;  // of the pattern being located; kept, so that it need not grow each time
  std::vector<Occurrence> sample_;
};

}  // namespace rectrix::grammar
