// The k best derivations of a forest, found lazily (Huang & Chiang 2005, algorithm 3), if wished with unique
// strings at every node.
//
// Departures: successors are generated canonically (the second tail moves on always, the first only while the
// second stands at its best), so every combination is made once and no table of seen ones is kept; two strings
// are the same if their lengths and their polynomial hashes modulo 2^61 - 1 are, so no string is built.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/hash_set.hpp"
#include "decode/derivation.hpp"
#include "decode/forest.hpp"

namespace rectrix::decode {

struct BestOptions {
  bool unique = true;  // keep only the best derivation of each string, at every node
};

class Best {
 public:
  // scores: one for each edge, instead of the edges' own (oracles, hope and fear). The forest must outlive this.
  explicit Best(const Forest& forest, BestOptions options = {}, std::span<const double> scores = {});

  // The rank-th best derivation (from 0) of the goal; false if there are not so many.
  // Derivations of equal score come in an order that depends on the forest alone.
  bool find(std::size_t rank, Derivation& derivation);

 private:
  struct Candidate {
    double score;
    std::uint32_t edge;
    std::array<std::uint32_t, 2> ranks;
  };
  struct Found {
    Candidate choice;
    std::uint32_t length;  // of its string
    std::uint64_t hash;
  };
  // What was found at a node so far. Made when a node is first asked.
  struct Node {
    std::vector<Candidate> heap;
    std::vector<Found> found;
    bool pending = false;  // the successors of the candidate taken last are not in the heap yet
    Candidate last;
    HashSet strings;
  };

  static bool worse(const Candidate& a, const Candidate& b);
  double edge_score(std::uint32_t edge) const { return scores_.empty() ? forest_->edge(edge).score : scores_[edge]; }
  Node& node(std::uint32_t id);
  bool has(std::uint32_t id, std::size_t rank);
  void push_successors(Node& node);
  void push_if_any(Node& node, std::array<std::uint32_t, 2> ranks);
  Found describe(const Candidate& choice);
  const Found& tail(const Candidate& choice, std::size_t number) const;
  std::uint64_t power(std::uint32_t length);

  const Forest* forest_;
  BestOptions options_;
  std::span<const double> scores_;
  std::vector<double> viterbi_;  // the best score of each node
  std::vector<std::unique_ptr<Node>> nodes_;
  std::vector<std::uint64_t> powers_{1};
};

}  // namespace rectrix::decode
