// Short texts as sections of a file.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/sections.hpp"

namespace rectrix::reorder {

inline void add_text(SectionWriter& file, std::string_view name, std::string_view text) {
  file.add(name, std::span<const char>(text.data(), text.size()));
}

inline std::string get_text(const SectionFile& file, std::string_view name) {
  const auto bytes = file.get<char>(name);
  return {bytes.begin(), bytes.end()};
}

inline std::string join_lines(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) (text += line) += '\n';
  return text;
}

inline std::vector<std::string> split_lines(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return lines;
}

}  // namespace rectrix::reorder
