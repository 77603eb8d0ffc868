// Sorts more items than fit into memory: sorted runs on disk, merged when visited.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <queue>
#include <string>
#include <vector>

#include "base/spool.hpp"

namespace rectrix {

// Less must order all items that differ, or the order of equal ones depends on the memory given.
template <class T, class Less = std::less<T>>
class ExternalSort {
 public:
  // memory: bytes for items; folder: where runs go if it does not suffice.
  ExternalSort(std::size_t memory, std::string folder)
      : limit_(std::max<std::size_t>(memory / sizeof(T), 1024)), folder_(std::move(folder)) {}

  void add(const T& item) {
    if (items_.size() == limit_) spill();
    items_.push_back(item);
  }

  // Calls visit(item) in ascending order; once, after the last add().
  template <class Visit>
  void visit(Visit visit) {
    std::sort(items_.begin(), items_.end(), Less());
    if (runs_.empty()) {
      for (const T& item : items_) visit(item);
      return;
    }
    spill();
    merge(visit);
  }

 private:
  void spill() {
    std::sort(items_.begin(), items_.end(), Less());
    runs_.emplace_back(folder_);
    for (const T& item : items_) runs_.back().push(item);
    items_.clear();
  }

  template <class Visit>
  void merge(Visit& visit) {
    std::vector<typename Spool<T>::Reader> readers;
    std::vector<T> heads(runs_.size());
    const auto later = [&](std::size_t a, std::size_t b) { return Less()(heads[b], heads[a]); };
    std::priority_queue<std::size_t, std::vector<std::size_t>, decltype(later)> queue(later);
    for (std::size_t run = 0; run < runs_.size(); ++run) {
      readers.push_back(runs_[run].read());
      if (readers[run].next(heads[run])) queue.push(run);
    }
    while (!queue.empty()) {
      const std::size_t run = queue.top();
      queue.pop();
      visit(heads[run]);
      if (readers[run].next(heads[run])) queue.push(run);
    }
  }

  std::size_t limit_;
  std::string folder_;
  std::vector<T> items_;
  std::vector<Spool<T>> runs_;
};

}  // namespace rectrix
