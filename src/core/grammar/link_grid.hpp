// The word links of one sentence pair as a grid that answers "is this box a phrase pair?" in constant time.
//
// A box of source and target words is a phrase pair if it holds a link and no link leaves it: no word inside
// is linked to a word outside (Koehn, Och & Marcu 2003). Two-dimensional prefix sums count the links of any box.
// A link is anything with unsigned members `source` and `target`, word positions in their sentences.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "base/error.hpp"

namespace rectrix::grammar {

// Source words [source_begin, source_end) and target words [target_begin, target_end).
struct Box {
  int source_begin = 0, source_end = 0, target_begin = 0, target_end = 0;
  friend bool operator==(const Box&, const Box&) = default;
};

struct SentenceLengths {
  int source = 0, target = 0;
};

class LinkGrid {
 public:
  // Memory and time grow with source x target; longer pairs are for the caller to leave out.
  static constexpr std::int64_t kMaxCells = std::int64_t{1} << 24;

  LinkGrid() = default;
  // Throws UsageError if a link is outside the sentences or the pair has more than kMaxCells cells.
  template <class Link>
  LinkGrid(std::span<const Link> links, SentenceLengths lengths) {
    assign(links, lengths);
  }

  // The same as a new grid, but keeps the memory.
  template <class Link>
  void assign(std::span<const Link> links, SentenceLengths lengths);

  int source_length() const { return lengths_.source; }
  int target_length() const { return lengths_.target; }

  // Whether these words are linked. The corners just before and just after both sentences count as
  // linked, everything else outside does not.
  bool linked(int source, int target) const {
    if (source < 0 || target < 0) return source == -1 && target == -1;
    if (source >= lengths_.source || target >= lengths_.target) {
      return source == lengths_.source && target == lengths_.target;
    }
    return count({source, source + 1, target, target + 1}) != 0;
  }
  bool source_linked(int source) const { return count({source, source + 1, 0, lengths_.target}) != 0; }
  bool target_linked(int target) const { return count({0, lengths_.source, target, target + 1}) != 0; }

  // The number of links in a box within the sentences.
  int count(const Box& box) const {
    return sum(box.source_end, box.target_end) - sum(box.source_begin, box.target_end) -
           sum(box.source_end, box.target_begin) + sum(box.source_begin, box.target_begin);
  }
  bool consistent(const Box& box) const {
    const int inside = count(box);
    return inside > 0 && inside == count({box.source_begin, box.source_end, 0, lengths_.target}) &&
           inside == count({0, lengths_.source, box.target_begin, box.target_end});
  }

  // The smallest source span that holds all links of a target span: empty (begin >= end) if it has none.
  Box tight(int target_begin, int target_end) const {
    Box box{lengths_.source, 0, target_begin, target_end};
    for (int t = target_begin; t < target_end; ++t) widen(box, t);
    return box;
  }
  // Extends a box of tight() by one target word.
  void widen(Box& box, int target) const {
    box.source_begin = std::min(box.source_begin, first_source_[target]);
    box.source_end = std::max(box.source_end, end_source_[target]);
    box.target_end = std::max(box.target_end, target + 1);
  }

 private:
  int sum(int source, int target) const {
    return sums_[static_cast<std::size_t>(source) * (lengths_.target + 1) + target];
  }

  SentenceLengths lengths_;
  std::vector<int> sums_;                       // (source + 1) x (target + 1)
  std::vector<int> first_source_, end_source_;  // per target word: its links' span; (source length, 0) if none
};

template <class Link>
void LinkGrid::assign(std::span<const Link> links, SentenceLengths lengths) {
  if (lengths.source < 0 || lengths.target < 0 ||
      (std::int64_t{lengths.source} + 1) * (std::int64_t{lengths.target} + 1) > kMaxCells) {
    throw UsageError("a sentence pair of this length is too long for phrase extraction; leave it out");
  }
  lengths_ = lengths;
  const std::size_t width = static_cast<std::size_t>(lengths.target) + 1;
  sums_.assign((static_cast<std::size_t>(lengths.source) + 1) * width, 0);
  first_source_.assign(lengths.target, lengths.source);
  end_source_.assign(lengths.target, 0);
  for (const Link& link : links) {
    const std::size_t s = link.source, t = link.target;
    if (s >= static_cast<std::size_t>(lengths.source) || t >= static_cast<std::size_t>(lengths.target)) {
      throw UsageError("a word link points outside its sentence pair");
    }
    sums_[(s + 1) * width + t + 1] = 1;
    first_source_[t] = std::min(first_source_[t], static_cast<int>(s));
    end_source_[t] = std::max(end_source_[t], static_cast<int>(s) + 1);
  }
  for (std::size_t s = 1; s <= static_cast<std::size_t>(lengths.source); ++s) {
    int row = 0;
    for (std::size_t t = 1; t < width; ++t) {
      row += sums_[s * width + t];
      sums_[s * width + t] = sums_[(s - 1) * width + t] + row;
    }
  }
}

// Calls visit(box) for every phrase pair of at most max_length words on each side, unlinked words at the edges
// included or not, ordered by target begin, target end, source begin, source end.
template <class Visit>
void for_each_phrase(const LinkGrid& grid, int max_length, Visit visit) {
  for (int target_begin = 0; target_begin < grid.target_length(); ++target_begin) {
    Box tight = grid.tight(target_begin, target_begin);
    const int last = std::min(grid.target_length(), target_begin + max_length);
    for (int target_end = target_begin + 1; target_end <= last; ++target_end) {
      grid.widen(tight, target_end - 1);
      if (tight.source_begin >= tight.source_end) continue;
      if (tight.source_end - tight.source_begin > max_length) break;  // it only grows
      if (!grid.consistent(tight)) continue;
      int first = tight.source_begin;
      while (first > 0 && tight.source_end - first < max_length && !grid.source_linked(first - 1)) --first;
      for (int begin = first; begin <= tight.source_begin; ++begin) {
        for (int end = tight.source_end; end - begin <= max_length; ++end) {
          visit(Box{begin, end, target_begin, target_end});
          if (end == grid.source_length() || grid.source_linked(end)) break;
        }
      }
    }
  }
}

}  // namespace rectrix::grammar
