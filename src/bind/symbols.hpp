// Sides of rules as text.
#pragma once

#include <string_view>
#include <vector>

#include "base/lines.hpp"
#include "grammar/rules.hpp"
#include "text/vocabulary.hpp"

namespace rectrix::bind {

// Words, and gaps as [1] [2], [X1] [X2] or [X,1] [X,2].
template <class Add>
std::vector<grammar::Symbol> parse_side(std::string_view text, Add add) {
  std::vector<grammar::Symbol> result;
  for (std::string_view word = take_word(text); !word.empty(); word = take_word(text)) {
    bool gap = false;
    for (const std::string_view form : {"[1]", "[2]", "[X1]", "[X2]", "[X,1]", "[X,2]"}) gap |= word == form;
    result.push_back(gap ? grammar::gap(word[word.size() - 2] - '1') : static_cast<grammar::Symbol>(add(word)));
  }
  return result;
}

inline std::vector<grammar::Symbol> symbols(std::string_view text, Vocabulary& words) {
  return parse_side(text, [&words](std::string_view word) { return words.add(word); });
}
inline std::vector<grammar::Symbol> symbols(std::string_view text, LocalVocabulary& words) {
  return parse_side(text, [&words](std::string_view word) { return words.find_or_add(word); });
}

}  // namespace rectrix::bind
