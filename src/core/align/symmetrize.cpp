#include "align/symmetrize.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "base/error.hpp"

namespace rectrix::align {
namespace {

constexpr std::array<std::pair<std::string_view, Heuristic>, 9> kNames{{
    {"intersection", Heuristic::kIntersection},
    {"union", Heuristic::kUnion},
    {"grow-diag", Heuristic::kGrowDiag},
    {"grow-diag-final", Heuristic::kGrowDiagFinal},
    {"grow-diag-final-and", Heuristic::kGrowDiagFinalAnd},
    {"forward", Heuristic::kForward},
    {"reverse", Heuristic::kReverse},
    {"soft-union", Heuristic::kSoftUnion},
    {"soft-intersection", Heuristic::kSoftIntersection},
}};

// The points of one pair as a matrix, with room for what grows.
class LinkGrid {
 public:
  void reset(std::span<const Link> a, std::span<const Link> b) {
    sources_ = targets_ = 0;
    for (const auto links : {a, b}) {
      for (const Link link : links) {
        sources_ = std::max<std::size_t>(sources_, link.source + 1U);
        targets_ = std::max<std::size_t>(targets_, link.target + 1U);
      }
    }
    union_.assign(sources_ * targets_, 0);
    chosen_.assign(sources_ * targets_, 0);
    source_aligned_.assign(sources_, 0);
    target_aligned_.assign(targets_, 0);
    links_.clear();
    for (const auto links : {a, b}) {
      for (const Link link : links) union_[at(link)] = 1;
    }
  }

  void choose(Link link) {
    chosen_[at(link)] = 1;
    source_aligned_[link.source] = target_aligned_[link.target] = 1;
    links_.push_back(link);
  }

  // Neighbors of chosen points that are in the union and align a word that has no link yet, until there are
  // none. The order decides between rivals; it is the published one: target words outside, source words
  // inside.
  void grow() {
    for (bool grown = true; grown;) {
      grown = false;
      for (std::size_t target = 0; target < targets_; ++target) {
        for (std::size_t source = 0; source < sources_; ++source) {
          if (chosen_[source * targets_ + target] != 0) grown |= grow_from(source, target);
        }
      }
    }
  }

  // Links of one direction, by target word, that align a word without a link (need_both: two words).
  void finish(std::span<const Link> links, bool need_both) {
    ordered_.assign(links.begin(), links.end());
    std::sort(ordered_.begin(), ordered_.end(),
              [](Link a, Link b) { return std::pair(a.target, a.source) < std::pair(b.target, b.source); });
    for (const Link link : ordered_) {
      if (chosen_[at(link)] == 0 && (need_both ? !any_aligned(link) : !both_aligned(link))) choose(link);
    }
  }

  std::span<const Link> links() const { return links_; }

 private:
  bool grow_from(std::size_t source, std::size_t target) {
    static constexpr std::array<std::pair<int, int>, 8> kNeighbors{
        {{-1, 0}, {0, -1}, {1, 0}, {0, 1}, {-1, -1}, {-1, 1}, {1, -1}, {1, 1}}};
    bool grown = false;
    for (const auto& [along_target, along_source] : kNeighbors) {
      // Wraps to a huge number below zero, so one comparison checks both ends.
      const std::size_t s = source + static_cast<std::size_t>(along_source);
      const std::size_t t = target + static_cast<std::size_t>(along_target);
      if (s >= sources_ || t >= targets_) continue;
      const Link next{static_cast<std::uint16_t>(s), static_cast<std::uint16_t>(t)};
      if (union_[at(next)] == 0 || chosen_[at(next)] != 0 || both_aligned(next)) continue;
      choose(next);
      grown = true;
    }
    return grown;
  }

  std::size_t at(Link link) const { return link.source * targets_ + link.target; }
  bool both_aligned(Link link) const {
    return source_aligned_[link.source] != 0 && target_aligned_[link.target] != 0;
  }
  bool any_aligned(Link link) const {
    return source_aligned_[link.source] != 0 || target_aligned_[link.target] != 0;
  }

  std::size_t sources_ = 0, targets_ = 0;
  std::vector<char> union_, chosen_, source_aligned_, target_aligned_;
  std::vector<Link> links_, ordered_;
};

}  // namespace

Heuristic heuristic_named(std::string_view name) {
  for (const auto& [known, heuristic] : kNames) {
    if (known == name) return heuristic;
  }
  std::string known;
  for (const std::string& each : heuristic_names()) known += (known.empty() ? "" : ", ") + each;
  throw UsageError("unknown symmetrization '" + std::string(name) + "'; known: " + known);
}

std::vector<std::string> heuristic_names() {
  std::vector<std::string> names;
  for (const auto& [name, heuristic] : kNames) names.emplace_back(name);
  return names;
}

Alignments symmetrize(const Alignments& forward, const Alignments& reverse, Heuristic heuristic) {
  if (forward.size() != reverse.size()) {
    throw UsageError("the two directions have " + std::to_string(forward.size()) + " and " +
                     std::to_string(reverse.size()) + " alignments");
  }
  if (is_soft(heuristic)) throw UsageError("soft symmetrization needs posteriors, not links");
  if (heuristic == Heuristic::kForward) return forward;
  if (heuristic == Heuristic::kReverse) return reverse;
  Alignments result;
  LinkGrid grid;
  std::vector<Link> merged;
  for (std::size_t pair = 0; pair < forward.size(); ++pair) {
    const std::span<const Link> f = forward[pair], r = reverse[pair];
    merged.clear();
    if (heuristic == Heuristic::kUnion) {
      std::set_union(f.begin(), f.end(), r.begin(), r.end(), std::back_inserter(merged));
    } else {
      std::set_intersection(f.begin(), f.end(), r.begin(), r.end(), std::back_inserter(merged));
    }
    if (heuristic == Heuristic::kUnion || heuristic == Heuristic::kIntersection) {
      result.add(merged);
      continue;
    }
    grid.reset(f, r);
    for (const Link link : merged) grid.choose(link);
    grid.grow();
    if (heuristic != Heuristic::kGrowDiag) {
      grid.finish(f, heuristic == Heuristic::kGrowDiagFinalAnd);
      grid.finish(r, heuristic == Heuristic::kGrowDiagFinalAnd);
    }
    result.add(grid.links());
  }
  return result;
}

}  // namespace rectrix::align
