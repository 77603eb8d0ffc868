// The source sides of a sentence's rules as a tree, for matching from left to right.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/flat_map.hpp"
#include "decode/forest.hpp"
#include "grammar/rules.hpp"

namespace rectrix::decode {

class SourceTrie {
 public:
  static constexpr std::uint32_t kRoot = 0;

  SourceTrie() { clear(); }
  void clear();

  // The node of a source side. A rule's gaps are numbered in source order, so a gap needs no number here.
  std::uint32_t insert(std::span<const grammar::Symbol> side);

  std::size_t size() const { return gap_children_.size(); }
  // The node behind one more word, or one more gap; kNone if no source side goes on so.
  std::uint32_t word_child(std::uint32_t node, Word word) const {
    if (!has_words_[node]) return kNone;
    const std::uint32_t* child = children_.find(key(node, word));
    return child == nullptr ? kNone : *child;
  }
  std::uint32_t gap_child(std::uint32_t node) const { return gap_children_[node]; }

 private:
  static std::uint64_t key(std::uint32_t node, Word word) { return (static_cast<std::uint64_t>(node) << 32) | word; }
  std::uint32_t add_node();

  FlatMap<std::uint64_t, std::uint32_t> children_;
  std::vector<std::uint32_t> gap_children_;
  std::vector<std::uint8_t> has_words_;
};

}  // namespace rectrix::decode
