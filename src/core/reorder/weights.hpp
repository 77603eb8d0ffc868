// Numbers that begin at a cache line: the weights of one feature then never lie in two lines.
#pragma once

#include <cstddef>
#include <new>
#include <vector>

namespace rectrix::reorder {

template <class T>
struct LineAllocator {
  using value_type = T;
  static constexpr std::align_val_t kLine{64};

  LineAllocator() = default;
  template <class U>
  LineAllocator(const LineAllocator<U>& /*other*/) {}
  T* allocate(std::size_t n) { return static_cast<T*>(::operator new(n * sizeof(T), kLine)); }
  void deallocate(T* at, std::size_t /*n*/) { ::operator delete(at, kLine); }
  bool operator==(const LineAllocator&) const = default;
};

using Weights = std::vector<double, LineAllocator<double>>;

}  // namespace rectrix::reorder
