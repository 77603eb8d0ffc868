// A small random stream (SplitMix64): the same numbers for the same seed on every machine.
#pragma once

#include <cstdint>

#include "base/hash.hpp"

namespace rectrix {

class Random {
 public:
  explicit constexpr Random(std::uint64_t seed) : state_(seed) {}

  constexpr std::uint64_t next() { return mix(state_ += 0x9e3779b97f4a7c15ULL); }

  // Uniform below `bound`, which is not 0. By multiplication: the bias is below bound / 2^32.
  constexpr std::uint32_t below(std::uint32_t bound) { return static_cast<std::uint32_t>(((next() >> 32) * bound) >> 32); }

  // Uniform in [0, 1).
  constexpr double uniform() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

 private:
  std::uint64_t state_;
};

}  // namespace rectrix
