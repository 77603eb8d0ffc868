#include "decode/cube_pruning.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <utility>

namespace rectrix::decode {
namespace {

constexpr double kWorst = -std::numeric_limits<double>::infinity();

}  // namespace

void CubePruning::fill(const SearchRules& rules, std::span<const Cube> cubes, CellLimits limits, Hypotheses& hypotheses) {
  rules_ = &rules;
  cubes_ = cubes;
  left_ = limits.hypotheses;
  bar_ = kWorst;
  hypotheses_ = &hypotheses;
  heap_.clear();
  made_.clear();
  seen_.clear(limits.hypotheses == kAll ? 0 : 2 * limits.hypotheses);  // whoever is taken has two successors at most
  const double promise = promise_of(limits.rules);
  for (std::uint32_t cube = 0; cube < cubes_.size(); ++cube) make_corners(cube, promise);
  std::make_heap(heap_.begin(), heap_.end());
  while (left_ > 0 && !heap_.empty()) take_best();
}

// The scores of the best hypotheses in a cube's gaps; the worst there is if a gap has none.
double CubePruning::best_tails(const Cube& cube) const {
  double sum = 0;
  for (const std::uint32_t cell : cube.cells) {
    if (cell == kNone) continue;
    sum += hypotheses_->cell(cell).count == 0 ? kWorst : hypotheses_->ranked(cell, 0).score;
  }
  return sum;
}

// What the rank-th best rule (from 1) promises by its estimate and the best of its gaps.
double CubePruning::promise_of(std::size_t rank) {
  if (rank == kAll) return kWorst;
  promises_.clear();
  for (const Cube& cube : cubes_) {
    const double tails = best_tails(cube);
    for (std::uint32_t rule = 0; rule < cube.rules.count; ++rule) {
      promises_.push_back(tails + (*rules_)[cube.rules.first + rule].estimate);
    }
  }
  if (promises_.size() <= rank) return kWorst;
  const auto at = promises_.begin() + static_cast<std::ptrdiff_t>(rank) - 1;
  std::nth_element(promises_.begin(), at, promises_.end(), std::greater<>());
  return *at;
}

// Rules are sorted by their estimates.
void CubePruning::make_corners(std::uint32_t number, double promise) {
  const Cube& cube = cubes_[number];
  const double tails = best_tails(cube);
  if (tails == kWorst) return;
  for (std::uint32_t rule = 0; rule < cube.rules.count; ++rule) {
    const double estimate = (*rules_)[cube.rules.first + rule].estimate;
    if (tails + estimate < promise) return;
    if (cube.cells[0] == kNone && estimate <= bar_) return;  // without gaps it is the score
    make({number, rule, {0, 0}});
    drop_hopeless();
  }
}

void CubePruning::take_best() {
  const Waiting best = heap_.front();
  const Candidate taken = made_[best.made()];
  const std::uint32_t rule = cubes_[taken.place.cube].rules.first + taken.place.rule;
  hypotheses_->add(rule, taken.tails, taken.own, best.score(), states_, best.made());
  if (--left_ == 0) return;
  const std::size_t before = heap_.size();
  make_successors(taken.place);
  // The last one takes the best one's place: mostly a successor, nearly as good, which does not sink far.
  heap_.front() = heap_.back();
  heap_.pop_back();
  sink(std::min(before, heap_.size()));
  for (std::size_t size = before + 1; size <= heap_.size(); ++size) {
    std::push_heap(heap_.begin(), heap_.begin() + static_cast<std::ptrdiff_t>(size));
  }
  if (drop_hopeless()) std::make_heap(heap_.begin(), heap_.end());
}

// Brings the first of a heap of `size` to its place.
void CubePruning::sink(std::size_t size) {
  const Waiting sinking = heap_.front();
  std::size_t at = 0;
  for (std::size_t child = 1; child < size; child = 2 * at + 1) {
    if (child + 1 < size) child += heap_[child] < heap_[child + 1];
    if (!(sinking < heap_[child])) break;
    heap_[at] = heap_[child];
    at = child;
  }
  heap_[at] = sinking;
}

// Keeps the best left_ candidates once twice as many wait.
bool CubePruning::drop_hopeless() {
  constexpr std::size_t kSlack = 16;  // few are not worth the work
  if (heap_.size() < kSlack || (heap_.size() - kSlack) / 2 < left_) return false;
  const auto worst = heap_.begin() + static_cast<std::ptrdiff_t>(left_) - 1;
  std::nth_element(heap_.begin(), worst, heap_.end(), [](const Waiting& a, const Waiting& b) { return b < a; });
  bar_ = worst->score();
  heap_.erase(worst + 1, heap_.end());
  return true;
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
    if (cube.cells[1] == kNone || seen_.insert(combine(rule, ranks))) make(next);
  }
}

// Puts a candidate together and scores it; it waits, if it can still be taken.
void CubePruning::make(const Place place) {
  const auto number = static_cast<std::uint32_t>(made_.size());
  const Cube& cube = cubes_[place.cube];
  Tails tails{kNone, kNone};
  double score = 0;
  for (std::size_t gap = 0; gap < 2; ++gap) {
    if (cube.cells[gap] == kNone) continue;
    const Ranked& tail = hypotheses_->ranked(cube.cells[gap], place.ranks[gap]);
    tails[gap] = tail.vertex;
    score += tail.score;
  }
  const double own = hypotheses_->join(cube.rules.first + place.rule, tails, states_, number);
  if (own == kWorst) return make_successors(place);  // refused; others behind it may not be
  score += own;
  if (score <= bar_) return;
  heap_.emplace_back(score, number);
  made_.push_back({place, tails, own});
}

}  // namespace rectrix::decode
