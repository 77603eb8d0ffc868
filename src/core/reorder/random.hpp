// A small random generator and the orders drawn from it, the same on every machine.
#pragma once

#include <cstdint>
#include <span>
#include <utility>

#include "base/hash.hpp"

namespace rectrix::reorder {

// SplitMix64 (Steele et al. 2014): any seed is good.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next() { return mix(state_ += 0x9e3779b97f4a7c15ULL); }
  std::uint64_t below(std::uint64_t n) { return next() % n; }  // the bias is below n / 2^64

 private:
  std::uint64_t state_;
};

template <class T>
void shuffle(std::span<T> items, Random random) {
  for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[random.below(i)]);
}

}  // namespace rectrix::reorder
