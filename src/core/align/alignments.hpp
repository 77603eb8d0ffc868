// Word alignments of a corpus, and the Pharaoh format: one line per sentence pair, "0-0 1-2 2-1",
// source-target, counted from 0.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/lines.hpp"

namespace rectrix::align {

struct Link {
  std::uint16_t source = 0, target = 0;
  auto operator<=>(const Link&) const = default;
};

// Positions a link can name on either side.
inline constexpr std::size_t kMaxPositions = 65535;

class Alignments {
 public:
  std::size_t size() const { return offsets_.size() - 1; }  // sentence pairs
  // The links of one pair, ascending and each once.
  std::span<const Link> operator[](std::size_t pair) const {
    return {links_.data() + offsets_[pair], links_.data() + offsets_[pair + 1]};
  }
  // The next pair's links, in any order.
  void add(std::span<const Link> links);

  // Pair p has the links [offsets()[p], offsets()[p + 1]) of links().
  std::span<const std::uint64_t> offsets() const { return offsets_; }
  std::span<const Link> links() const { return links_; }

  // Throws an InputError, with `name` and the line, if a link lies outside its pair. The offsets are those of
  // the two sides of a corpus: pair p has source_offsets[p + 1] - source_offsets[p] source words.
  void require_within(std::span<const std::uint64_t> source_offsets,
                      std::span<const std::uint64_t> target_offsets, const std::string& name) const;

 private:
  std::vector<std::uint64_t> offsets_{0};
  std::vector<Link> links_;
};

// A human's alignment. Sure links are possible links too.
struct Gold {
  Alignments sure, possible;
};

// Links as "3-4" (sure) and "3?4" or "3p4" (possible). first: what the first word is called, 0 or 1.
Gold read_gold(Lines& lines, int first);

// The same, for files that may hold sure links only.
Alignments read_pharaoh(Lines& lines, int first = 0);

void append_pharaoh(std::span<const Link> links, std::string& text);

// Counts from which precision, recall and alignment error rate follow (Och & Ney 2003).
struct LinkCounts {
  std::size_t found = 0;           // links proposed
  std::size_t sure = 0;            // sure links of the gold standard
  std::size_t found_sure = 0;      // of the proposed links
  std::size_t found_possible = 0;  // of the proposed links
};

// Throws UsageError if the numbers of pairs differ.
LinkCounts compare(const Alignments& found, const Gold& gold);

}  // namespace rectrix::align
