// The best first: a heap with four children to a node, which is half as deep as one with two and keeps siblings in one
// line of cache. The order of what comes out depends on `<` alone, if no two items are equal.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace rectrix {

template <class T>
class Heap {
 public:
  bool empty() const { return items_.empty(); }
  std::size_t size() const { return items_.size(); }
  const T& best() const { return items_.front(); }
  void clear() { items_.clear(); }

  void push(const T& item) {
    items_.push_back(item);
    rise(items_.size() - 1);
  }
  void pop() {
    const T last = items_.back();
    items_.pop_back();
    if (!items_.empty()) sink(last);
  }
  // pop() and push() at the price of one.
  void replace_best(const T& item) { sink(item); }

 private:
  static constexpr std::size_t kChildren = 4;

  void rise(std::size_t at) {
    const T item = items_[at];
    for (std::size_t parent; at > 0 && items_[parent = (at - 1) / kChildren] < item; at = parent) items_[at] = items_[parent];
    items_[at] = item;
  }

  // From the top.
  void sink(const T& item) {
    std::size_t at = 0;
    for (std::size_t first = 1; first < items_.size(); first = at * kChildren + 1) {
      const std::size_t best = best_of(first, std::min(first + kChildren, items_.size()));
      if (!(item < items_[best])) break;
      items_[at] = items_[best];
      at = best;
    }
    items_[at] = item;
  }

  std::size_t best_of(std::size_t first, std::size_t end) const {
    std::size_t best = first;
    for (std::size_t child = first + 1; child < end; ++child) best = items_[best] < items_[child] ? child : best;
    return best;
  }

  std::vector<T> items_;
};

}  // namespace rectrix
