// A hash map from integer keys to small values: open addressing, linear probing, power-of-two size.
// No erase. Pointers and references stay valid until the next insertion.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/hash.hpp"

namespace rectrix {

template <class Key, class Value>
class FlatMap {
 public:
  explicit FlatMap(std::size_t expected = 0) { reserve(expected); }

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  std::size_t bytes() const { return slots_.size() * sizeof(Slot); }  // without what values own

  void clear() {
    slots_.assign(slots_.size(), Slot{});
    size_ = 0;
  }

  void reserve(std::size_t expected) {
    const std::size_t wanted = std::bit_ceil(expected + expected / 2 + 8);
    if (wanted > slots_.size()) rehash(wanted);
  }

  const Value* find(Key key) const {
    for (std::size_t i = home(key);; i = (i + 1) & mask()) {
      const Slot& slot = slots_[i];
      if (!slot.used) return nullptr;
      if (slot.key == key) return &slot.value;
    }
  }
  Value* find(Key key) { return const_cast<Value*>(std::as_const(*this).find(key)); }
  bool contains(Key key) const { return find(key) != nullptr; }
  // Has memory bring what find(key) will look at, while other work is done.
  void prefetch(Key key) const { __builtin_prefetch(&slots_[home(key)]); }

  // The value of key and whether it is new; a new one starts as given.
  std::pair<Value&, bool> insert(Key key, Value value = {}) {
    if ((size_ + 1) * 3 > slots_.size() * 2) rehash(slots_.size() * 2);
    std::size_t i = home(key);
    for (; slots_[i].used; i = (i + 1) & mask()) {
      if (slots_[i].key == key) return {slots_[i].value, false};
    }
    slots_[i] = Slot{key, std::move(value), true};
    ++size_;
    return {slots_[i].value, true};
  }
  Value& operator[](Key key) { return insert(key).first; }

  // Calls visit(key, value) for every entry, in no particular order.
  template <class Visit>
  void for_each(Visit visit) const {
    for (const Slot& slot : slots_) {
      if (slot.used) visit(slot.key, slot.value);
    }
  }

 private:
  struct Slot {
    Key key{};
    Value value{};
    bool used = false;
  };

  std::size_t mask() const { return slots_.size() - 1; }
  std::size_t home(Key key) const { return mix(static_cast<std::uint64_t>(key)) & mask(); }

  void rehash(std::size_t size) {
    std::vector<Slot> old(size);
    old.swap(slots_);
    for (Slot& slot : old) {
      if (!slot.used) continue;
      std::size_t i = home(slot.key);
      while (slots_[i].used) i = (i + 1) & mask();
      slots_[i] = std::move(slot);
    }
  }

  std::vector<Slot> slots_;
  std::size_t size_ = 0;
};

}  // namespace rectrix
