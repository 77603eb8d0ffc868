// What stands between two words of running text: nothing, a blank, or another space, by rules or as learned.
//
// Learned from text whose spaces are known: for each kind of left and right neighbor, how often they stand together and
// apart. A kind is the word itself if it is punctuation or begins (ends) with it, and otherwise letters, digits or
// ideographs; straight double quotes are told apart as opening and closing by counting them. Rare pairs are judged by
// both neighbors apart, unknown ones by rules.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/lines.hpp"
#include "text/tokenizer.hpp"

namespace rectrix {

struct GapCounts {
  std::uint64_t joined = 0;
  std::uint64_t blank = 0;
  std::uint64_t other = 0;  // another space, such as the one that does not break
};

// A pair of kinds and what was between them.
struct GapRow {
  std::string left, right;
  GapCounts counts;
  std::string other;  // the other space that was seen first
};

class Spacing {
 public:
  void count(std::string_view line, std::span<const Piece> words);
  void add(const GapRow& row);

  // The text of words, as people write it.
  std::string join(std::span<const std::string_view> words) const;

  // As text, a line per pair of kinds; `read` throws InputError if it is anything else.
  std::string written() const;
  static Spacing read(Lines& lines);

 private:
  std::vector<GapRow> rows() const;  // sorted by kinds
  struct Seen {
    GapCounts counts;
    std::string other;
  };
  std::string_view gap(std::string_view left, std::string_view right, bool by_rule) const;

  std::unordered_map<std::string, Seen> pairs_;  // "left\tright"; "left\t" and "\tright" are sums
};

}  // namespace rectrix
