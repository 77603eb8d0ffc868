// Code points of UTF-8 text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace rectrix {

// A code point and its length in bytes. A byte that is not UTF-8 has kInvalidPoint and the length 1.
struct CodePoint {
  std::uint32_t point;
  std::uint32_t length;
};
inline constexpr std::uint32_t kInvalidPoint = 0xffffffff;

// The first, or last, code point of text, which must not be empty.
CodePoint first_point(std::string_view text);
CodePoint last_point(std::string_view text);

void append_point(std::uint32_t point, std::string& text);

// Appends the code points of text; a byte that is not UTF-8 becomes the lone surrogate 0xDC00 + byte, as Python's
// surrogateescape does.
void append_code_points(std::string_view text, std::vector<std::uint32_t>& points);

// What Python's str.split() takes for white space.
bool is_space(std::uint32_t point);

}  // namespace rectrix
