// Labeled sparse feature vectors for a classifier, in arrays that someone else owns (a mapped file, NumPy).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace rectrix::reorder {

using Class = std::uint8_t;
inline constexpr int kMaxClasses = 256;

// Rows of a sparse matrix. Row i has the features ids[offsets[i]..offsets[i + 1]), no id twice; their values
// stand beside them, or all are 1 if `values` is empty (indicator features, the fast path).
struct Rows {
  std::span<const std::uint64_t> offsets;
  std::span<const std::uint32_t> ids;
  std::span<const double> values;

  std::size_t size() const { return offsets.empty() ? 0 : offsets.size() - 1; }
  std::span<const std::uint32_t> row(std::size_t i) const {
    return ids.subspan(offsets[i], offsets[i + 1] - offsets[i]);
  }
};

struct Examples {
  Rows rows;
  std::span<const Class> classes;  // the true class of each row
  std::uint32_t features = 0;      // ids are below
  int class_count = 0;             // classes are below

  std::size_t size() const { return rows.size(); }
};

// Throws UsageError with what is wrong if offsets, ids, values or classes do not fit together: the solvers
// index by them unchecked. Whoever makes Examples calls it once.
void check(const Rows& rows, std::uint32_t features);
void check(const Examples& examples);

}  // namespace rectrix::reorder
