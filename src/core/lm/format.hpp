// What the writers and readers of .rlm files agree on.
#pragma once

#include <cstdint>
#include <string_view>

namespace rectrix::lm {

inline constexpr std::string_view kFileKind = "lm";
inline constexpr std::uint32_t kFileVersion = 1;
inline constexpr std::string_view kWordSections = "words.";

// Section "shape": one for each n-gram length. homes: of its hash table, 0 if it has none.
struct Shape {
  std::uint64_t count;
  std::uint64_t homes;
};

}  // namespace rectrix::lm
