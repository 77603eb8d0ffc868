// The scores of rules that confirmed pairs have, too: counts of both add up, a confirmed occurrence weighs more.
#pragma once

#include <span>
#include <string>

#include "decode/overlay.hpp"

namespace rectrix::decode {

class Blend {
 public:
  Blend(std::span<const std::string> score_names, double weight);

  // How often the grammar saw the source side of a rule.
  double source_count(std::span<const float> scores) const { return raw_source_ < 0 ? kSeen : scores[static_cast<std::size_t>(raw_source_)]; }
  // Confirmed occurrences of a source side among all, of which the grammar saw so many: how much it says of what is seen often, too.
  double share(double seen, const LearnedSide& side) const { return weight_ * side.count / (seen + weight_ * side.count); }
  // Changes the scores of a grammar's rule whose source side was learned; target: of the rule, if it was, too.
  void change(std::span<float> scores, const LearnedSide& side, const LearnedTarget* target) const;
  // Sets those of a learned rule that the grammar lacks; seen: how often the grammar saw its source side.
  void set(std::span<float> scores, double seen, const LearnedSide& side, const LearnedTarget& target) const;

 private:
  static constexpr double kSeen = 10;  // what a source side counts if the grammar does not say

  double weight_;
  int p_ef_, p_fe_, lex_ef_, lex_fe_, count_f_, count_ef_, singleton_f_, singleton_ef_, raw_source_, raw_target_, raw_pair_;
};

}  // namespace rectrix::decode
