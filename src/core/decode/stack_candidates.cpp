// Which candidates of a stack's cubes are taken.
#include <algorithm>
#include <functional>

#include "decode/inside.hpp"
#include "decode/stack_search.hpp"

namespace rectrix::decode {
namespace {

constexpr double kWider = 1.25;  // how margins grow; only speed depends on it

}  // namespace

// The best candidates, as many as the limit allows. What language models will say of one does not change the order of
// the others, so there is no queue: those within a margin of the best one are listed, a wider one until they are enough.
void StackSearch::choose(std::size_t limit, bool all) {
  double best = -kInfinity;
  for (const Cube& cube : cubes_.front()) best = std::max(best, estimate(cube, hypotheses_[groups_[cube.group].first], 0));
  double margin = all ? kInfinity : margin_ * kWider;
  for (double next = list(best - margin); candidates_.size() < limit && next > -kInfinity; next = list(best - margin)) {
    margin = std::max(margin * kWider, best - next);
  }
  if (candidates_.size() <= limit) return;
  ranks_.clear();
  for (const Candidate& candidate : candidates_) ranks_.push_back(candidate.rank);
  const auto last = ranks_.begin() + static_cast<std::ptrdiff_t>(limit) - 1;
  std::nth_element(ranks_.begin(), last, ranks_.end(), std::greater<>());
  margin_ = std::max(0.0, best - *last);
  // Of equals, those that come first: monotone translations come before others.
  auto equals = std::count(ranks_.begin(), last + 1, *last);
  std::erase_if(candidates_, [&, least = *last](const Candidate& candidate) {
    return candidate.rank < least || (candidate.rank == least && equals-- <= 0);
  });
}

// All candidates not worse than `least`; returns the best one of those that are, or minus infinity.
double StackSearch::list(double least) {
  double next = -kInfinity;
  const auto& cubes = cubes_.front();
  candidates_.clear();
  for (std::uint32_t number = 0; number < cubes.size(); ++number) {
    const Cube& cube = cubes[number];
    const Group& group = groups_[cube.group];
    double begin = kInfinity;  // the rank of the hypothesis before with its first option
    for (std::uint32_t member = 0; member < group.count && begin >= least; ++member) {
      const std::uint32_t from = group.first + member;
      if (!may_follow(hypotheses_[from], cube)) continue;
      double rank = begin;
      for (std::uint32_t option = 0; option < cube.options.count; ++option) {
        const double total = estimate(cube, hypotheses_[from], option);
        rank = std::min(rank, total);
        if (option == 0) begin = rank;
        if (rank < least) {
          next = std::max(next, rank);
          break;
        }
        if (follows_target(hypotheses_[from], cube.options.first + option)) {
          candidates_.push_back({total, rank, number, from, cube.options.first + option});
        }
      }
    }
  }
  return next;
}

// For forests, which want the best derivations and not only the best hypotheses: candidates best first by what language
// models say of them. Each leads to its neighbors; a model may dislike one of two good ones, so either leads to a candidate.
void StackSearch::explore(std::size_t limit) {
  candidates_.clear();
  candidate_states_.clear();
  candidate_scores_.clear();
  heap_.clear();
  std::size_t size = 0;
  for (Cube& cube : cubes_.front()) {
    // A step to the next option takes a pop: those beyond the limit are out of reach.
    cube.options.count = static_cast<std::uint32_t>(std::min<std::size_t>(cube.options.count, limit));
    cube.reached = size;
    size += std::size_t{groups_[cube.group].count} * cube.options.count;
  }
  reached_.assign(size, false);
  for (std::uint32_t cube = 0; cube < cubes_.front().size(); ++cube) push(cube, 0, 0);
  for (std::size_t pops = 0; pops < limit && !heap_.empty(); ++pops) {
    const auto [total, number] = heap_.front();
    std::pop_heap(heap_.begin(), heap_.end(), Worse());
    heap_.pop_back();
    const Candidate best = candidates_[number];
    make(best, total, candidate_states_.data() + number * models_, candidate_scores_.data() + number * models_);
    const Cube& cube = cubes_.front()[best.cube];
    const std::uint32_t member = best.from - groups_[cube.group].first, option = best.option - cube.options.first;
    push(best.cube, member, option + 1);
    push(best.cube, member + 1, option);
  }
}

void StackSearch::push(std::uint32_t number, std::uint32_t member, std::uint32_t option) {
  const Cube& cube = cubes_.front()[number];
  const Group& group = groups_[cube.group];
  while (member < group.count && !may_follow(hypotheses_[group.first + member], cube)) ++member;
  if (member >= group.count || option >= cube.options.count) return;
  const auto reached = reached_.begin() + static_cast<std::ptrdiff_t>(cube.reached + std::size_t{member} * cube.options.count + option);
  if (*reached) return;
  *reached = true;
  const double total = estimate(cube, hypotheses_[group.first + member], option);
  candidates_.push_back({total, total, number, group.first + member, cube.options.first + option});
  heap_.push_back({total + follow(candidates_.back()), static_cast<std::uint32_t>(candidates_.size() - 1)});
  std::push_heap(heap_.begin(), heap_.end(), Worse());
  candidate_states_.insert(candidate_states_.end(), taken_states_.begin(), taken_states_.end());
  candidate_scores_.insert(candidate_scores_.end(), taken_scores_.begin(), taken_scores_.end());
}

bool StackSearch::follows_target(const Hypothesis& before, std::uint32_t option) const {
  if (options_->target() == nullptr) return true;
  const std::span<const Word> target = *options_->target();
  const auto words = options_->rule((*options_)[option]).target;
  const auto rest = target.subspan(before.words);
  if (words.size() > rest.size() || (at_goal_ && words.size() != rest.size())) return false;
  return std::equal(words.begin(), words.end(), rest.begin(), [](grammar::Symbol a, Word b) { return static_cast<Word>(a) == b; });
}

bool StackSearch::may_follow(const Hypothesis& before, const Cube& cube) const {
  return !chosen_->itg || reach_.may_follow(before.last, before.coverage, cube.begin, cube.end);
}

// The total that an option gives behind a hypothesis, if language models do not look beyond its words.
double StackSearch::estimate(const Cube& cube, const Hypothesis& before, std::uint32_t rank) const {
  const SpanOption& option = (*options_)[cube.options.first + rank];
  double score = before.score + option.estimate - options_->distortion_weight() * jump(before.last.end, option.begin);
  if (options_->reordering().any()) score += reorder(before, option);
  return score + cube.future;
}

}  // namespace rectrix::decode
