// Phrase-based search (Koehn, Och & Marcu 2003) with cube pruning (Chiang 2007; Huang & Chiang 2007).
//
// Stack n holds hypotheses that cover n source words. The hypotheses of a stack that cover the same words and end at
// the same one, so that all jump equally far, and the translations of a span not among these make a cube; a stack's
// cubes are emptied best first, as far as the pop limit allows, by the score with what the uncovered words will cost.
// From what is taken, the search goes on to the next hypothesis and to the next translation. Hypotheses that nothing to come can tell apart
// are one: same coverage, same place of the last phrase as far as it matters, same language-model and reordering
// states. The last stack has one hypothesis, the goal.
#pragma once

#include <chrono>
#include <cstdint>
#include <span>
#include <vector>

#include "decode/coverage.hpp"
#include "decode/decoder.hpp"
#include "decode/reordering_state.hpp"
#include "decode/span_options.hpp"
#include "decode/zones.hpp"

namespace rectrix::decode {

struct Hypothesis {
  double score;            // of the best derivation
  double total;            // with what the uncovered words will cost
  Coverage coverage;
  std::uint32_t previous;  // of the best derivation; kNone at the start
  std::uint32_t option;
  Reach last;              // where its phrase stands
  std::uint32_t words = 0;  // of its translation, if a given one is to be reached
};

// One way to make a hypothesis.
struct Arc {
  std::uint32_t head, previous, option;
  double score;  // what it adds
};

class StackSearch {
 public:
  // keep_arcs: all ways to make the hypotheses that stay, for a forest; otherwise only the best one of each.
  // Zones must outlive the call. If the options have a target, only hypotheses that begin as it does are made; whoever
  // wants all of its derivations chooses no limits.
  void search(const SpanOptions& options, const Zones& zones, const StackOptions& chosen, bool keep_arcs, SearchReport& report);

  std::uint32_t goal() const { return goal_; }  // kNone if there is no translation
  // Those made from come before those made of them.
  std::span<const Hypothesis> hypotheses() const { return hypotheses_; }
  std::span<const Arc> arcs() const { return arcs_; }
  std::span<const float> model_scores(std::uint32_t arc) const { return std::span(arc_scores_).subspan(arc * models_, models_); }
  FoundOrientations orientations(const Hypothesis& before, const SpanOption& option) const {
    return reach_.orientations(before.last, before.coverage, option);
  }

 private:
  // Hypotheses of the same coverage and last word, best first: members_[first] to members_[first + count].
  struct Group {
    std::uint32_t first, count;
    Coverage coverage;
    std::uint32_t end;  // of the last phrase
  };
  struct Cube {
    std::uint32_t group;
    SpanOptions::Range options;
    std::uint32_t begin, end;  // of the span
    Coverage coverage;    // with the span
    double future;
    std::size_t reached = 0;  // of its first candidate in reached_
  };
  struct Candidate {
    double score;
    std::uint32_t cube, member, option;  // member: rank in the group; option: rank in the span
  };
  struct Entry {  // of the heap
    double total;
    std::uint32_t candidate;
  };

  void reset(const SpanOptions& options, const Zones& zones, const StackOptions& chosen, bool keep_arcs, SearchReport& report);
  void fill(std::uint32_t covered);
  void seed(std::size_t limit);
  void push(std::uint32_t cube, std::uint32_t member, std::uint32_t option);
  void push_successors(const Candidate& from);
  bool follows_target(const Hypothesis& before, const SpanOption& option) const;
  double reorder(const Hypothesis& before, const SpanOption& option) const;
  double evaluate(const Hypothesis& before, const SpanOption& option);
  void take(const Entry& entry);
  std::uint32_t find_place(const Hypothesis& made, const lm::State* states);
  std::uint64_t hash(const Hypothesis& made, const lm::State* states) const;
  bool same(const Hypothesis& a, const lm::State* a_states, const Hypothesis& b, const lm::State* b_states) const;
  void raise_floor();
  void grow_table();
  void prune();
  void group(std::uint32_t first);
  void add_cubes(std::uint32_t group);
  bool may_follow(const Coverage& coverage, std::uint32_t begin, std::uint32_t end) const;
  bool near(const Group& group, std::uint32_t begin) const;
  std::uint32_t next_member(const Cube& cube, std::uint32_t member) const;
  std::size_t pop_limit();

  const SpanOptions* options_ = nullptr;
  const Zones* zones_ = nullptr;
  const StackOptions* chosen_ = nullptr;
  SearchReport* report_ = nullptr;
  std::size_t models_ = 0;
  bool keep_arcs_ = false, at_goal_ = false;
  std::uint32_t goal_ = kNone;
  std::chrono::steady_clock::time_point deadline_;
  ReorderingState reach_;

  std::vector<Hypothesis> hypotheses_;
  std::vector<lm::State> states_;  // by hypothesis and model
  std::vector<Arc> arcs_;
  std::vector<float> arc_scores_;
  std::vector<std::vector<Cube>> cubes_;  // by stack
  std::vector<std::uint32_t> members_;
  std::vector<Group> groups_;

  // The stack being filled.
  std::vector<Candidate> candidates_;
  std::vector<lm::State> candidate_states_;
  std::vector<float> candidate_scores_;
  std::vector<bool> reached_;  // by cube, member and option: whether it is a candidate
  std::vector<Entry> heap_;
  double floor_ = 0;  // hypotheses with a lower total will not stay
  std::vector<double> totals_;
  std::vector<Hypothesis> made_;
  std::vector<lm::State> made_states_;
  std::vector<Arc> made_arcs_;
  std::vector<float> made_arc_scores_;
  std::vector<std::uint32_t> table_;  // open addressing over made_: number + 1, 0 is free
  std::vector<std::uint32_t> order_, names_;
  lm::ChartState scratch_;
};

}  // namespace rectrix::decode
