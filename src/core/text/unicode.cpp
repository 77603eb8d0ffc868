#include "text/unicode.hpp"

#include <algorithm>
#include <numeric>

namespace rectrix {
namespace {

// Text with its first letter changed.
template <class Change>
std::string change_first(std::string_view text, Change change) {
  const Unicode& unicode = Unicode::get();
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint here = first_point(text.substr(at));
    const CharKind kind = unicode.kind(here.point);
    if (kind == CharKind::Letter) {
      std::string out(text.substr(0, at));
      append_point(change(unicode, here.point), out);
      return out.append(text.substr(at + here.length));
    }
    if (kind == CharKind::Digit || kind == CharKind::Unspaced || kind == CharKind::Katakana) break;
    at += here.length;
  }
  return std::string(text);
}

}  // namespace

Unicode::Unicode() : kinds_(kSize, CharKind::Other), lower_(kCased), upper_(kCased) {
  for (std::size_t i = 0; i < kKindRangeCount; ++i) {
    const KindRange& range = kKindRanges[i];
    std::fill(kinds_.begin() + range.first, kinds_.begin() + range.last + 1, range.kind);
  }
  std::iota(lower_.begin(), lower_.end(), 0u);
  std::iota(upper_.begin(), upper_.end(), 0u);
  for (std::size_t i = 0; i < kCaseRangeCount; ++i) {
    const CaseRange& range = kCaseRanges[i];
    for (std::uint32_t point = range.first; point <= range.last; point += range.step) {
      const auto small = static_cast<std::uint32_t>(static_cast<std::int32_t>(point) + range.delta);
      lower_[point] = small;
      // The first capital of a small letter wins: K, not the sign for kelvin.
      if (small < kCased && upper_[small] == small) upper_[small] = point;
    }
  }
}

const Unicode& Unicode::get() {
  static const Unicode tables;
  return tables;
}

void append_lowercase(std::string_view text, std::string& out) {
  const Unicode& unicode = Unicode::get();
  while (!text.empty()) {
    const CodePoint here = first_point(text);
    if (here.point == kInvalidPoint) {
      out += text[0];
    } else {
      append_point(unicode.lower(here.point), out);
    }
    text.remove_prefix(here.length);
  }
}

std::string lowercase(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  append_lowercase(text, out);
  return out;
}

std::string capitalize(std::string_view text) {
  return change_first(text, [](const Unicode& unicode, std::uint32_t point) { return unicode.upper(point); });
}

std::string uncapitalize(std::string_view text) {
  return change_first(text, [](const Unicode& unicode, std::uint32_t point) { return unicode.lower(point); });
}

}  // namespace rectrix
