// The source words that a hypothesis has translated: all before the first gap, and a window behind it.
//
// Reordering limits keep what is covered beyond the first gap near to it, so 64 bits serve sentences of any length.
#pragma once

#include <bit>
#include <cstdint>

namespace rectrix::decode {

// Source words between the end of a phrase and the begin of the next, forward or back.
inline std::uint32_t jump(std::uint32_t end, std::uint32_t begin) { return end < begin ? begin - end : end - begin; }

struct Coverage {
  static constexpr std::uint32_t kWindow = 64;

  std::uint32_t first_gap = 0;
  std::uint64_t window = 0;  // bit i: word first_gap + i is covered; bit 0 never is

  bool covers(std::uint32_t word) const {
    return word < first_gap || (word - first_gap < kWindow && (window >> (word - first_gap) & 1) != 0);
  }
  std::uint32_t count() const { return first_gap + static_cast<std::uint32_t>(std::popcount(window)); }
  // The word behind the last covered one.
  std::uint32_t end() const { return first_gap + static_cast<std::uint32_t>(std::bit_width(window)); }

  // Whether free words begin to end can be added: they lie in the window, or begin at the first gap.
  bool fits(std::uint32_t begin, std::uint32_t end) const { return end - first_gap <= kWindow || begin == first_gap; }
  Coverage with(std::uint32_t begin, std::uint32_t end) const {
    const std::uint32_t length = end - begin;
    if (length > kWindow) return {end, 0};  // all of the window was free
    const std::uint64_t ones = length == kWindow ? ~std::uint64_t{0} : (std::uint64_t{1} << length) - 1;
    const std::uint64_t filled = window | ones << (begin - first_gap);
    const auto done = static_cast<std::uint32_t>(std::countr_one(filled));
    return {first_gap + done, done == kWindow ? 0 : filled >> done};
  }

  friend bool operator==(const Coverage&, const Coverage&) = default;
};

}  // namespace rectrix::decode
