// Whose hypothesis a line is: the number of its sentence, or a name (an utterance of a speech corpus).
#pragma once

#include <string>
#include <string_view>

#include "base/lines.hpp"

namespace rectrix::kbest {

struct Id {
  long number = -1;       // -1: a name
  bool next = false;      // neither: the line is the list of the next sentence
  std::string_view name;  // as it stands in the line
};

// The beginning of a text, for messages.
std::string quoted(std::string_view text);

// Fails for negative numbers, and for names that are empty or have blanks.
Id parse_id(std::string_view text, const Lines& where);

// Fails for names of features and columns that no file of weights could hold: with blanks, or beginning with '#'.
void check_name(std::string_view name, const Lines& where);

}  // namespace rectrix::kbest
