#include "grammar/phrase/reordering_type.hpp"

#include <array>

#include "base/error.hpp"
#include "base/lines.hpp"

namespace rectrix::grammar {
namespace {

constexpr std::array<std::string_view, 3> kModels{"wbe", "phrase", "hier"};
constexpr std::array<std::string_view, 4> kClasses{"msd", "mslr", "monotonicity", "leftright"};

template <std::size_t size>
int place(const std::array<std::string_view, size>& names, std::string_view name) {
  for (std::size_t i = 0; i < size; ++i) {
    if (names[i] == name) return static_cast<int>(i);
  }
  return -1;
}

}  // namespace

std::size_t count_of(OrientationClasses classes) {
  switch (classes) {
    case OrientationClasses::kMsd: return 3;
    case OrientationClasses::kMslr: return 4;
    default: return 2;
  }
}

std::string_view name_of(OrientationClasses classes, std::size_t number) {
  constexpr std::array<std::array<std::string_view, 4>, 4> names{{{"monotone", "swap", "discontinuous", ""},
                                                                  {"monotone", "swap", "left", "right"},
                                                                  {"monotone", "other", "", ""},
                                                                  {"right", "left", "", ""}}};
  return names.at(static_cast<std::size_t>(classes)).at(number);
}

int class_of(OrientationClasses classes, Orientation orientation) {
  const bool monotone = orientation == Orientation::kMonotone;
  switch (classes) {
    case OrientationClasses::kMsd: return monotone ? 0 : orientation == Orientation::kSwap ? 1 : 2;
    case OrientationClasses::kMslr: return orientation == Orientation::kDiscontinuous ? -1 : static_cast<int>(orientation);
    case OrientationClasses::kMonotonicity: return monotone ? 0 : 1;
    case OrientationClasses::kLeftRight:
      if (monotone || orientation == Orientation::kRight) return 0;
      return orientation == Orientation::kDiscontinuous ? -1 : 1;
  }
  return -1;
}

std::string name_of(const ReorderingType& type) {
  const std::string_view direction = type.directions() == 2 ? "bidirectional" : type.backward ? "backward" : "forward";
  std::string name(kModels[static_cast<std::size_t>(type.model)]);
  for (const std::string_view part : {kClasses[static_cast<std::size_t>(type.classes)], direction,
                                      std::string_view(type.given_target ? "fe" : "f")}) {
    name.append("-").append(part);
  }
  return type.collapsed ? name + "-collapseff" : name;
}

ReorderingType reordering_named(std::string_view name) {
  ReorderingType type;
  type.forward = false;
  std::string_view rest = name;
  while (!rest.empty()) {
    const std::string_view part = take_field(rest, "-");
    if (const int model = place(kModels, part); model >= 0) {
      type.model = static_cast<OrientationModel>(model);
    } else if (const int classes = place(kClasses, part); classes >= 0) {
      type.classes = static_cast<OrientationClasses>(classes);
    } else if (part == "backward" || part == "forward" || part == "bidirectional") {
      type.backward = part != "forward";
      type.forward = part != "backward";
    } else if (part == "fe" || part == "f") {
      type.given_target = part == "fe";
    } else if (part == "collapseff") {
      type.collapsed = true;
    } else if (part != "allff") {
      throw UsageError("unknown reordering model '" + std::string(name) +
                       "'; one looks like wbe-msd-bidirectional-fe: wbe, phrase or hier, msd, mslr, monotonicity or "
                       "leftright, backward, forward or bidirectional, fe or f");
    }
  }
  return type;
}

}  // namespace rectrix::grammar
