#include "grammar/tally.hpp"

#include <algorithm>

#include "base/hash.hpp"

namespace rectrix::grammar {

void Tally::clear() {
  entries_.clear();
  alignments_.resize(1);
  symbols_.clear();
  links_.clear();
  table_.assign(kSmallest, 0);
  totals_ = {};
}

void Tally::add(Edges edges, std::span<const Symbol> target, std::span<const Link> links) {
  Entry& entry = find_or_add(code(edges), target);
  ++entry.count;
  ++totals_[code(edges)];
  count_alignment(entry, links);
}

Tally::Entry& Tally::find_or_add(std::uint8_t edges, std::span<const Symbol> symbols) {
  std::uint64_t hash = edges;
  for (const Symbol symbol : symbols) hash = combine(hash, static_cast<std::uint32_t>(symbol));
  std::size_t slot = hash & (table_.size() - 1);
  for (; table_[slot] != 0; slot = (slot + 1) & (table_.size() - 1)) {
    Entry& entry = entries_[table_[slot] - 1];
    if (entry.hash == hash && entry.edges == edges && std::ranges::equal(target(entry), symbols)) return entry;
  }
  entries_.push_back({hash, static_cast<std::uint32_t>(symbols_.size()), static_cast<std::uint32_t>(symbols.size()), 0, 0, edges});
  symbols_.insert(symbols_.end(), symbols.begin(), symbols.end());
  table_[slot] = static_cast<std::uint32_t>(entries_.size());
  if (entries_.size() * 2 > table_.size()) grow();
  return entries_.back();
}

void Tally::grow() {
  table_.assign(table_.size() * 4, 0);
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    std::size_t slot = entries_[i].hash & (table_.size() - 1);
    while (table_[slot] != 0) slot = (slot + 1) & (table_.size() - 1);
    table_[slot] = static_cast<std::uint32_t>(i + 1);
  }
}

void Tally::count_alignment(Entry& entry, std::span<const Link> added) {
  for (std::uint32_t i = entry.first_alignment; i != 0; i = alignments_[i].next) {
    if (std::ranges::equal(links(alignments_[i]), added)) {
      ++alignments_[i].count;
      return;
    }
  }
  alignments_.push_back({static_cast<std::uint32_t>(links_.size()), static_cast<std::uint32_t>(added.size()), 1, entry.first_alignment});
  links_.insert(links_.end(), added.begin(), added.end());
  entry.first_alignment = static_cast<std::uint32_t>(alignments_.size() - 1);
}

std::span<const Link> Tally::best_links(const Entry& entry) const {
  std::uint32_t best = entry.first_alignment;
  for (std::uint32_t i = alignments_[best].next; i != 0; i = alignments_[i].next) {
    const auto better = alignments_[i].count <=> alignments_[best].count;
    if (better > 0 || (better == 0 && std::ranges::lexicographical_compare(links(alignments_[i]), links(alignments_[best])))) best = i;
  }
  return links(alignments_[best]);
}

}  // namespace rectrix::grammar
