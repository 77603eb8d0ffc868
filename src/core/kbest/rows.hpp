// One sentence's features as a small matrix whose columns and rows are in the order of keys: the same numbers in the
// same order, whoever met which feature first.
#pragma once

#include <cstdint>
#include <vector>

#include "kbest/lists.hpp"

namespace rectrix::kbest {

struct Rows {
  std::vector<std::int64_t> columns;  // feature indexes, by ascending key
  std::vector<std::int32_t> begin;    // row r has entries [r] to [r + 1]
  std::vector<std::int32_t> places;   // in `columns`, ascending in each row
  std::vector<double> values;
};

Rows rows_by_key(const Lists& lists, std::size_t sentence);

}  // namespace rectrix::kbest
