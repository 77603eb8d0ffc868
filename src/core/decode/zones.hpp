// Where a user does not want words to be reordered, as Moses' markup says it: nothing behind <wall/> is translated before
// all that stands before it, and the words of a <zone> ... </zone> are translated without others in between.
//
// No phrase reaches over a wall or over one edge of a zone. Zones may lie within each other.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "decode/constraints.hpp"
#include "decode/coverage.hpp"
#include "decode/given_spans.hpp"

namespace rectrix::decode {

class Zones {
 public:
  // Takes the marks out of a line, each a word of its own, and keeps what they say. Throws InputError if they do not
  // fit together.
  std::string read(std::string_view line);
  // Adds what is demanded of a sentence of so many words. Throws UsageError if it does not lie in it.
  void add(const Constraints& constraints, std::size_t words);
  void clear() {
    walls_.clear();
    zones_.clear();
  }
  // Throws UsageError if a span that excludes other translations crosses a wall or one edge of a zone: nothing could
  // translate it.
  void check(const GivenSpans& given) const;
  bool any() const { return !walls_.empty() || !zones_.empty(); }

  // Whether begin to end may be translated next. reach: how far behind the first gap words may be covered; a zone that
  // cannot be finished within it is not begun.
  bool allow(const Coverage& coverage, std::uint32_t begin, std::uint32_t end, std::uint32_t reach) const;

 private:
  struct Zone {
    std::uint32_t begin, end;
  };
  bool allow(const Zone& zone, const Coverage& coverage, std::uint32_t begin, std::uint32_t end, std::uint32_t reach) const;

  std::vector<std::uint32_t> walls_;  // the word behind each
  std::vector<Zone> zones_;
};

}  // namespace rectrix::decode
