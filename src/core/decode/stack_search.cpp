#include "decode/stack_search.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
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
  add_cubes(0);
  for (std::uint32_t covered = 1; covered <= words; ++covered) {
    at_goal_ = covered == words;
    fill(covered);
    auto g = static_cast<std::uint32_t>(groups_.size());
    prune();
    for (; !at_goal_ && g < groups_.size(); ++g) add_cubes(g);
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
  margin_ = 0;
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
  taken_states_.resize(models_);
  taken_scores_.resize(models_);
  hypotheses_.assign(1, {0, 0, {}, kNone, kNone, {}});
  for (std::size_t m = 0; m < models_; ++m) states_.push_back(options.model(m).begin());
}

std::size_t StackSearch::pop_limit() {
  if (chosen_->seconds > 0 && (report_->out_of_time || std::chrono::steady_clock::now() > deadline_)) {
    report_->out_of_time = true;
    return kStackHaste;
  }
  return report_->pop_limit == 0 ? kAll : static_cast<std::size_t>(report_->pop_limit);
}

void StackSearch::fill(std::uint32_t covered) {
  made_.clear();
  made_states_.clear();
  made_arcs_.clear();
  made_arc_scores_.clear();
  table_.assign(std::max<std::size_t>(table_.size(), 64), 0);
  cubes_.front().swap(cubes_[covered]);  // stack 0 is never filled: its place holds the cubes being emptied
  const std::size_t limit = pop_limit();
  const bool all = limit == kAll || options_->target() != nullptr;
  if (keep_arcs_ && !all) {
    explore(limit);
  } else {
    choose(limit, all);
    for (const Candidate& candidate : candidates_) {
      make(candidate, candidate.total + follow(candidate), taken_states_.data(), taken_scores_.data());
    }
  }
  report_->hypotheses += candidates_.size();
  cubes_.front().clear();
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

// The hypothesis of a candidate, by what the language models say of it.
void StackSearch::make(const Candidate& candidate, double total, const lm::State* states, const float* scores) {
  const std::uint32_t from = candidate.from, number = candidate.option;
  const Cube& cube = cubes_.front()[candidate.cube];
  const SpanOption& option = (*options_)[number];
  Hypothesis made{total - cube.future, total, cube.coverage, from, number, reach_.after(hypotheses_[from].last, option)};
  if (options_->target() != nullptr) {
    made.words = hypotheses_[from].words + static_cast<std::uint32_t>(options_->rule(option).target.size());
  }
  const std::uint32_t place = find_place(made, states);
  if (keep_arcs_) {
    made_arcs_.push_back({place, from, number, made.score - hypotheses_[from].score});
    made_arc_scores_.insert(made_arc_scores_.end(), scores, scores + models_);
  }
}

// What the language models add to a candidate's estimate for the words before it; sets the states behind it.
double StackSearch::follow(const Candidate& candidate) {
  const SpanOption& option = (*options_)[candidate.option];
  double change = 0;
  for (std::size_t m = 0; m < models_; ++m) {
    lm::RuleScore words(options_->model(m), scratch_);
    words.begin(states_[candidate.from * models_ + m]);
    words.nonterminal(options_->state(option, m));
    if (at_goal_) words.terminal(kSentenceEnd);
    const float joined = words.finish();
    change += options_->model_weight(m) * joined;
    taken_states_[m] = scratch_.right;
    taken_scores_[m] = joined + options_->model_score(option, m);
  }
  return change;
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
  return static_cast<std::uint32_t>(made_.size() - 1);
}

void StackSearch::grow_table() {
  table_.assign(table_.size() * 2, 0);
  for (std::uint32_t number = 0; number < made_.size(); ++number) {
    std::size_t i = hash(made_[number], made_states_.data() + number * models_) & (table_.size() - 1);
    while (table_[i] != 0) i = (i + 1) & (table_.size() - 1);
    table_[i] = number + 1;
  }
}

// The best join the hypotheses, best first of each group. A forest's limit is that of the stack: fewer hypotheses leave
// more of the pops to their derivations.
void StackSearch::prune() {
  // Of groups, those first that need no jump back.
  const auto key = [](const Hypothesis& hypothesis) { return std::pair(hypothesis.coverage.window, ~hypothesis.last.end); };
  const auto better = [this](std::uint32_t a, std::uint32_t b) {
    return made_[a].total != made_[b].total ? made_[a].total > made_[b].total : a < b;
  };
  const std::size_t limit = chosen_->stack > 0 ? static_cast<std::size_t>(chosen_->stack) : kAll;
  order_.resize(made_.size());
  std::iota(order_.begin(), order_.end(), 0);
  if (keep_arcs_ && order_.size() > limit) {
    std::nth_element(order_.begin(), order_.begin() + chosen_->stack, order_.end(), better);
    order_.resize(limit);
  }
  std::sort(order_.begin(), order_.end(), [&](std::uint32_t a, std::uint32_t b) {
    return key(made_[a]) != key(made_[b]) ? key(made_[a]) < key(made_[b]) : better(a, b);
  });
  double least = -std::numeric_limits<double>::infinity();
  if (chosen_->threshold > 0) {
    for (const Hypothesis& hypothesis : made_) least = std::max(least, hypothesis.total - chosen_->threshold);
  }
  const auto old = static_cast<std::ptrdiff_t>(groups_.size());
  names_.assign(made_.size(), kNone);
  for (std::size_t i = 0; i < order_.size(); ++i) {
    const std::uint32_t number = order_[i];
    const Hypothesis& hypothesis = made_[number];
    if (hypothesis.total < least) continue;
    names_[number] = static_cast<std::uint32_t>(hypotheses_.size());
    if (i == 0 || key(hypothesis) != key(made_[order_[i - 1]])) {
      groups_.push_back({names_[number], 0, hypothesis.coverage, hypothesis.last.end});
    } else if (groups_.back().count == limit) {
      names_[number] = kNone;
      continue;
    }
    ++groups_.back().count;
    hypotheses_.push_back(hypothesis);
    const lm::State* states = made_states_.data() + number * models_;
    states_.insert(states_.end(), states, states + models_);
  }
  // That of the best hypothesis first: it wins ties.
  std::stable_sort(groups_.begin() + old, groups_.end(), [this](const Group& a, const Group& b) {
    return hypotheses_[a.first].total > hypotheses_[b.first].total;
  });
  keep_arcs();
}

// Of hypotheses that stay.
void StackSearch::keep_arcs() {
  for (std::size_t i = 0; i < made_arcs_.size(); ++i) {
    if (names_[made_arcs_[i].head] == kNone) continue;
    arcs_.push_back(made_arcs_[i]);
    arcs_.back().head = names_[made_arcs_[i].head];
    const float* scores = made_arc_scores_.data() + i * models_;
    arc_scores_.insert(arc_scores_.end(), scores, scores + models_);
  }
}

}  // namespace rectrix::decode
