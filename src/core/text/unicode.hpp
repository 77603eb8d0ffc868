// What text processing must know of code points: their class, and their other case.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "text/utf8.hpp"

namespace rectrix {

enum class CharKind : std::uint8_t {
  Other,     // punctuation and symbols without a direction, and all that Unicode has not assigned
  Gap,       // white space, control characters, marks of direction: they divide words and belong to none
  Letter,    // of a script that has spaces between words
  Unspaced,  // a letter of a script without them: ideographs, hiragana, Thai...
  Katakana,  // runs of it are words
  Mark,      // belongs to the character before it
  Joiner,    // a format character inside words: zero-width joiners, soft hyphens
  Digit,
  Number,  // other than a digit: ½, ², Ⅳ
  Currency,
  Open,  // brackets and quotes
  Close,
  Invalid,  // a byte that is not UTF-8
};

struct KindRange {
  std::uint32_t first, last;
  CharKind kind;
};
struct CaseRange {  // every step-th capital from first to last has its small letter delta away
  std::uint32_t first, last, step;
  std::int32_t delta;
};
extern const KindRange kKindRanges[];
extern const std::size_t kKindRangeCount;
extern const CaseRange kCaseRanges[];
extern const std::size_t kCaseRangeCount;

// Classes and cases by table; made once, then shared.
class Unicode {
 public:
  static const Unicode& get();

  CharKind kind(std::uint32_t point) const { return point < kSize ? kinds_[point] : CharKind::Invalid; }
  // Simple case mapping: one code point to one.
  std::uint32_t lower(std::uint32_t point) const { return point < kCased ? lower_[point] : point; }
  std::uint32_t upper(std::uint32_t point) const { return point < kCased ? upper_[point] : point; }
  bool is_upper(std::uint32_t point) const { return lower(point) != point; }
  bool is_lower(std::uint32_t point) const { return upper(point) != point || point == 0xdf; }  // ß has no capital

 private:
  static constexpr std::uint32_t kSize = 0x110000;
  static constexpr std::uint32_t kCased = 0x1ea00;  // no letter from here on has a case
  Unicode();

  std::vector<CharKind> kinds_;
  std::vector<std::uint32_t> lower_, upper_;
};

// Text in small letters. Bytes that are not UTF-8 stay.
std::string lowercase(std::string_view text);
void append_lowercase(std::string_view text, std::string& out);
// Text with its first letter as a capital; what stands before the letter stays.
std::string capitalize(std::string_view text);
// Text with its first letter small.
std::string uncapitalize(std::string_view text);

}  // namespace rectrix
