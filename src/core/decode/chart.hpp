// Chart search: all rules that match are found from left to right (dotted items on a trie of source sides), and each
// span's hypotheses are made by cube pruning (Chiang 2007).
//
// Departures: rules with one source side form one cube whose first dimension is the rule, so a cube's best corner is
// found once for all of them; and the glue hypotheses S, which begin the sentence, are scored behind <s>, so their
// states have no left side.
#pragma once

#include <chrono>
#include <cstdint>
#include <span>
#include <vector>

#include "decode/inside.hpp"
#include "decode/search_rules.hpp"

namespace rectrix::decode {

// The hypotheses of one span and label, best first: vertices order()[first] to [first + count].
struct Cell {
  std::uint32_t first = 0, count = 0;
  Span span{};
};

// A way to put a vertex together.
struct SearchEdge {
  std::uint32_t head, rule;
  std::array<std::uint32_t, 2> tails;
  double score;  // what it adds to the scores of its tails
};

// A hypothesis: all derivations of a span that have the same states.
struct Vertex {
  double score;  // of its best edge with that one's tails
  std::uint32_t best_edge;
  std::uint32_t cell;
};

class Chart {
 public:
  // Keeps its memory from one sentence to the next.
  // bigrams: scores neighbors across rules; none if null.
  void search(const SearchRules& rules, const ChartOptions& options, features::PairFeatures* bigrams, Report& report);

  // The vertex of the whole sentence; kNone if there is no translation (an empty sentence).
  std::uint32_t goal() const { return goal_; }
  std::span<const Vertex> vertices() const { return vertices_; }
  std::span<const SearchEdge> edges() const { return edges_; }
  std::span<const float> model_scores(std::uint32_t edge) const {
    return std::span(model_scores_).subspan(edge * models_, models_);
  }
  // Calls visit(feature) for every bigram that an edge adds across its pieces.
  template <class Visit>
  void for_each_bigram(std::uint32_t edge, Visit visit) const {
    if (bigrams_ == nullptr) return;
    Ends ends{kNone, kNone};
    for_each_bigram(edges_[edge].rule, edges_[edge].tails, ends,
                    [&](Word left, Word right) { visit(bigrams_->find(left, right)); });
  }
  Span span(std::uint32_t vertex) const { return cells_[vertices_[vertex].cell].span; }

 private:
  // The first and last words of a hypothesis.
  struct Ends {
    Word first = kNone, last = kNone;
    friend bool operator==(const Ends&, const Ends&) = default;
    std::uint64_t hash() const { return combine(first, last); }
  };
  // A source side that was matched so far, over the cells of its gaps.
  struct Item {
    std::uint32_t node;
    std::array<std::uint32_t, 2> cells;
  };
  // All rules of a source side over the same cells.
  struct Cube {
    SearchRules::Range rules;
    std::array<std::uint32_t, 2> cells;
    std::uint32_t next = 0;        // the first rule that was not tried yet
    double gain = -kInfinity;      // see try_rules()
  };
  // A place in a cube.
  struct Place {
    std::uint32_t cube;
    std::uint32_t rule;                  // within the cube
    std::array<std::uint32_t, 2> ranks;  // of the cells' hypotheses
  };
  struct Candidate {
    Place place;
    std::array<std::uint32_t, 2> tails;
    double score;  // with its tails
    double own;
  };
  struct Waiting {
    double score;
    std::uint32_t made;  // the candidate's number
    friend bool operator<(const Waiting& a, const Waiting& b) {
      return a.score != b.score ? a.score < b.score : a.made > b.made;
    }
  };

  template <class Visit>
  void for_each_bigram(std::uint32_t number, const std::array<std::uint32_t, 2>& tails, Ends& ends, Visit visit) const;

  void reset(const SearchRules& rules, const ChartOptions& options, Report& report);
  void fill_spans();
  void match(Span span);
  std::uint32_t span_cell(std::uint32_t begin, std::uint32_t end) const;
  void fill_glue();

  // Cube pruning of the cubes in cubes_, into a new cell.
  std::uint32_t fill(Span span);
  void try_rules(std::uint32_t cube, std::uint32_t count);
  void make(Place place);
  void make_successors(Place from);
  float join(std::uint32_t number, const std::array<std::uint32_t, 2>& tails, std::size_t m);
  double join_words(std::uint32_t number, const std::array<std::uint32_t, 2>& tails);
  void take(std::uint32_t number);
  std::uint32_t find_vertex(std::uint32_t candidate);
  void grow_table();
  void sort_cell();
  std::size_t pop_limit();

  const SearchRules* rules_ = nullptr;
  const ChartOptions* options_ = nullptr;
  Report* report_ = nullptr;
  features::PairFeatures* bigrams_ = nullptr;
  std::size_t models_ = 0;
  std::uint32_t goal_ = kNone;
  std::chrono::steady_clock::time_point deadline_;

  std::vector<Cell> cells_;
  std::vector<std::uint32_t> span_cells_;  // by begin * span limit + length - 1; kNone if empty
  std::vector<std::uint32_t> order_;
  std::vector<Vertex> vertices_;
  std::vector<lm::ChartState> states_;  // models_ for each vertex
  std::vector<Ends> ends_;              // of the vertices, if there are bigrams
  std::vector<SearchEdge> edges_;
  std::vector<float> model_scores_;

  std::vector<Item> items_;                 // of the current begin
  std::vector<std::uint32_t> items_begin_;  // by end
  std::vector<Cube> cubes_;
  std::vector<Waiting> heap_;
  std::vector<Candidate> made_;  // of the current cell
  std::vector<lm::ChartState> made_states_;
  std::vector<float> made_scores_;
  std::vector<Ends> made_ends_;
  std::vector<std::uint32_t> table_;  // vertex + 1 of the current cell by its states' hash; 0 is free
  std::uint32_t first_vertex_ = 0;    // of the current cell
  bool at_goal_ = false;              // nothing follows: all states are the same
};

// Only where a gap begins or ends: neighbors within the rule are the rule's own features.
template <class Visit>
void Chart::for_each_bigram(std::uint32_t number, const std::array<std::uint32_t, 2>& tails, Ends& ends,
                            Visit visit) const {
  const SearchRule& rule = (*rules_)[number];
  bool after_gap = rule.rule == kStart;
  if (after_gap) ends = {kSentenceBegin, kSentenceBegin};
  const auto append = [&](Ends next, bool gap) {
    if (next.first == kNone) return;
    if (ends.last != kNone && (gap || after_gap)) visit(ends.last, next.first);
    if (ends.first == kNone) ends.first = next.first;
    ends.last = next.last;
    after_gap = gap;
  };
  for (const grammar::Symbol symbol : rules_->scored()[rule.rule].target) {
    if (grammar::is_gap(symbol)) {
      append(ends_[tails[static_cast<std::size_t>(grammar::gap_number(symbol))]], true);
    } else {
      append({static_cast<Word>(symbol), static_cast<Word>(symbol)}, false);
    }
  }
  if (rule.rule == kGoal) append({kSentenceEnd, kSentenceEnd}, false);
}

}  // namespace rectrix::decode
