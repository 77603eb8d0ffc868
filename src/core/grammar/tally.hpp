// Counts of the target sides seen with one source pattern, and of the alignments seen with each.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "grammar/phrase_pairs.hpp"
#include "grammar/rules.hpp"

namespace rectrix::grammar {

class Tally {
 public:
  // Forgets everything.
  void clear();
  void add(Edges edges, std::span<const Symbol> target, std::span<const Link> links);

  struct Counted {
    std::span<const Symbol> target;
    std::span<const Link> links;  // the most frequent alignment; of equally frequent ones the smallest
    std::uint32_t count;
  };
  // The target sides with these edges, in the order in which they were first seen.
  template <class Visit>
  void for_each(Edges edges, Visit visit) const {
    for (const Entry& entry : entries_) {
      if (entry.edges == code(edges)) visit(Counted{target(entry), best_links(entry), entry.count});
    }
  }
  // Pairs added with these edges.
  std::uint32_t total(Edges edges) const { return totals_[code(edges)]; }

 private:
  struct Entry {
    std::uint64_t hash;
    std::uint32_t target_begin, target_size;
    std::uint32_t count;
    std::uint32_t first_alignment;
    std::uint8_t edges;
  };
  struct Alignment {
    std::uint32_t links_begin, links_size;
    std::uint32_t count;
    std::uint32_t next;  // of the same entry; 0: none
  };

  static std::uint8_t code(Edges edges) {
    return static_cast<std::uint8_t>((edges.leading ? 1 : 0) + (edges.trailing ? 2 : 0));
  }
  std::span<const Symbol> target(const Entry& entry) const { return std::span(symbols_).subspan(entry.target_begin, entry.target_size); }
  std::span<const Link> links(const Alignment& alignment) const {
    return std::span(links_).subspan(alignment.links_begin, alignment.links_size);
  }
  std::span<const Link> best_links(const Entry& entry) const;
  Entry& find_or_add(std::uint8_t edges, std::span<const Symbol> target);
  void count_alignment(Entry& entry, std::span<const Link> links);
  void grow();

  std::vector<Entry> entries_;
  std::vector<Alignment> alignments_{Alignment{}};  // the first is no alignment, so that 0 can mean none
  std::vector<Symbol> symbols_;
  std::vector<Link> links_;
  std::vector<std::uint32_t> table_ = std::vector<std::uint32_t>(kSmallest, 0);  // entry plus 1 by hash; 0: free
  std::array<std::uint32_t, 4> totals_{};

  static constexpr std::size_t kSmallest = 256;
};

}  // namespace rectrix::grammar
