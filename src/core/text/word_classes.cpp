#include "text/word_classes.hpp"

#include <utility>

#include "base/error.hpp"

namespace rectrix {
namespace {

bool is_bits(std::string_view text) { return text.find_first_not_of("01") == std::string_view::npos; }

}  // namespace

WordClasses::WordClasses(Lines& lines) : classes_(kSpecial, kUnknown) {
  for (std::string_view line; lines.next(line);) {
    if (trim(line).empty()) continue;
    std::string_view word = take_word(line), name = take_word(line);
    const std::string_view count = take_word(line);
    long number = 0;
    if (!count.empty() && is_bits(word) && parse_number(count, number)) {
      std::swap(word, name);
    } else if (!count.empty() || name.empty()) {
      lines.fail("a line reads 'word class', or 'bits word count' for Brown clusters");
    }
    if (words_.find(word) != kUnknown) lines.fail("'" + std::string(word) + "' has a class already");
    const Word class_number = names_.add(name);
    if (words_.add(word) == classes_.size()) classes_.push_back(class_number);
  }
  if (words() == 0) lines.fail("no word has a class");
}

}  // namespace rectrix
