// A small random generator and the orders drawn from it, the same on every machine.
#pragma once

#include <cstdint>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

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

// Solvers visit examples in chunks of neighbors, the chunks in random order: memory is read piece by piece, and
// neighbors (phrase pairs of one sentence) have features in common, which are then in the cache.
inline constexpr std::size_t kChunk = 256;

inline std::vector<std::uint32_t> chunk_order(std::size_t examples, std::uint64_t seed) {
  std::vector<std::uint32_t> chunks((examples + kChunk - 1) / kChunk);
  std::iota(chunks.begin(), chunks.end(), 0U);
  shuffle(std::span(chunks), Random(seed));
  return chunks;
}

}  // namespace rectrix::reorder
