#include "base/json.hpp"

#include <cmath>
#include <cstdio>

#include "base/error.hpp"
#include "base/lines.hpp"

namespace rectrix {
namespace {

void append_utf8(std::string& text, unsigned code) {
  const auto put = [&](unsigned byte) { text += static_cast<char>(byte); };
  if (code < 0x80) {
    put(code);
  } else if (code < 0x800) {
    put(0xc0 | code >> 6);
    put(0x80 | (code & 0x3f));
  } else if (code < 0x10000) {
    put(0xe0 | code >> 12);
    put(0x80 | (code >> 6 & 0x3f));
    put(0x80 | (code & 0x3f));
  } else {
    put(0xf0 | code >> 18);
    put(0x80 | (code >> 12 & 0x3f));
    put(0x80 | (code >> 6 & 0x3f));
    put(0x80 | (code & 0x3f));
  }
}

}  // namespace

void JsonScanner::fail(std::string_view message) {
  fail_(message);
  throw InputError(std::string(message));
}

void JsonScanner::blanks() {
  while (!rest_.empty() && (rest_[0] == ' ' || rest_[0] == '\t' || rest_[0] == '\r' || rest_[0] == '\n')) rest_.remove_prefix(1);
}

bool JsonScanner::accept(char c) {
  blanks();
  if (rest_.empty() || rest_[0] != c) return false;
  rest_.remove_prefix(1);
  return true;
}

void JsonScanner::expect(char c) {
  if (!accept(c)) fail(std::string("not valid JSON: expected '") + c + "' before '" + std::string(rest_.substr(0, 20)) + "'");
}

char JsonScanner::peek() {
  blanks();
  return rest_.empty() ? '\0' : rest_[0];
}

void JsonScanner::string(std::string& text) {
  text.clear();
  expect('"');
  for (;;) {
    const std::size_t plain = rest_.find_first_of("\"\\");
    if (plain == std::string_view::npos) fail("not valid JSON: a string does not end");
    text.append(rest_.substr(0, plain));
    const char stop = rest_[plain];
    rest_.remove_prefix(plain + 1);
    if (stop == '"') return;
    escape(text);
  }
}

unsigned JsonScanner::hex4() {
  unsigned code = 0;
  for (int i = 0; i < 4; ++i) {
    const char c = rest_.empty() ? '\0' : rest_[0];
    const int digit = c >= '0' && c <= '9' ? c - '0' : (c | 32) >= 'a' && (c | 32) <= 'f' ? (c | 32) - 'a' + 10 : -1;
    if (digit < 0) fail("not valid JSON: \\u needs four hexadecimal digits");
    code = code * 16 + static_cast<unsigned>(digit);
    rest_.remove_prefix(1);
  }
  return code;
}

void JsonScanner::escape(std::string& text) {
  if (rest_.empty()) fail("not valid JSON: a string does not end");
  const char kind = rest_[0];
  rest_.remove_prefix(1);
  static constexpr std::string_view kinds = "\"\\/bfnrt", meanings = "\"\\/\b\f\n\r\t";
  if (const std::size_t at = kinds.find(kind); at != std::string_view::npos) {
    text += meanings[at];
    return;
  }
  if (kind != 'u') fail("not valid JSON: unknown escape in a string");
  unsigned code = hex4();
  if (code >= 0xd800 && code < 0xdc00 && rest_.starts_with("\\u")) {
    rest_.remove_prefix(2);
    const unsigned low = hex4();
    if (low < 0xdc00 || low > 0xdfff) fail("not valid JSON: half of a surrogate pair");
    code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
  } else if (code >= 0xd800 && code <= 0xdfff) {
    fail("not valid JSON: half of a surrogate pair");
  }
  append_utf8(text, code);
}

double JsonScanner::number() {
  blanks();
  const std::string_view digits = rest_.substr(0, rest_.find_first_not_of("+-.0123456789eE"));
  double value;
  if (!parse_number(digits, value) || !std::isfinite(value)) {
    fail("expected a finite number before '" + std::string(rest_.substr(0, 20)) + "'");
  }
  rest_.remove_prefix(digits.size());
  return value;
}

void JsonScanner::word(std::string_view expected) {
  if (!rest_.starts_with(expected)) fail("not valid JSON before '" + std::string(rest_.substr(0, 20)) + "'");
  rest_.remove_prefix(expected.size());
}

void JsonScanner::skip() {
  if (++depth_ > kDeepest) fail("JSON nested too deeply");
  const char first = peek();
  if (first == '"') {
    std::string ignored;
    string(ignored);
  } else if (first == '{') {
    object([this](std::string_view) { skip(); });
  } else if (first == '[') {
    array([this] { skip(); });
  } else if (first == 't' || first == 'n') {
    word(first == 't' ? "true" : "null");
  } else if (first == 'f') {
    word("false");
  } else {
    number();
  }
  --depth_;
}

void JsonScanner::end() {
  blanks();
  if (!rest_.empty()) fail("not valid JSON: '" + std::string(rest_.substr(0, 20)) + "' after the end");
}

void append_json_string(std::string& out, std::string_view text) {
  out += '"';
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (static_cast<unsigned char>(c) < 0x20) {
      char escaped[8];
      std::snprintf(escaped, sizeof escaped, "\\u%04x", static_cast<unsigned>(c));
      out += escaped;
    } else {
      out += c;
    }
  }
  out += '"';
}

}  // namespace rectrix
