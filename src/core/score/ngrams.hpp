// N-grams as a trie in one hash table: exact (no n-gram is confused with another), and a search ends at the first
// order that is not there.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/hash.hpp"

namespace rectrix::score {

class Ngrams {
 public:
  using Node = std::uint32_t;
  static constexpr Node kRoot = 0;
  static constexpr Node kNone = 0xffffffff;

  explicit Ngrams(int order) : order_(order) { clear(); }

  void clear();
  // Notes the n-grams of one more text; each node keeps its largest count in any text.
  void add(std::span<const std::uint32_t> symbols);

  int order() const { return order_; }

  // matches[n - 1] += clipped matches of order n with the noted texts.
  void count_matches(std::span<const std::uint32_t> symbols, std::span<std::int64_t> matches);

 private:
  struct Slot {
    std::uint64_t key = 0;  // parent + 1 and symbol; 0 is free
    Node node = 0;
  };
  struct Counts {
    std::int32_t most = 0;     // in any text
    std::int32_t current = 0;  // in the text at hand
  };

  Node find(Node parent, std::uint32_t symbol) const;
  Node find_or_add(Node parent, std::uint32_t symbol);
  void grow();
  static std::uint64_t key_of(Node parent, std::uint32_t symbol) { return (static_cast<std::uint64_t>(parent) + 1) << 32 | symbol; }

  int order_;
  std::vector<Slot> slots_;
  std::vector<Counts> counts_;  // by node
  std::vector<Node> touched_;
};

}  // namespace rectrix::score
