#include "decode/cube_pruning.hpp"

#include <algorithm>
#include <functional>
#include <limits>

namespace rectrix::decode {

void CubePruning::fill(const SearchRules& rules, std::span<const Cube> cubes, std::size_t limit, std::uint32_t corners,
                       Hypotheses& hypotheses) {
  rules_ = &rules;
  cubes_ = cubes;
  limit_ = limit;
  hypotheses_ = &hypotheses;
  best_.clear();
  heap_.clear();
  made_.clear();
  states_.clear();
  seen_.clear();
  for (std::uint32_t cube = 0; cube < cubes_.size(); ++cube) make_corners(cube, corners);
  for (std::size_t pops = 0; pops < limit && !heap_.empty(); ++pops) {
    const std::uint32_t best = heap_.front().made;
    std::pop_heap(heap_.begin(), heap_.end());
    heap_.pop_back();
    const Candidate taken = made_[best];
    const std::uint32_t rule = cubes_[taken.place.cube].rules.first + taken.place.rule;
    hypotheses.add(rule, taken.tails, taken.own, taken.score, states_, best);
    make_successors(taken.place);
  }
}

void CubePruning::make_corners(std::uint32_t number, std::uint32_t corners) {
  const Cube& cube = cubes_[number];
  for (std::uint32_t rule = 0; rule < std::min(corners, cube.rules.count); ++rule) {
    // Without gaps the estimate is the score, and rules are sorted by it.
    if (cube.cells[0] == kNone && is_hopeless((*rules_)[cube.rules.first + rule].estimate)) return;
    make({number, rule, {0, 0}});
  }
}

void CubePruning::note(double score) {
  if (best_.size() == limit_) {
    std::pop_heap(best_.begin(), best_.end(), std::greater<>());
    best_.pop_back();
  }
  best_.push_back(score);
  std::push_heap(best_.begin(), best_.end(), std::greater<>());
}

// Each place is made when the first of those before it is taken.
void CubePruning::make_successors(const Place from) {
  const Cube& cube = cubes_[from.cube];
  for (std::size_t gap = 0; gap < 2; ++gap) {
    if (cube.cells[gap] == kNone || from.ranks[gap] + 1 == hypotheses_->cell(cube.cells[gap]).count) continue;
    Place next = from;
    ++next.ranks[gap];
    const std::uint64_t rule = (static_cast<std::uint64_t>(next.cube) << 32) | next.rule;
    const std::uint64_t ranks = (static_cast<std::uint64_t>(next.ranks[0]) << 32) | next.ranks[1];
    if (cube.cells[1] == kNone || seen_.insert(combine(mix(rule), ranks))) make(next);
  }
}

// Puts a candidate together and scores it. One that is worse than the best `limit` corners will never be taken.
void CubePruning::make(const Place place) {
  const Cube& cube = cubes_[place.cube];
  Candidate candidate{place, {kNone, kNone}, 0, 0};
  for (std::size_t gap = 0; gap < 2; ++gap) {
    if (cube.cells[gap] == kNone) continue;
    candidate.tails[gap] = hypotheses_->ranked(cube.cells[gap], place.ranks[gap]);
    candidate.score += hypotheses_->vertices()[candidate.tails[gap]].score;
  }
  candidate.own = hypotheses_->join(cube.rules.first + place.rule, candidate.tails, states_);
  candidate.score += candidate.own;
  if (candidate.own == -std::numeric_limits<double>::infinity()) {  // refused; others behind it may not be
    hypotheses_->drop_last(states_);
    return make_successors(place);
  }
  if (is_hopeless(candidate.score)) return hypotheses_->drop_last(states_);
  note(candidate.score);
  heap_.push_back({candidate.score, static_cast<std::uint32_t>(made_.size())});
  std::push_heap(heap_.begin(), heap_.end());
  made_.push_back(candidate);
}

}  // namespace rectrix::decode
