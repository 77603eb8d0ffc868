// Sums that do not depend on the order of their terms: expected counts as 64-bit integers in units of 2^-32.
// A term is off by at most 2^-33, a sum may reach 2^32 (more words than a corpus can have here).
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace rectrix::align {

class Counter {
 public:
  explicit Counter(std::size_t size = 0) : sums_(size, 0) {}

  std::size_t size() const { return sums_.size(); }
  void clear() { sums_.assign(sums_.size(), 0); }

  void add(std::size_t index, double value) { sums_[index] += fixed(value); }
  // For several threads at once.
  void add_shared(std::size_t index, double value) {
    std::atomic_ref(sums_[index]).fetch_add(fixed(value), std::memory_order_relaxed);
  }
  double operator[](std::size_t index) const { return static_cast<double>(sums_[index]) * 0x1p-32; }
  std::uint64_t raw(std::size_t index) const { return sums_[index]; }

 private:
  // By way of a signed integer, which takes one instruction. value >= 0.
  static std::uint64_t fixed(double value) {
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(value * 0x1p32 + 0.5));
  }

  std::vector<std::uint64_t> sums_;
};

}  // namespace rectrix::align
