// The n-best formats by name.
#pragma once

#include <array>
#include <string_view>

namespace rectrix::kbest {

enum class Format { automatic, moses, cdec, joshua, travatar, json };

inline constexpr std::array<std::string_view, 6> kFormatNames{"auto", "moses", "cdec", "joshua", "travatar", "json"};

// Throws UsageError that lists the known names.
Format format_named(std::string_view name);

}  // namespace rectrix::kbest
