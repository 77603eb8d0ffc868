// What an overlay says about one sentence: which rules of its grammar are confirmed, and which are new.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "decode/blend.hpp"
#include "decode/overlay.hpp"

namespace rectrix::decode {

class LearnedRules {
 public:
  // No overlay: nothing was learned.
  LearnedRules(std::shared_ptr<const Overlay> overlay, std::span<const std::string> score_names);

  // A new sentence; new target words join target_words.
  void start(std::span<const Word> sentence, const LocalVocabulary& source_words, LocalVocabulary& target_words);

  bool empty() const { return sides_.empty(); }
  std::uint32_t longest() const { return longest_; }  // words of the longest source side without gaps
  // What was learned of a source side; nullptr if nothing was.
  const LearnedSide* find(std::span<const grammar::Symbol> source) const;

  // Adds a rule of the grammar to `rules`, with the counts of confirmed pairs if its source side has any: then true.
  bool add(const grammar::Rule& rule, grammar::Rules& rules);
  // Adds a learned rule unless the grammar had it, and then returns true. All rules of the grammar with this source side come before.
  bool add_other(const LearnedSide& side, const LearnedTarget& target, grammar::Rules& rules);
  void add_others(grammar::Rules& rules);

  // Source words that a rule translates as a confirmed pair does, less what the grammar knew of them; 0 if it was not confirmed.
  float words(std::uint32_t rule) const { return rule < words_.size() ? words_[rule] : 0; }

 private:
  void note(std::size_t rule, const LearnedSide& side, double seen);

  std::shared_ptr<const Overlay> overlay_;
  Blend blend_;
  std::vector<LearnedSide> sides_;
  std::unordered_map<std::u32string, std::size_t> places_;  // in sides_, by the symbols of a source side
  std::vector<double> seen_;                                // by side: how often the grammar saw it
  std::vector<std::vector<bool>> used_;                     // by side and target: the grammar has it
  std::vector<float> words_;                                // by rule
  std::vector<float> scores_;
  std::uint32_t longest_ = 0;
};

}  // namespace rectrix::decode
