#include "forest/envelope.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.hpp"

namespace rectrix::forest {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kRounding = 1e-11;  // of a score: sums in another order differ by less

}  // namespace

void BestAt::compute(const Graph& graph, std::span<const Line> kinds, std::span<const double> points) {
  graph_ = graph;
  kinds_ = kinds;
  for (std::size_t p = 0; p < kMost; ++p) points_[p] = points[std::min(p, points.size() - 1)];
  rows_.resize(graph.ends.size());
  const Row at = points_;
  std::uint32_t id = 0;
  for (std::size_t node = 0; node < graph.ends.size(); ++node) {
    Row best;
    best.fill(-kInfinity);
    for (; id < graph.ends[node]; ++id) {
      const KindEdge& edge = graph.edges[id];
      const Line line = kinds[edge.kind];
      const Row &left = row(edge.tails[0]), &right = row(edge.tails[1]);
#pragma GCC unroll 1  // unrolled too early, it would be left without vectors
      for (std::size_t p = 0; p < kMost; ++p) {
        const double score = line.intercept + at[p] * line.slope + left[p] + right[p];
        best[p] = score > best[p] ? score : best[p];
      }
    }
    rows_[node] = best;
  }
  best_.fill(-kInfinity);
  for (const std::uint32_t goal : graph.goals) {
    for (std::size_t p = 0; p < kMost; ++p) {
      if (!(rows_[goal][p] > best_[p])) continue;
      best_[p] = rows_[goal][p];
      goals_[p] = goal;
    }
  }
}

void BestAt::derivation(std::size_t point, std::vector<std::uint32_t>& edges) const {
  edges.clear();
  std::vector<std::uint32_t> stack{goals_[point]};
  while (!stack.empty()) {
    const std::uint32_t node = stack.back();
    stack.pop_back();
    std::uint32_t chosen = decode::kNone;
    double best = -kInfinity;
    for (std::uint32_t id = node == 0 ? 0 : graph_.ends[node - 1]; id < graph_.ends[node]; ++id) {
      const KindEdge& edge = graph_.edges[id];
      const Line line = kinds_[edge.kind];
      const double score = line.intercept + points_[point] * line.slope + row(edge.tails[0])[point] + row(edge.tails[1])[point];
      if (!(score > best)) continue;
      best = score;
      chosen = id;
    }
    edges.push_back(chosen);
    const auto& tails = graph_.edges[chosen].tails;
    for (std::size_t t = 2; t-- > 0;) {
      if (tails[t] != decode::kNone) stack.push_back(tails[t]);
    }
  }
}

std::span<const EnvelopePiece> EnvelopeSearch::search(const Graph& graph, std::span<const Line> kinds, std::span<const Line> known,
                                                      double reach, const Found& found) {
  if (!(reach >= 0 && reach < kInfinity)) throw UsageError("the reach of a line must be 0 or more, and finite");
  lines_.clear();
  asked_.clear();
  std::uint32_t count = 0;
  for (const Line& line : known) lines_.push_back({line.slope, line.intercept, count++});
  for (rebuild(reach), find_corners(reach); !corners_.empty(); rebuild(reach), find_corners(reach)) {
    for (std::size_t first = 0; first < corners_.size(); first += BestAt::kMost) {
      const auto points = std::span(corners_).subspan(first, std::min(BestAt::kMost, corners_.size() - first));
      best_.compute(graph, kinds, points);
      for (std::size_t p = 0; p < points.size(); ++p) {
        if (!is_above(best_.score(p), points[p])) continue;
        best_.derivation(p, edges_);
        Numbered line{0, 0, count++};
        for (const std::uint32_t edge : edges_) {
          line.slope += kinds[graph.edges[edge].kind].slope;
          line.intercept += kinds[graph.edges[edge].kind].intercept;
        }
        lines_.push_back(line);
        found(edges_);
      }
    }
    asked_.insert(asked_.end(), corners_.begin(), corners_.end());
    std::ranges::sort(asked_);
  }
  return pieces_;
}

bool EnvelopeSearch::is_above(double score, double x) const {
  return score > -kInfinity && std::ranges::all_of(lines_, [&](const Numbered& line) {
    return score - (line.intercept + x * line.slope) > kRounding * std::max(1.0, std::abs(score));
  });
}

void EnvelopeSearch::rebuild(double reach) {
  std::ranges::sort(lines_, [](const Numbered& a, const Numbered& b) {
    return a.slope != b.slope ? a.slope < b.slope : a.number < b.number;
  });
  envelope_.clear();
  for (const Numbered& line : lines_) envelope_.add(line.slope, line.intercept, line.number);
  const auto& all = envelope_.pieces();
  lines_.clear();
  pieces_.clear();
  for (std::size_t p = 0; p < all.size(); ++p) {
    // What is highest beyond the reach alone can be left out, too.
    if (all[p].from > reach || (p + 1 < all.size() && all[p + 1].from < -reach)) continue;
    lines_.push_back({all[p].slope, all[p].intercept, all[p].line});
    pieces_.push_back(all[p]);
  }
  if (!pieces_.empty()) pieces_.front().from = -kInfinity;
}

void EnvelopeSearch::find_corners(double reach) {
  corners_.clear();
  const auto open = [&](double x) {
    if (!std::ranges::binary_search(asked_, x)) corners_.push_back(x);
  };
  open(-reach);
  for (std::size_t p = 1; p < pieces_.size(); ++p) open(pieces_[p].from);
  if (reach > 0) open(reach);
}

}  // namespace rectrix::forest
