// The upper envelope of all derivations of a forest along a line of weights (Macherey et al. 2008, Kumar et al. 2009).
//
// With weights w + x·d a derivation's score is a line in x. The envelope of a node is found from those of the tails of
// its edges by one inside pass: where an edge joins derivations lines add up, where a node has a choice the highest
// stays. The goal's envelope names the best derivation for every x, exactly.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "decode/forest.hpp"

namespace rectrix::forest {

// A derivation that is the best from `from` up to where the next piece begins.
struct Piece {
  double from;  // -infinity for the first
  double slope, intercept;
  std::uint32_t edge;
  std::array<std::uint32_t, 2> tails;  // the pieces of the edge's tails, counted from each tail's first
};

// Reduces lines, in any order, to their upper envelope by ascending slope. Of parallel lines the highest stays, of equal
// lines the one with the lowest edge.
void keep_highest(std::vector<Piece>& lines);

class Envelope {
 public:
  // edges: grouped by their heads, tails before heads, the goal last; a slope and an intercept for each. limit: pieces
  // of a node at most, of which those around x = 0 stay; beyond them the envelope is a lower bound.
  void compute(std::span<const decode::Edge> edges, std::uint32_t nodes, std::span<const double> slopes,
               std::span<const double> intercepts, std::size_t limit = std::numeric_limits<std::size_t>::max());

  // Of the goal; empty if it has no derivation.
  std::span<const Piece> pieces() const { return of(static_cast<std::uint32_t>(begins_.size()) - 2); }
  // The edges of the derivation of the goal's piece, from the goal down.
  void derivation(std::size_t piece, std::vector<std::uint32_t>& edges) const;
  // Nodes that the limit was too low for.
  std::size_t capped() const { return capped_; }

 private:
  std::span<const Piece> of(std::uint32_t node) const {
    return std::span(all_).subspan(begins_[node], begins_[node + 1] - begins_[node]);
  }
  void add_lines(std::uint32_t id, double slope, double intercept);
  void end_node(std::size_t limit);

  std::span<const decode::Edge> edges_;
  std::vector<Piece> all_, lines_;     // of all nodes; of the node at hand
  std::vector<std::size_t> begins_;    // node n has the pieces [n] to [n + 1]
  std::size_t capped_ = 0;
};

}  // namespace rectrix::forest
