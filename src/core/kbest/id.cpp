#include "kbest/id.hpp"

#include <algorithm>
#include <string>

namespace rectrix::kbest {
namespace {

bool has_blank(std::string_view text) {
  return std::ranges::any_of(text, [](unsigned char c) { return c <= ' ' || c == 0x7f; });
}

}  // namespace

std::string quoted(std::string_view text) {
  return "'" + std::string(text.substr(0, 60)) + (text.size() > 60 ? "...'" : "'");
}

Id parse_id(std::string_view text, const Lines& where) {
  Id id{.name = text};
  if (double number; parse_number(text, id.number)) {
    if (id.number < 0) where.fail("the line begins with " + quoted(text) + "; sentences are numbered from 0");
  } else if (text.empty() || has_blank(text) || parse_number(text, number)) {
    where.fail("the line begins with " + quoted(text) + "; expected the number of a sentence, counted from 0, or a name without spaces");
  }
  return id;
}

void check_name(std::string_view name, const Lines& where) {
  if (name.empty() || name.front() == '#' || has_blank(name)) {
    where.fail("a feature or column cannot be named " + quoted(name) + ": names have no spaces and do not begin with '#'");
  }
}

}  // namespace rectrix::kbest
