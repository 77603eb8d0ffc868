#include "text/utf8.hpp"

namespace rectrix {
namespace {

// The length of the valid sequence that begins text, 0 if there is none.
std::size_t sequence_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned first = byte(0);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xc2 && first < 0xe0 ? 2 : first >= 0xe0 && first < 0xf0 ? 3 : first >= 0xf0 && first < 0xf5 ? 4 : 0;
  if (length == 0 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return 0;
  }
  const bool overlong = (first == 0xe0 && byte(1) < 0xa0) || (first == 0xf0 && byte(1) < 0x90);
  const bool surrogate = first == 0xed && byte(1) >= 0xa0;
  const bool beyond = first == 0xf4 && byte(1) >= 0x90;
  return overlong || surrogate || beyond ? 0 : length;
}

}  // namespace

CodePoint first_point(std::string_view text) {
  const std::size_t length = sequence_length(text);
  const auto first = static_cast<unsigned char>(text[0]);
  if (length == 0) return {kInvalidPoint, 1};
  if (length == 1) return {first, 1};
  std::uint32_t point = first & (0xffu >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) point = point << 6 | (static_cast<unsigned char>(text[i]) & 0x3fu);
  return {point, static_cast<std::uint32_t>(length)};
}

CodePoint last_point(std::string_view text) {
  for (std::size_t length = 2; length <= 4 && length <= text.size(); ++length) {
    const CodePoint last = first_point(text.substr(text.size() - length));
    if (last.length == length) return last;
  }
  return first_point(text.substr(text.size() - 1));
}

void append_point(std::uint32_t point, std::string& text) {
  const auto add = [&](std::uint32_t byte) { text += static_cast<char>(byte); };
  if (point < 0x80) return add(point);
  if (point < 0x800) {
    add(0xc0 | point >> 6);
  } else if (point < 0x10000) {
    add(0xe0 | point >> 12);
    add(0x80 | (point >> 6 & 0x3f));
  } else {
    add(0xf0 | point >> 18);
    add(0x80 | (point >> 12 & 0x3f));
    add(0x80 | (point >> 6 & 0x3f));
  }
  add(0x80 | (point & 0x3f));
}

void append_code_points(std::string_view text, std::vector<std::uint32_t>& points) {
  while (!text.empty()) {
    const CodePoint next = first_point(text);
    points.push_back(next.point != kInvalidPoint ? next.point : 0xdc00u + static_cast<unsigned char>(text[0]));
    text.remove_prefix(next.length);
  }
}

bool is_space(std::uint32_t point) {
  return (point >= 0x09 && point <= 0x0d) || (point >= 0x1c && point <= 0x20) || point == 0x85 || point == 0xa0 ||
         point == 0x1680 || (point >= 0x2000 && point <= 0x200a) || point == 0x2028 || point == 0x2029 ||
         point == 0x202f || point == 0x205f || point == 0x3000;
}

}  // namespace rectrix
