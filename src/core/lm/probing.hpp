// A hash table of n-grams by linear probing: one cache miss for nearly every search.
//
// A key's home is its high bits scaled to the number of homes, so that homes ascend with keys and a table
// is copied to another size in one sweep through memory. Probing never wraps: the slots go on behind the last
// home, and the last slot is free, so every search ends. Key 0 marks a free slot; keys of n-grams are odd.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "lm/huge.hpp"

namespace rectrix::lm {

using Key = std::uint64_t;

constexpr Key unigram_key(std::uint32_t word) { return (word + Key{1}) * 0x9e3779b97f4a7c15ULL; }

// The key of an n-gram from the key of its words but the first, and the first: a search for ever longer
// n-grams goes from right to left.
constexpr Key part_of_first(std::uint32_t first) { return (first + Key{1}) * 0xd6e8feb86659fd93ULL; }
constexpr Key extend_key(Key key, std::uint32_t first) {
  const Key x = (key ^ part_of_first(first)) * 0xbf58476d1ce4e5b9ULL;
  return (x ^ (x >> 32)) | 1;
}

// What `key ^ part_of_first(first)` may have been: two sums, as the lowest bit is lost.
constexpr std::array<Key, 2> sums_of_key(Key extended) {
  constexpr Key kInverse = 0x96de1b173f119089ULL;  // of the factor above
  const auto sum = [](Key x) { return (x ^ (x >> 32)) * kInverse; };
  return {sum(extended), sum(extended ^ 1)};
}
static_assert(sums_of_key(extend_key(unigram_key(3), 5))[0] == (unigram_key(3) ^ part_of_first(5)) ||
              sums_of_key(extend_key(unigram_key(3), 5))[1] == (unigram_key(3) ^ part_of_first(5)));

// Where a key's search starts, below homes.
inline std::size_t home_of(Key key, std::size_t homes) {
  __extension__ using Wide = unsigned __int128;
  return static_cast<std::size_t>((static_cast<Wide>(key) * homes) >> 64);
}

// Of an n-gram that may be the context of others.
struct Middle {
  Key key;
  float prob;
  float backoff;
};

// Of the highest order. Packed: a third of the file would be padding.
struct __attribute__((packed)) Highest {
  Key key;
  float prob;
};
static_assert(sizeof(Middle) == 16 && sizeof(Highest) == 12);

template <class Entry>
class ProbingView {
 public:
  ProbingView() = default;
  // slots.back() must be free and homes < slots.size().
  ProbingView(std::span<const Entry> slots, std::size_t homes) : slots_(slots.data()), homes_(homes), size_(slots.size()) {}

  std::span<const Entry> slots() const { return {slots_, size_}; }

  const Entry* find(Key key) const {
    for (const Entry* slot = slots_ + home_of(key, homes_);; ++slot) {
      if (slot->key == key) return slot;
      if (slot->key == 0) return nullptr;
    }
  }
  void prefetch(Key key) const { __builtin_prefetch(slots_ + home_of(key, homes_)); }

 private:
  const Entry* slots_ = nullptr;
  std::size_t homes_ = 0;
  std::size_t size_ = 0;
};

// The same table while it is built.
template <class Entry>
class ProbingTable {
 public:
  ProbingTable() { resize(16); }

  std::size_t size() const { return size_; }
  std::size_t homes() const { return homes_; }
  std::span<const Entry> slots() const { return slots_; }
  ProbingView<Entry> view() const { return {slots_, homes_}; }

  void reserve(std::size_t expected) {
    if (wanted(expected) > homes_) resize(wanted(expected));
  }

  // nullptr if there is none; valid until the next insertion.
  Entry* find(Key key) { return const_cast<Entry*>(view().find(key)); }
  void prefetch(Key key) const { view().prefetch(key); }

  // The entry with the key of `fresh`, and whether it is new and equals `fresh`. Valid until the next insertion.
  std::pair<Entry*, bool> insert(const Entry& fresh) {
    if ((size_ + 1) * 3 > homes_ * 2) resize(homes_ * 2);
    std::size_t i = home_of(fresh.key, homes_);
    for (; slots_[i].key != 0; ++i) {
      if (slots_[i].key == fresh.key) return {&slots_[i], false};
    }
    ++size_;
    return {put(fresh, i), true};
  }

  // Brings the table to 1.5 homes per entry, the size it has on disk.
  void shrink() {
    if (wanted(size_) != homes_) resize(wanted(size_));
    while (slots_.size() > homes_ + 1 && slots_[slots_.size() - 2].key == 0) slots_.pop_back();
  }

 private:
  static constexpr std::size_t kSpare = 64;  // slots behind the last home; more are made when needed
  static std::size_t wanted(std::size_t entries) { return entries + entries / 2 + 2; }

  void resize(std::size_t homes) {
    HugeVector<Entry> old(homes + kSpare, Entry{});
    old.swap(slots_);
    homes_ = homes;
    for (const Entry& entry : old) {
      if (entry.key == 0) continue;
      std::size_t i = home_of(entry.key, homes_);
      while (slots_[i].key != 0) ++i;
      put(entry, i);
    }
  }

  // Slot i is free; the last one must stay so.
  Entry* put(const Entry& entry, std::size_t i) {
    if (i + 1 == slots_.size()) slots_.resize(slots_.size() + kSpare, Entry{});
    slots_[i] = entry;
    return &slots_[i];
  }

  HugeVector<Entry> slots_;
  std::size_t homes_ = 0;
  std::size_t size_ = 0;
};

}  // namespace rectrix::lm
