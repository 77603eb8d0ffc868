// N-grams that were asked for lately, also those that a model does not have. Chart search asks for the same few thousand
// again and again: here they stay in the processor's cache, and their addresses need no translation.
#pragma once

#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "lm/probing.hpp"

namespace rectrix::lm {

// Of one model. Not for several threads.
class NgramCache {
 public:
  // The n-gram of a key: look_up(), if it is not among those that are remembered. Valid until the next call.
  template <class LookUp>
  const Middle& find(Key key, LookUp look_up) {
    Middle& slot = slots_[(key >> 40) % kSize];
    if (slot.key != key) slot = look_up();
    return slot;
  }

  static Middle absent(Key key) { return {key, std::numeric_limits<float>::quiet_NaN(), 0}; }
  static bool is_absent(const Middle& ngram) { return std::isnan(ngram.prob); }

 private:
  static constexpr std::size_t kSize = std::size_t{1} << 14;
  std::vector<Middle> slots_ = std::vector<Middle>(kSize);  // keys of n-grams are not 0
};

}  // namespace rectrix::lm
