// Which reordering model a table holds, as Moses spells it: "hier-mslr-bidirectional-fe".
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "grammar/orientation.hpp"

namespace rectrix::grammar {

// In the order in which reordering values stand in tables.
enum class OrientationClasses : std::uint8_t { kMsd, kMslr, kMonotonicity, kLeftRight };

struct ReorderingType {
  OrientationModel model = OrientationModel::kWord;
  OrientationClasses classes = OrientationClasses::kMsd;
  bool backward = true, forward = true;
  bool given_target = true;  // conditioned on both sides; otherwise on the source phrase alone
  bool collapsed = false;    // one feature for each direction, not for each class

  std::size_t directions() const { return (backward ? 1U : 0U) + (forward ? 1U : 0U); }
};

// The number of classes and their names.
std::size_t count_of(OrientationClasses classes);
std::string_view name_of(OrientationClasses classes, std::size_t number);
// The class of an orientation, -1 if it falls in none.
int class_of(OrientationClasses classes, Orientation orientation);

std::string name_of(const ReorderingType& type);
// Throws UsageError. Parts that are left out have Moses' defaults.
ReorderingType reordering_named(std::string_view name);

}  // namespace rectrix::grammar
