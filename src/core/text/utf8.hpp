// Code points of UTF-8 text.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace rectrix {

// Appends the code points of text; a byte that is not UTF-8 becomes the lone surrogate 0xDC00 + byte, as Python's
// surrogateescape does.
void append_code_points(std::string_view text, std::vector<std::uint32_t>& points);

// What Python's str.split() takes for white space.
bool is_space(std::uint32_t point);

}  // namespace rectrix
