// Rules from text, one to a line, in the form that cdec and Joshua share:
//   [X] ||| das [X,1] haus ||| the [X,1] house ||| EgivenFCoherent=0.3 0.9 ||| 0-0 2-2
// The target's gaps may be written [1]; links are optional; a score without a name is called by its place.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/lines.hpp"
#include "grammar/rules.hpp"
#include "text/vocabulary.hpp"

namespace rectrix::grammar {

class RuleReader {
 public:
  // unnamed: what scores without a name are called, followed by their number from 0: "PhraseModel_" in cdec.
  RuleReader(std::string unnamed, Vocabulary& source, Vocabulary& target)
      : unnamed_(std::move(unnamed)), source_words_(&source), target_words_(&target) {}

  // Notes the score names of a text, so that all rules can have the same columns.
  void find_names(Lines& lines);
  const std::vector<std::string>& names() const { return names_; }

  // Appends the rules of a text to `rules`, whose score names must be names(); scores that a rule lacks are 0.
  // Throws an InputError that names file and line where a line is not a rule with X and at most two gaps.
  void read(Lines& lines, Rules& rules);

 private:
  struct Fields {
    std::string_view left, source, target, scores, links;
  };
  Fields split(const Lines& lines, std::string_view line) const;
  template <class Visit>
  void for_each_score(const Lines& lines, std::string_view scores, Visit visit);
  void read_source(const Lines& lines, std::string_view text);
  void read_target(const Lines& lines, std::string_view text);
  void read_links(const Lines& lines, std::string_view text);
  void read_scores(const Lines& lines, std::string_view text);
  std::size_t column(std::string_view name, std::size_t guess);

  std::string unnamed_;
  Vocabulary* source_words_;
  Vocabulary* target_words_;
  std::vector<std::string> names_;
  std::unordered_map<std::string, std::size_t> columns_;
  std::vector<int> labels_;  // the numbers of the source's gaps as written
  std::vector<Symbol> source_, target_;
  std::vector<Link> links_;
  std::vector<float> scores_;
};

}  // namespace rectrix::grammar
