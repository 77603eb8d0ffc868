#include "kbest/format.hpp"

#include <string>

#include "base/error.hpp"

namespace rectrix::kbest {

Format format_named(std::string_view name) {
  std::string known;
  for (std::size_t i = 0; i < kFormatNames.size(); ++i) {
    if (kFormatNames[i] == name) return static_cast<Format>(i);
    known.append(i == 0 ? "" : ", ").append(kFormatNames[i]);
  }
  throw UsageError("unknown n-best format '" + std::string(name) + "'; known: " + known);
}

}  // namespace rectrix::kbest
