// What words are linked to.
#pragma once

#include <cstdint>

namespace rectrix::grammar {

// The words of the other side that a word, or several, are linked to: [low, high), empty if there are none.
struct Projection {
  std::uint16_t low = 0xffff;
  std::uint16_t high = 0;
  bool linked() const { return low < high; }
};

}  // namespace rectrix::grammar
