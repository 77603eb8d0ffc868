#include "decode/stack_search.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <utility>

namespace rectrix::decode {
namespace {

constexpr std::size_t kStackHaste = 20;  // pops per stack when time is up

}  // namespace

void StackSearch::search(const SpanOptions& options, const Zones& zones, const StackOptions& chosen, bool keep_arcs, SearchReport& report) {
  reset(options, zones, chosen, keep_arcs, report);
  const std::uint32_t words = options.words();
  if (words == 0) return;
  groups_.assign(1, {0, 1, {}, 0});
  members_.assign(1, 0);
  add_cubes(0);
  for (std::uint32_t covered = 1; covered <= words; ++covered) {
    at_goal_ = covered == words;
    fill(covered);
    const auto first = static_cast<std::uint32_t>(hypotheses_.size());
    prune();
    if (at_goal_) break;
    auto g = static_cast<std::uint32_t>(groups_.size());
    group(first);
    for (; g < groups_.size(); ++g) add_cubes(g);
  }
  if (!made_.empty()) goal_ = static_cast<std::uint32_t>(hypotheses_.size() - 1);
}

void StackSearch::reset(const SpanOptions& options, const Zones& zones, const StackOptions& chosen, bool keep_arcs, SearchReport& report) {
  options_ = &options;
  zones_ = &zones;
  chosen_ = &chosen;
  report_ = &report;
  models_ = options.models();
  keep_arcs_ = keep_arcs;
  goal_ = kNone;
  report.pop_limit = chosen.pop_limit;
  if (chosen.pop_limit > 0) {
    const long affordable = std::max(1L, chosen.hypotheses / std::max(1L, static_cast<long>(options.words())));
    report.pop_limit = static_cast<int>(std::min<long>(affordable, chosen.pop_limit));
  }
  using Clock = std::chrono::steady_clock;
  deadline_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(chosen.seconds));
  reach_.reset(options.reordering().hierarchical(), chosen.itg);
  states_.clear();
  arcs_.clear();
  arc_scores_.clear();
  cubes_.resize(std::max<std::size_t>(cubes_.size(), options.words() + std::size_t{1}));
  for (auto& cubes : cubes_) cubes.clear();
  hypotheses_.assign(1, {0, 0, {}, kNone, kNone, {}});
  for (std::size_t m = 0; m < models_; ++m) states_.push_back(options.model(m).begin());
}

std::size_t StackSearch::pop_limit() {
  if (chosen_->seconds > 0 && (report_->out_of_time || std::chrono::steady_clock::now() > deadline_)) {
    report_->out_of_time = true;
    return kStackHaste;
  }
  return report_->pop_limit == 0 ? std::numeric_limits<std::size_t>::max() : static_cast<std::size_t>(report_->pop_limit);
}

void StackSearch::fill(std::uint32_t covered) {
  // Of equals, the one that came first: monotone translations come before others.
  const auto worse = [](const Entry& a, const Entry& b) {
    return a.total != b.total ? a.total < b.total : a.candidate > b.candidate;
  };
  candidates_.clear();
  candidate_states_.clear();
  candidate_scores_.clear();
  heap_.clear();
  made_.clear();
  made_states_.clear();
  made_arcs_.clear();
  made_arc_scores_.clear();
  table_.assign(std::max<std::size_t>(table_.size(), 64), 0);
  cubes_.front().swap(cubes_[covered]);  // stack 0 is never filled: its place holds the cubes being emptied
  const std::size_t limit = pop_limit();
  seed(limit);
  floor_ = -std::numeric_limits<double>::infinity();
  std::make_heap(heap_.begin(), heap_.end(), worse);
  for (std::size_t pops = 0; pops < limit && !heap_.empty(); ++pops) {
    std::pop_heap(heap_.begin(), heap_.end(), worse);
    const Entry best = heap_.back();
    heap_.pop_back();
    // Without arcs to keep, what will not stay need not be made.
    if (keep_arcs_ || best.total >= floor_) take(best);
    const std::size_t before = heap_.size();
    push_successors(candidates_[best.candidate]);
    for (std::size_t end = before + 1; end <= heap_.size(); ++end) {
      std::push_heap(heap_.begin(), heap_.begin() + static_cast<std::ptrdiff_t>(end), worse);
    }
  }
  report_->hypotheses += candidates_.size();
  cubes_.front().clear();
}

// The best candidate of each cube.
void StackSearch::seed(std::size_t limit) {
  auto& cubes = cubes_.front();
  std::size_t size = 0;
  for (Cube& cube : cubes) {
    // A step to the next option takes a pop: those beyond the limit are out of reach.
    cube.options.count = static_cast<std::uint32_t>(std::min<std::size_t>(cube.options.count, limit));
    cube.reached = size;
    size += std::size_t{groups_[cube.group].count} * cube.options.count;
  }
  reached_.assign(size, false);
  for (std::uint32_t cube = 0; cube < cubes.size(); ++cube) {
    if (options_->target() == nullptr) {
      push(cube, 0, 0);
      continue;
    }
    // Neighbors of a candidate that leaves the target may follow it: all are tried.
    for (std::uint32_t member = 0; member < groups_[cubes[cube].group].count; ++member) {
      for (std::uint32_t option = 0; option < cubes[cube].options.count; ++option) push(cube, member, option);
    }
  }
}

bool StackSearch::follows_target(const Hypothesis& before, const SpanOption& option) const {
  const std::span<const Word> target = *options_->target();
  const auto words = options_->rule(option).target;
  const auto rest = target.subspan(before.words);
  if (words.size() > rest.size() || (at_goal_ && words.size() != rest.size())) return false;
  return std::equal(words.begin(), words.end(), rest.begin(), [](grammar::Symbol a, Word b) { return static_cast<Word>(a) == b; });
}

// The next hypothesis of the cube's group that its span may follow.
std::uint32_t StackSearch::next_member(const Cube& cube, std::uint32_t member) const {
  if (!chosen_->itg) return member;
  const Group& group = groups_[cube.group];
  const auto follows = [&](const Hypothesis& before) {
    return reach_.may_follow(before.last, before.coverage, cube.begin, cube.end);
  };
  while (member < group.count && !follows(hypotheses_[members_[group.first + member]])) ++member;
  return member;
}

void StackSearch::push(std::uint32_t number, std::uint32_t member, std::uint32_t rank) {
  const Cube& cube = cubes_.front()[number];
  const Group& group = groups_[cube.group];
  member = next_member(cube, member);
  if (member >= group.count || rank >= cube.options.count) return;
  const auto reached = reached_.begin() + static_cast<std::ptrdiff_t>(cube.reached + std::size_t{member} * cube.options.count + rank);
  if (*reached) return;
  *reached = true;
  const std::uint32_t from = members_[group.first + member];
  const SpanOption& option = (*options_)[cube.options.first + rank];
  if (options_->target() != nullptr && !follows_target(hypotheses_[from], option)) return;
  double score = hypotheses_[from].score + evaluate(hypotheses_[from], option);
  for (std::size_t m = 0; m < models_; ++m) {
    lm::RuleScore words(options_->model(m), scratch_);
    words.begin(states_[from * models_ + m]);
    words.nonterminal(options_->state(option, m));
    if (at_goal_) words.terminal(kSentenceEnd);
    const float change = words.finish() + options_->model_score(option, m);
    score += options_->model_weight(m) * change;
    candidate_states_.push_back(scratch_.right);
    candidate_scores_.push_back(change);
  }
  heap_.push_back({score + cube.future, static_cast<std::uint32_t>(candidates_.size())});
  candidates_.push_back({score, number, member, rank});
}

// A language model may dislike one of two good neighbors, so either of them leads to a candidate.
void StackSearch::push_successors(const Candidate& from) {
  const auto [score, cube, member, option] = from;
  push(cube, member, option + 1);
  push(cube, member + 1, option);
}

// What an option adds behind a hypothesis, language models left aside.
double StackSearch::evaluate(const Hypothesis& before, const SpanOption& option) {
  double score = option.score - options_->distortion_weight() * jump(before.last.end, option.begin);
  if (options_->reordering().any()) score += reorder(before, option);
  return score;
}

double StackSearch::reorder(const Hypothesis& before, const SpanOption& option) const {
  const FoundOrientations found = orientations(before, option);
  const auto add = [](const OrientationScores& own, const OrientationScores* last, Orientations at) {
    const float backward = own.backward[static_cast<std::size_t>(at.backward)];
    return last == nullptr ? backward : backward + last->forward[static_cast<std::size_t>(at.forward)];
  };
  const ReorderingScores* last = before.option == kNone ? nullptr : &(*options_)[before.option].reordering;
  double score = add(option.reordering.phrase, last == nullptr ? nullptr : &last->phrase, found.phrase);
  if (options_->reordering().hierarchical()) {
    score += add(option.reordering.block, last == nullptr ? nullptr : &last->block, found.block);
  }
  return score;
}

void StackSearch::take(const Entry& entry) {
  const Candidate& candidate = candidates_[entry.candidate];
  const Cube& cube = cubes_.front()[candidate.cube];
  const std::uint32_t from = members_[groups_[cube.group].first + candidate.member];
  const std::uint32_t number = cube.options.first + candidate.option;
  const SpanOption& option = (*options_)[number];
  Hypothesis made{candidate.score, entry.total, cube.coverage, from, number, reach_.after(hypotheses_[from].last, option)};
  if (options_->target() != nullptr) {
    made.words = hypotheses_[from].words + static_cast<std::uint32_t>(options_->rule(option).target.size());
  }
  const std::uint32_t place = find_place(made, candidate_states_.data() + entry.candidate * models_);
  if (keep_arcs_) {
    made_arcs_.push_back({place, from, number, candidate.score - hypotheses_[from].score});
    const auto scores = candidate_scores_.begin() + static_cast<std::ptrdiff_t>(entry.candidate * models_);
    made_arc_scores_.insert(made_arc_scores_.end(), scores, scores + static_cast<std::ptrdiff_t>(models_));
  }
}

bool StackSearch::same(const Hypothesis& a, const lm::State* a_states, const Hypothesis& b, const lm::State* b_states) const {
  if (a.coverage.window != b.coverage.window || a.last.end != b.last.end || a.last.blocks != b.last.blocks || a.words != b.words) return false;
  if (options_->reordering().any()) {
    const auto swap = [](const Hypothesis& h) { return h.last.begin > 0 && !h.coverage.covers(h.last.begin - 1) ? h.last.begin : 0; };
    if (swap(a) != swap(b) || (*options_)[a.option].reordering.forward_class != (*options_)[b.option].reordering.forward_class) return false;
  }
  return std::equal(a_states, a_states + models_, b_states);
}

std::uint64_t StackSearch::hash(const Hypothesis& made, const lm::State* states) const {
  std::uint64_t hash = combine(combine(made.coverage.window, made.last.end), made.words);
  if (options_->reordering().any()) hash = combine(hash, (*options_)[made.option].reordering.forward_class);
  for (std::size_t m = 0; m < models_; ++m) hash = combine(hash, states[m].hash());
  return hash;
}

// The hypothesis of this stack that is the same; a new one if there is none.
std::uint32_t StackSearch::find_place(const Hypothesis& made, const lm::State* states) {
  if ((made_.size() + 1) * 2 > table_.size()) grow_table();
  std::size_t i = at_goal_ ? 0 : hash(made, states) & (table_.size() - 1);
  for (; table_[i] != 0; i = (i + 1) & (table_.size() - 1)) {
    const std::uint32_t place = table_[i] - 1;
    if (!at_goal_ && !same(made_[place], made_states_.data() + place * models_, made, states)) continue;
    if (made.total > made_[place].total) made_[place] = made;
    return place;
  }
  table_[i] = static_cast<std::uint32_t>(made_.size() + 1);
  made_.push_back(made);
  made_states_.insert(made_states_.end(), states, states + models_);
  if (chosen_->stack > 0 && made_.size() % (2 * static_cast<std::size_t>(chosen_->stack)) == 0) raise_floor();
  return static_cast<std::uint32_t>(made_.size() - 1);
}

// Totals only rise: what is worse than a full stack by now will not stay.
void StackSearch::raise_floor() {
  totals_.clear();
  for (const Hypothesis& hypothesis : made_) totals_.push_back(hypothesis.total);
  const auto last = totals_.begin() + chosen_->stack - 1;
  std::nth_element(totals_.begin(), last, totals_.end(), std::greater<>());
  floor_ = *last;
}

void StackSearch::grow_table() {
  table_.assign(table_.size() * 2, 0);
  for (std::uint32_t number = 0; number < made_.size(); ++number) {
    std::size_t i = hash(made_[number], made_states_.data() + number * models_) & (table_.size() - 1);
    while (table_[i] != 0) i = (i + 1) & (table_.size() - 1);
    table_[i] = number + 1;
  }
}

// The best of the stack join the hypotheses, best first.
void StackSearch::prune() {
  const auto better = [this](std::uint32_t a, std::uint32_t b) {
    return made_[a].total != made_[b].total ? made_[a].total > made_[b].total : a < b;
  };
  order_.resize(made_.size());
  for (std::uint32_t i = 0; i < order_.size(); ++i) order_[i] = i;
  if (chosen_->stack > 0 && order_.size() > static_cast<std::size_t>(chosen_->stack)) {
    std::nth_element(order_.begin(), order_.begin() + chosen_->stack, order_.end(), better);
    order_.resize(static_cast<std::size_t>(chosen_->stack));
  }
  std::sort(order_.begin(), order_.end(), better);
  names_.assign(made_.size(), kNone);
  for (const std::uint32_t number : order_) {
    if (chosen_->threshold > 0 && made_[number].total < made_[order_.front()].total - chosen_->threshold) break;
    names_[number] = static_cast<std::uint32_t>(hypotheses_.size());
    hypotheses_.push_back(made_[number]);
    const lm::State* states = made_states_.data() + number * models_;
    states_.insert(states_.end(), states, states + models_);
  }
  for (std::size_t i = 0; i < made_arcs_.size(); ++i) {
    if (names_[made_arcs_[i].head] == kNone) continue;
    arcs_.push_back(made_arcs_[i]);
    arcs_.back().head = names_[made_arcs_[i].head];
    const float* scores = made_arc_scores_.data() + i * models_;
    arc_scores_.insert(arc_scores_.end(), scores, scores + models_);
  }
}

}  // namespace rectrix::decode
