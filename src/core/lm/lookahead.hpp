// Work on scattered memory, some steps after that memory was asked for: the cache misses overlap.
#pragma once

#include <array>
#include <cstddef>

namespace rectrix::lm {

template <class Item>
class Lookahead {
 public:
  // Takes an item whose memory is being fetched; acts on the one that has waited longest.
  template <class Act>
  void push(const Item& item, Act act) {
    if (count_ == items_.size()) pop(act);
    items_[(first_ + count_++) % items_.size()] = item;
  }
  template <class Act>
  void finish(Act act) {
    while (count_ > 0) pop(act);
  }

 private:
  template <class Act>
  void pop(Act act) {
    const Item item = items_[first_];
    first_ = (first_ + 1) % items_.size();
    --count_;
    act(item);
  }

  std::array<Item, 16> items_{};
  std::size_t first_ = 0;
  std::size_t count_ = 0;
};

}  // namespace rectrix::lm
