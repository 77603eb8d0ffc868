#include "decode/source_trie.hpp"

namespace rectrix::decode {

void SourceTrie::clear() {
  children_.clear();
  gap_children_.clear();
  has_words_.clear();
  add_node();
}

std::uint32_t SourceTrie::add_node() {
  gap_children_.push_back(kNone);
  has_words_.push_back(0);
  return static_cast<std::uint32_t>(size() - 1);
}

std::uint32_t SourceTrie::insert(std::span<const grammar::Symbol> side) {
  std::uint32_t node = kRoot;
  for (const grammar::Symbol symbol : side) {
    if (grammar::is_gap(symbol)) {
      if (gap_children_[node] == kNone) {
        const std::uint32_t made = add_node();
        gap_children_[node] = made;
      }
      node = gap_children_[node];
      continue;
    }
    has_words_[node] = 1;
    const auto [child, fresh] = children_.insert(key(node, static_cast<Word>(symbol)), kNone);
    if (fresh) child = add_node();
    node = child;
  }
  return node;
}

}  // namespace rectrix::decode
