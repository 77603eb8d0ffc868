// Offsets into flat arrays: where each of many ragged rows begins.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>

#include "base/error.hpp"

namespace rectrix {

// Throws UsageError unless the offsets ascend from 0 to the number of items.
inline void check_offsets(std::span<const std::int64_t> begin, std::size_t items, const char* name) {
  if (begin.empty() || begin.front() != 0 || begin.back() != static_cast<std::int64_t>(items) ||
      !std::is_sorted(begin.begin(), begin.end())) {
    throw UsageError(std::string(name) + " does not ascend from 0 to " + std::to_string(items));
  }
}

}  // namespace rectrix
