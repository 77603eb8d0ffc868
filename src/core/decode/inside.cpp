#include "decode/inside.hpp"

#include <algorithm>
#include <cmath>

#include "base/hash.hpp"

namespace rectrix::decode {
namespace {

double log_add(double a, double b) {
  if (a < b) std::swap(a, b);
  return b == -kInfinity ? a : a + std::log1p(std::exp(b - a));
}

// The score of an edge together with a value of each of its tails.
double with_tails(const Edge& edge, double score, const std::vector<double>& values) {
  for (const std::uint32_t tail : edge.tails) {
    if (tail != kNone) score += values[tail];
  }
  return score;
}

// Follows choose(node) -> edge from the goal down.
template <class Choose>
Derivation follow(const Forest& forest, Choose choose) {
  Derivation derivation;
  std::vector<std::uint32_t> stack{forest.goal()};
  while (!stack.empty()) {
    const std::uint32_t id = choose(stack.back());
    stack.pop_back();
    const Edge& edge = forest.edge(id);
    derivation.edges.push_back(id);
    derivation.score += edge.score;
    for (std::size_t t = 2; t-- > 0;) {
      if (edge.tails[t] != kNone) stack.push_back(edge.tails[t]);
    }
  }
  return derivation;
}

}  // namespace

std::vector<double> best_scores(const Forest& forest, std::span<const double> scores) {
  std::vector<double> best(forest.nodes(), -kInfinity);
  for (std::uint32_t id = 0; id < forest.edges(); ++id) {
    const Edge& edge = forest.edge(id);
    const double score = with_tails(edge, scores.empty() ? edge.score : scores[id], best);
    best[edge.head] = std::max(best[edge.head], score);
  }
  return best;
}

std::vector<double> max_marginals(const Forest& forest) {
  const std::vector<double> best = best_scores(forest);
  std::vector<double> outside(forest.nodes(), -kInfinity);
  std::vector<double> marginals(forest.edges());
  if (!forest.empty()) outside[forest.goal()] = 0;
  for (std::uint32_t id = forest.edges(); id-- > 0;) {
    const Edge& edge = forest.edge(id);
    marginals[id] = with_tails(edge, edge.score, best) + outside[edge.head];
    for (const std::uint32_t tail : edge.tails) {
      if (tail == kNone || marginals[id] == -kInfinity) continue;
      outside[tail] = std::max(outside[tail], marginals[id] - best[tail]);
    }
  }
  return marginals;
}

Derivation viterbi(const Forest& forest) {
  const std::vector<double> best = best_scores(forest);
  if (forest.empty() || best.back() == -kInfinity) return {};
  return follow(forest, [&](std::uint32_t node) {
    std::uint32_t id = forest.first_edge(node);
    while (with_tails(forest.edge(id), forest.edge(id).score, best) != best[node]) ++id;
    return id;
  });
}

Sums sums(const Forest& forest, double scale) {
  Sums result{std::vector<double>(forest.nodes(), -kInfinity), std::vector<double>(forest.nodes(), -kInfinity)};
  if (forest.empty()) return result;
  for (const Edge& edge : forest.all_edges()) {
    double& inside = result.inside[edge.head];
    inside = log_add(inside, with_tails(edge, scale * edge.score, result.inside));
  }
  result.outside[forest.goal()] = 0;
  for (std::uint32_t id = forest.edges(); id-- > 0;) {
    const Edge& edge = forest.edge(id);
    const double around = result.outside[edge.head] + with_tails(edge, scale * edge.score, result.inside);
    for (const std::uint32_t tail : edge.tails) {
      if (tail == kNone || around == -kInfinity) continue;
      result.outside[tail] = log_add(result.outside[tail], around - result.inside[tail]);
    }
  }
  result.total = result.inside.back();
  return result;
}

std::vector<double> posteriors(const Forest& forest, double scale) {
  const Sums all = sums(forest, scale);
  std::vector<double> result(forest.edges());
  if (all.total == -kInfinity) return result;
  for (std::uint32_t id = 0; id < forest.edges(); ++id) {
    const Edge& edge = forest.edge(id);
    result[id] = std::exp(with_tails(edge, scale * edge.score, all.inside) + all.outside[edge.head] - all.total);
  }
  return result;
}

std::vector<double> expectations(const Forest& forest, double scale) {
  const std::vector<double> probability = posteriors(forest, scale);
  std::vector<double> expected(forest.features.size());
  for (std::uint32_t id = 0; id < forest.edges(); ++id) {
    forest.for_each_feature(id, [&](features::Index f, float value) { expected[f] += probability[id] * value; });
  }
  return expected;
}

std::vector<Derivation> sample(const Forest& forest, std::size_t count, std::uint64_t seed, double scale) {
  std::vector<Derivation> samples;
  const Sums all = sums(forest, scale);
  if (all.total == -kInfinity) return samples;
  std::uint64_t state = combine(seed, 0);
  const auto uniform = [&state] {
    state += 0x9e3779b97f4a7c15ULL;
    return static_cast<double>(mix(state) >> 11) * 0x1p-53;
  };
  const auto choose = [&](std::uint32_t node) {
    double left = uniform();
    std::uint32_t chosen = kNone;
    for (std::uint32_t id = forest.first_edge(node); id < forest.first_edge(node + 1) && left >= 0; ++id) {
      const Edge& edge = forest.edge(id);
      const double share = std::exp(with_tails(edge, scale * edge.score, all.inside) - all.inside[node]);
      if (share > 0) chosen = id;
      left -= share;
    }
    return chosen;
  };
  for (std::size_t i = 0; i < count; ++i) samples.push_back(follow(forest, choose));
  return samples;
}

}  // namespace rectrix::decode
