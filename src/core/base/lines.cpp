#include "base/lines.hpp"

#include <charconv>
#include <concepts>

#ifndef __cpp_lib_to_chars  // of fractions, which Clang's library reads from version 20 on
#include <locale.h>
#include <stdlib.h>
#if __has_include(<xlocale.h>)
#include <xlocale.h>
#endif

#include <cerrno>
#include <cmath>
#endif

#include "base/error.hpp"

namespace rectrix {
namespace {

template <class Number>
std::from_chars_result read(const char* first, const char* last, Number& value) {
#ifdef __cpp_lib_to_chars
  return std::from_chars(first, last, value);
#else
  if constexpr (std::integral<Number>) {
    return std::from_chars(first, last, value);
  } else {
    static const locale_t plain = ::newlocale(LC_ALL_MASK, "C", nullptr);
    const std::string text(first, last);
    // What strtod reads beyond from_chars: white space, a plus, hexadecimal digits.
    const bool foreign = text.find_first_of("xX") != std::string::npos || text.find_first_of(" \t\n\v\f\r+") == 0;
    if (text.empty() || foreign) return {first, std::errc::invalid_argument};
    char* end = nullptr;
    errno = 0;
    if constexpr (std::same_as<Number, float>)
      value = ::strtof_l(text.c_str(), &end, plain);
    else
      value = ::strtod_l(text.c_str(), &end, plain);
    const bool out_of_range = errno == ERANGE && (value == 0 || std::isinf(value));  // a denormal number is none
    return {first + (end - text.c_str()), out_of_range ? std::errc::result_out_of_range : std::errc()};
  }
#endif
}

template <class Number>
bool parse(std::string_view text, Number& value) {
  if (!text.empty() && text.front() == '+') text.remove_prefix(1);
  const auto [end, error] = read(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() && !text.empty();
}

}  // namespace

bool Lines::next(std::string_view& line) {
  carried_.clear();
  for (;;) {
    const std::size_t end = rest_.find('\n');
    if (end != std::string_view::npos) {
      if (carried_.empty()) {
        line = rest_.substr(0, end);
      } else {
        carried_.append(rest_.substr(0, end));
        line = carried_;
      }
      rest_.remove_prefix(end + 1);
      break;
    }
    carried_.append(rest_);
    rest_ = source_();
    if (rest_.empty()) {
      if (carried_.empty()) return false;
      line = carried_;
      break;
    }
  }
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  ++number_;
  return true;
}

void Lines::fail(std::string_view message) const { throw InputError(name_, number_, message); }

std::string_view take_word(std::string_view& text) {
  std::size_t begin = 0;
  while (begin < text.size() && (text[begin] == ' ' || text[begin] == '\t')) ++begin;
  std::size_t end = begin;
  while (end < text.size() && text[end] != ' ' && text[end] != '\t') ++end;
  const std::string_view word = text.substr(begin, end - begin);
  text.remove_prefix(end);
  return word;
}

std::string_view take_field(std::string_view& text, std::string_view separator) {
  const std::size_t end = text.find(separator);
  const std::string_view field = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + separator.size());
  return field;
}

std::string_view trim(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

bool parse_number(std::string_view text, double& value) { return parse(text, value); }
bool parse_number(std::string_view text, float& value) { return parse(text, value); }
bool parse_number(std::string_view text, long& value) { return parse(text, value); }

}  // namespace rectrix
