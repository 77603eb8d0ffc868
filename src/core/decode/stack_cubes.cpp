// Which phrases may follow the hypotheses of a stack: the cubes of their groups.
#include <algorithm>

#include "decode/stack_search.hpp"

namespace rectrix::decode {

void StackSearch::add_cubes(std::uint32_t number) {
  const Coverage coverage = groups_[number].coverage;
  const std::uint32_t words = options_->words();
  const std::uint32_t reach = chosen_->distortion_limit < 0 ? Coverage::kWindow : static_cast<std::uint32_t>(chosen_->distortion_limit);
  for (std::uint32_t begin = coverage.first_gap; begin < words && may_follow(coverage, begin, begin + 1); ++begin) {
    if (!near(groups_[number], begin)) continue;
    for (std::uint32_t length = 1; length <= std::min(options_->longest(), words - begin); ++length) {
      const std::uint32_t end = begin + length;
      if (!may_follow(coverage, begin, end) || coverage.covers(end - 1)) break;
      const SpanOptions::Range range = options_->at(begin, length);
      if (range.count == 0) continue;
      if (zones_->any() && !zones_->allow(coverage, begin, end, reach)) continue;
      const Coverage with = coverage.with(begin, end);
      double future = options_->future(with);
      if (chosen_->distortion_ahead && with.first_gap < words) {
        future -= options_->distortion_weight() * jump(end, with.first_gap);
      }
      cubes_[with.count()].push_back({number, range, begin, end, with, future});
    }
  }
}

bool StackSearch::near(const Group& group, std::uint32_t begin) const {
  return chosen_->distortion_limit < 0 || jump(group.end, begin) <= static_cast<std::uint32_t>(chosen_->distortion_limit);
}

bool StackSearch::may_follow(const Coverage& coverage, std::uint32_t begin, std::uint32_t end) const {
  if (!coverage.fits(begin, end)) return false;
  if (begin == coverage.first_gap || chosen_->distortion_limit < 0) return true;
  // The first gap must stay within reach.
  return end - coverage.first_gap <= static_cast<std::uint32_t>(chosen_->distortion_limit);
}

}  // namespace rectrix::decode
