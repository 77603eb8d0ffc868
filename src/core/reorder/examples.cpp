#include "reorder/examples.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "base/error.hpp"

namespace rectrix::reorder {

void check(const Rows& rows, std::uint32_t features) {
  if (rows.offsets.empty() || rows.offsets.front() != 0 || rows.offsets.back() != rows.ids.size() ||
      !std::is_sorted(rows.offsets.begin(), rows.offsets.end())) {
    throw UsageError("row offsets must ascend from 0 to the number of feature ids");
  }
  if (!rows.values.empty() && rows.values.size() != rows.ids.size()) {
    throw UsageError("feature values must be as many as feature ids");
  }
  const auto high = std::find_if(rows.ids.begin(), rows.ids.end(), [&](std::uint32_t id) { return id >= features; });
  if (high != rows.ids.end()) {
    throw UsageError("feature id " + std::to_string(*high) + " is not below the number of features, " +
                     std::to_string(features));
  }
  if (!std::all_of(rows.values.begin(), rows.values.end(), [](double value) { return std::isfinite(value); })) {
    throw UsageError("a feature value is not a finite number");
  }
}

void check(const Examples& examples) {
  check(examples.rows, examples.features);
  if (examples.class_count < 2 || examples.class_count > kMaxClasses) {
    throw UsageError("a classifier needs 2 to 256 classes, not " + std::to_string(examples.class_count));
  }
  if (examples.classes.size() != examples.size()) {
    throw UsageError("there are " + std::to_string(examples.size()) + " examples but " +
                     std::to_string(examples.classes.size()) + " classes of examples");
  }
  if (examples.size() > UINT32_MAX) throw UsageError("more than 4,294,967,295 examples");
  for (const Class c : examples.classes) {
    if (c >= examples.class_count) {
      throw UsageError("class " + std::to_string(c) + " is not below the number of classes, " +
                       std::to_string(examples.class_count));
    }
  }
}

}  // namespace rectrix::reorder
