#include "score/ngrams.hpp"

#include <algorithm>

namespace rectrix::score {

void Ngrams::clear() {
  if (slots_.empty()) slots_.resize(256);
  std::fill(slots_.begin(), slots_.end(), Slot{});
  counts_.assign(1, Counts{});
}

void Ngrams::add(std::span<const std::uint32_t> symbols) {
  touched_.clear();
  for (std::size_t begin = 0; begin < symbols.size(); ++begin) {
    Node node = kRoot;
    const std::size_t end = std::min(symbols.size(), begin + static_cast<std::size_t>(order_));
    for (std::size_t i = begin; i < end; ++i) {
      node = find_or_add(node, symbols[i]);
      if (counts_[node].current++ == 0) touched_.push_back(node);
    }
  }
  for (const Node node : touched_) {
    counts_[node].most = std::max(counts_[node].most, counts_[node].current);
    counts_[node].current = 0;
  }
}

void Ngrams::count_matches(std::span<const std::uint32_t> symbols, std::span<std::int64_t> matches) {
  touched_.clear();
  for (std::size_t begin = 0; begin < symbols.size(); ++begin) {
    Node node = kRoot;
    const std::size_t length = std::min(symbols.size() - begin, static_cast<std::size_t>(order_));
    for (std::size_t n = 0; n < length; ++n) {
      node = find(node, symbols[begin + n]);
      if (node == kNone) break;
      Counts& counts = counts_[node];
      if (counts.current == 0) touched_.push_back(node);
      if (counts.current++ < counts.most) ++matches[n];
    }
  }
  for (const Node node : touched_) counts_[node].current = 0;
}

Ngrams::Node Ngrams::find(Node parent, std::uint32_t symbol) const {
  const std::uint64_t key = key_of(parent, symbol);
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t i = mix(key) & mask; slots_[i].key != 0; i = (i + 1) & mask) {
    if (slots_[i].key == key) return slots_[i].node;
  }
  return kNone;
}

Ngrams::Node Ngrams::find_or_add(Node parent, std::uint32_t symbol) {
  const Node known = find(parent, symbol);
  if (known != kNone) return known;
  if (counts_.size() * 2 > slots_.size()) grow();
  const std::uint64_t key = key_of(parent, symbol);
  const std::size_t mask = slots_.size() - 1;
  std::size_t i = mix(key) & mask;
  while (slots_[i].key != 0) i = (i + 1) & mask;
  slots_[i] = {key, static_cast<Node>(counts_.size())};
  counts_.emplace_back();
  return slots_[i].node;
}

void Ngrams::grow() {
  std::vector<Slot> old(slots_.size() * 2);
  old.swap(slots_);
  const std::size_t mask = slots_.size() - 1;
  for (const Slot& slot : old) {
    if (slot.key == 0) continue;
    std::size_t i = mix(slot.key) & mask;
    while (slots_[i].key != 0) i = (i + 1) & mask;
    slots_[i] = slot;
  }
}

}  // namespace rectrix::score
