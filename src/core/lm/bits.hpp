// Numbers of a fixed number of bits, one behind another without gaps.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

namespace rectrix::lm {

inline constexpr unsigned kMostBits = 57;      // of one number: it lies in 8 bytes wherever it begins
inline constexpr std::size_t kBitPadding = 8;  // bytes behind the last number that may be read

// bits: at most kMostBits.
inline std::uint64_t read_bits(const std::uint8_t* data, std::uint64_t at, unsigned bits) {
  std::uint64_t word = 0;
  std::memcpy(&word, data + (at >> 3), sizeof word);
  return (word >> (at & 7)) & ((std::uint64_t{1} << bits) - 1);
}

class BitWriter {
 public:
  void push(std::uint64_t value, unsigned bits) {
    pending_ |= value << filled_;
    filled_ += bits;
    for (; filled_ >= 8; filled_ -= 8, pending_ >>= 8) bytes_.push_back(static_cast<std::uint8_t>(pending_));
  }
  std::vector<std::uint8_t> finish() {
    push(0, 7);
    bytes_.resize(bytes_.size() + kBitPadding);
    return std::move(bytes_);
  }

 private:
  std::vector<std::uint8_t> bytes_;
  std::uint64_t pending_ = 0;
  unsigned filled_ = 0;  // below 8 between calls, so 57 more bits fit
};

// How many bits hold every number up to this one.
inline unsigned bits_for(std::uint64_t largest) { return static_cast<unsigned>(std::bit_width(largest)); }

}  // namespace rectrix::lm
