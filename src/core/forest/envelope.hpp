// The upper envelope of all derivations of a forest along a line of weights (Macherey et al. 2008, Kumar et al. 2009).
//
// With weights w + x·d a derivation's score is a line in x. The published way carries the envelopes of all nodes through
// an inside pass. Here nodes have only their best score, at several points in one pass: some lines are known, and a
// better derivation at a corner of their envelope is a new line. When there is none at any corner, the envelope is that of
// all derivations, since between two corners the highest score is convex and thus nowhere above the line that joins them.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "base/envelope.hpp"
#include "decode/forest.hpp"

namespace rectrix::forest {

// Edges of one kind add the same to a derivation: words, features, and a line to its score.
struct KindEdge {
  std::uint32_t kind;
  std::array<std::uint32_t, 2> tails;  // decode::kNone where there is none
};

// One forest or several: the edges of a node end at ends[node], where those of the next begin; tails come before heads.
struct Graph {
  std::span<const KindEdge> edges;
  std::span<const std::uint32_t> ends;
  std::span<const std::uint32_t> goals;
};

struct Line {
  double slope, intercept;
};

// The best derivations at several points of a line.
class BestAt {
 public:
  static constexpr std::size_t kMost = 8;  // points

  // What is given must outlive the calls below. Of several goals the first with the highest score counts.
  void compute(const Graph& graph, std::span<const Line> kinds, std::span<const double> points);
  double score(std::size_t point) const { return best_[point]; }  // -infinity if there is no derivation
  // Its edges, from the goal down.
  void derivation(std::size_t point, std::vector<std::uint32_t>& edges) const;

 private:
  using Row = std::array<double, kMost>;
  const Row& row(std::uint32_t node) const { return node == decode::kNone ? zeros_ : rows_[node]; }

  Graph graph_;
  std::span<const Line> kinds_;
  Row points_, zeros_{}, best_;
  std::array<std::uint32_t, kMost> goals_;
  std::vector<Row> rows_;  // by node
};

class EnvelopeSearch {
 public:
  // Told of each derivation that is above what was known, by its edges from the goal down.
  using Found = std::function<void(std::span<const std::uint32_t> derivation)>;

  // The envelope for x from -reach to reach, which must be finite; the numbers of its lines count the known ones, then those found. kinds: a
  // line for each kind of edge.
  std::span<const EnvelopePiece> search(const Graph& graph, std::span<const Line> kinds, std::span<const Line> known,
                                        double reach, const Found& found);

 private:
  struct Numbered {
    double slope, intercept;
    std::uint32_t number;
  };
  void rebuild(double reach);
  void find_corners(double reach);
  bool is_above(double score, double x) const;

  BestAt best_;
  Envelope envelope_;
  std::vector<EnvelopePiece> pieces_;   // of the envelope, within reach
  std::vector<Numbered> lines_;         // which may be part of the envelope
  std::vector<double> asked_, corners_;  // all that were asked, and those that are still to be
  std::vector<std::uint32_t> edges_;
};

}  // namespace rectrix::forest
