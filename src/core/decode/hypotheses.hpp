// All hypotheses of one sentence's chart, cell by cell: what search has made so far, and how rules join it.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "decode/search_rules.hpp"

namespace rectrix::decode {

using Tails = std::array<std::uint32_t, 2>;  // vertices by number of a gap, kNone where there is no such gap

// The hypotheses of one span and label: how many, and where the best of them stands in the order of all.
struct Cell {
  std::uint32_t first = 0, count = 0;
  Span span{};
};

// A way to put a vertex together.
struct SearchEdge {
  std::uint32_t head, rule;
  Tails tails;
  double score;  // what it adds to the scores of its tails
};

// A hypothesis: all derivations of a span that have the same states.
struct Vertex {
  double score;  // of its best edge with that one's tails
  std::uint32_t best_edge;
  std::uint32_t cell;
};

// What those who look for the best hypotheses of a cell want to know of one.
struct Ranked {
  double score;
  std::uint32_t vertex;
};

// Rows of states, and what the models gave when they were made.
struct States {
  std::vector<lm::ChartState> models;             // of the language models
  std::vector<features::Stateful::Value> others;  // of stateful features
  std::vector<float> scores;                      // by the language models
};

class Hypotheses {
 public:
  // Keeps its memory from one sentence to the next.
  void clear(SearchRules& rules);

  // Writes the states of a rule over its tails to row `row` (at most one behind the last) of `rows`. Returns what the
  // rule adds to the tails' scores.
  double join(std::uint32_t rule, const Tails& tails, States& rows, std::size_t row);

  // ---- Cells are made one after the other.
  std::uint32_t begin_cell(Span span);
  // A hypothesis of the cell begun last: row `row` of `rows`. own: see join(). score: with its tails.
  void add(std::uint32_t rule, const Tails& tails, double own, double score, const States& rows, std::size_t row);
  // From now on nothing follows, so all states are the same.
  void ignore_states() { one_state_ = true; }
  void end_cell();

  const Cell& cell(std::uint32_t number) const { return cells_[number]; }
  // The best hypothesis of a cell has rank 0.
  const Ranked& ranked(std::uint32_t cell, std::uint32_t rank) const { return order_[cells_[cell].first + rank]; }
  std::span<const Vertex> vertices() const { return vertices_; }
  std::span<const SearchEdge> edges() const { return edges_; }
  Span span(std::uint32_t vertex) const { return cells_[vertices_[vertex].cell].span; }
  std::span<const float> model_scores(std::uint32_t edge) const {
    return std::span(model_scores_).subspan(edge * models_, models_);
  }
  // Appends the features that an edge has beyond its rule's and the language models'.
  void stateful_features(std::uint32_t edge, std::vector<LocalFeature>& features) const;

 private:
  float join_model(std::uint32_t rule, const Tails& tails, std::size_t m, lm::ChartState& state);
  void join_others(std::uint32_t rule, const Tails& tails, features::Stateful::Value* state,
                   features::Additions& additions) const;
  std::uint32_t find_vertex(const States& rows, std::size_t row);
  std::uint64_t hash(const States& rows, std::size_t row) const;
  bool same(const States& rows, std::size_t row, std::uint32_t vertex) const;
  void grow_table();

  SearchRules* rules_ = nullptr;
  std::size_t models_ = 0;
  std::size_t width_ = 0;  // of the stateful features' states
  std::vector<Cell> cells_;
  std::vector<Ranked> order_;  // cell by cell, best first
  std::vector<Vertex> vertices_;
  States states_;  // of the vertices; without scores
  std::vector<SearchEdge> edges_;
  std::vector<float> model_scores_;  // of the edges
  std::vector<std::uint32_t> table_;  // vertex + 1 of the current cell by its states' hash; 0 is free
  std::uint32_t first_vertex_ = 0;    // of the current cell
  bool one_state_ = false;
};

}  // namespace rectrix::decode
