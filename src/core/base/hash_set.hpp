// A set of well-mixed 64-bit hashes (base/hash.hpp) in 8 bytes a slot: open addressing, linear probing, power-of-two size. No erase.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace rectrix {

class HashSet {
 public:
  std::size_t size() const { return size_; }
  // Forgets all. Of slots that a larger set had, those for so many stay: clearing the others would cost more than growing.
  void clear(std::size_t expected) {
    slots_.assign(std::min(slots_.size(), std::bit_ceil(expected + expected / 2 + 8)), 0);
    size_ = 0;
  }

  // Whether hash is new. 0 counts as 1: it marks a free slot.
  bool insert(std::uint64_t hash) {
    if ((size_ + 1) * 3 > slots_.size() * 2) grow();
    const std::uint64_t item = hash == 0 ? 1 : hash;
    std::size_t i = place(item);
    if (slots_[i] == item) return false;
    slots_[i] = item;
    ++size_;
    return true;
  }

 private:
  // Where item stands, or the free slot where it would.
  std::size_t place(std::uint64_t item) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t i = item & mask;
    while (slots_[i] != 0 && slots_[i] != item) i = (i + 1) & mask;
    return i;
  }

  void grow() {
    std::vector<std::uint64_t> old(slots_.empty() ? 8 : slots_.size() * 2);
    old.swap(slots_);
    for (const std::uint64_t item : old) {
      if (item != 0) slots_[place(item)] = item;
    }
  }

  std::vector<std::uint64_t> slots_;
  std::size_t size_ = 0;
};

}  // namespace rectrix
