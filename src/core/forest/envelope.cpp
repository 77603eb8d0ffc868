#include "forest/envelope.hpp"

#include <algorithm>

namespace rectrix::forest {
namespace {

using decode::kNone;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

}  // namespace

void keep_highest(std::vector<Piece>& lines) {
  std::ranges::stable_sort(lines, [](const Piece& a, const Piece& b) {
    return a.slope != b.slope ? a.slope < b.slope : a.intercept > b.intercept;
  });
  std::size_t kept = 0;
  for (Piece line : lines) {
    if (kept > 0 && lines[kept - 1].slope == line.slope) continue;  // it came first because it is not lower
    line.from = -kInfinity;
    for (; kept > 0; --kept) {
      const Piece& top = lines[kept - 1];
      const double from = (top.intercept - line.intercept) / (line.slope - top.slope);
      if (from > top.from) {
        line.from = from;
        break;
      }
    }
    lines[kept++] = line;
  }
  lines.resize(kept);
}

void Envelope::compute(std::span<const decode::Edge> edges, std::uint32_t nodes, std::span<const double> slopes,
                       std::span<const double> intercepts, std::size_t limit) {
  edges_ = edges;
  all_.clear();
  begins_.assign(1, 0);
  capped_ = 0;
  std::uint32_t id = 0;
  for (std::uint32_t node = 0; node < nodes; ++node) {
    lines_.clear();
    for (; id < edges.size() && edges[id].head == node; ++id) add_lines(id, slopes[id], intercepts[id]);
    end_node(limit);
  }
}

// Walks the tails' envelopes from left to right: the best of both at every x.
void Envelope::add_lines(std::uint32_t id, double slope, double intercept) {
  const auto& tails = edges_[id].tails;
  const Piece none{-kInfinity, 0, 0, kNone, {0, 0}};
  std::array<std::span<const Piece>, 2> sides;
  for (std::size_t t = 0; t < 2; ++t) sides[t] = tails[t] == kNone ? std::span(&none, 1) : of(tails[t]);
  if (sides[0].empty() || sides[1].empty()) return;
  std::array<std::uint32_t, 2> at{0, 0};
  const auto next = [&](std::size_t t) { return at[t] + 1 < sides[t].size() ? sides[t][at[t] + 1].from : kInfinity; };
  while (true) {
    const Piece &left = sides[0][at[0]], &right = sides[1][at[1]];
    lines_.push_back({0, slope + left.slope + right.slope, intercept + left.intercept + right.intercept, id, at});
    const double first = next(0), second = next(1);
    if (first == kInfinity && second == kInfinity) return;
    if (first <= second) ++at[0];
    if (second <= first) ++at[1];
  }
}

void Envelope::end_node(std::size_t limit) {
  keep_highest(lines_);
  auto first = lines_.begin(), end = lines_.end();
  if (lines_.size() > limit) {
    ++capped_;
    const auto here = std::ranges::upper_bound(lines_, 0.0, {}, &Piece::from) - lines_.begin() - 1;
    const auto most = static_cast<std::ptrdiff_t>(limit), size = end - first;
    first += std::clamp(here - most / 2, std::ptrdiff_t{0}, size - most);
    end = first + most;
    first->from = -kInfinity;
  }
  all_.insert(all_.end(), first, end);
  begins_.push_back(all_.size());
}

void Envelope::derivation(std::size_t piece, std::vector<std::uint32_t>& edges) const {
  edges.clear();
  std::vector<std::pair<std::uint32_t, std::size_t>> stack{{static_cast<std::uint32_t>(begins_.size()) - 2, piece}};
  while (!stack.empty()) {
    const auto [node, number] = stack.back();
    stack.pop_back();
    const Piece& chosen = of(node)[number];
    edges.push_back(chosen.edge);
    for (std::size_t t = 2; t-- > 0;) {
      const std::uint32_t tail = edges_[chosen.edge].tails[t];
      if (tail != kNone) stack.emplace_back(tail, chosen.tails[t]);
    }
  }
}

}  // namespace rectrix::forest
