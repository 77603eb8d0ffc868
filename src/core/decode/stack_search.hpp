// Phrase-based search (Koehn, Och & Marcu 2003) with cube pruning (Chiang 2007; Huang & Chiang 2007).
//
// Stack n holds hypotheses that cover n source words. The hypotheses of a stack that cover the same words and end at
// the same one, so that all jump equally far, make a group; a group and the translations of a span not among these
// words make a cube. Of a stack's cubes the best candidates are taken, as many as the pop limit allows, by the score with
// what the uncovered words will cost. For a translation, language models are asked about those alone: candidates are
// ordered by what models give an option without the words before it. So each costs one query, and none waits behind a
// neighbor that a model dislikes there. For a forest they are taken best first by their whole scores, and the search goes
// on from each to the next hypothesis and to the next option: that finds more of the best derivations. Hypotheses that nothing to come can tell apart are
// one: same coverage, same place of the last phrase as far as it matters, same language-model and reordering states. The
// last stack has one hypothesis, the goal.
#pragma once

#include <chrono>
#include <cstdint>
#include <limits>
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
  // Hypotheses of the same coverage and last word, best first: hypotheses first to first + count.
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
    double total;  // as language models estimate an option without the words before it
    double rank;   // the least total of this one and of those before it in the cube
    std::uint32_t cube, from, option;
  };
  struct Entry {  // of the heap
    double total;
    std::uint32_t candidate;
  };
  struct Worse {
    // Of equals, the one that came first: monotone translations come before others.
    bool operator()(const Entry& a, const Entry& b) const {
      return a.total != b.total ? a.total < b.total : a.candidate > b.candidate;
    }
  };
  static constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();  // as a pop limit

  void reset(const SpanOptions& options, const Zones& zones, const StackOptions& chosen, bool keep_arcs, SearchReport& report);
  void fill(std::uint32_t covered);
  void choose(std::size_t limit, bool all);
  double list(double least);
  void explore(std::size_t limit);
  void push(std::uint32_t cube, std::uint32_t member, std::uint32_t option);
  double estimate(const Cube& cube, const Hypothesis& before, std::uint32_t rank) const;
  bool follows_target(const Hypothesis& before, std::uint32_t option) const;
  double reorder(const Hypothesis& before, const SpanOption& option) const;
  void make(const Candidate& candidate, double total, const lm::State* states, const float* scores);
  double follow(const Candidate& candidate);
  std::uint32_t find_place(const Hypothesis& made, const lm::State* states);
  std::uint64_t hash(const Hypothesis& made, const lm::State* states) const;
  bool same(const Hypothesis& a, const lm::State* a_states, const Hypothesis& b, const lm::State* b_states) const;
  void grow_table();
  void prune();
  void keep_arcs();
  void add_cubes(std::uint32_t group);
  bool may_follow(const Coverage& coverage, std::uint32_t begin, std::uint32_t end) const;
  bool near(const Group& group, std::uint32_t begin) const;
  bool may_follow(const Hypothesis& before, const Cube& cube) const;
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
  std::vector<Group> groups_;

  // The stack being filled.
  std::vector<Candidate> candidates_;
  std::vector<double> ranks_;
  double margin_ = 0;  // between the best and the last candidate of the stack before
  std::vector<lm::State> candidate_states_;
  std::vector<float> candidate_scores_;
  std::vector<bool> reached_;  // by cube, member and option: whether it is a candidate
  std::vector<Entry> heap_;
  std::vector<lm::State> taken_states_;  // of the candidate that follow() was asked about last, by model
  std::vector<float> taken_scores_;
  std::vector<Hypothesis> made_;
  std::vector<lm::State> made_states_;
  std::vector<Arc> made_arcs_;
  std::vector<float> made_arc_scores_;
  std::vector<std::uint32_t> table_;  // open addressing over made_: number + 1, 0 is free
  std::vector<std::uint32_t> order_, names_;
  lm::ChartState scratch_;
};

}  // namespace rectrix::decode
