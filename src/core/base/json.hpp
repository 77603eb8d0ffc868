// A reader of JSON text, value by value, for lines of known shape; it builds no tree.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace rectrix {

class JsonScanner {
 public:
  // fail: throws an error that names the place and the message.
  using Fail = std::function<void(std::string_view)>;
  JsonScanner(std::string_view text, const Fail& fail) : rest_(text), fail_(fail) {}

  // Calls visit(key) for every key of an object; visit must read or skip the value.
  template <class Visit>
  void object(Visit visit) {
    expect('{');
    if (accept('}')) return;
    std::string key;
    do {
      string(key);
      expect(':');
      visit(std::string_view(key));
    } while (accept(','));
    expect('}');
  }

  // Calls visit() for every item of an array; visit must read or skip it.
  template <class Visit>
  void array(Visit visit) {
    expect('[');
    if (accept(']')) return;
    do visit();
    while (accept(','));
    expect(']');
  }

  // The first character of the value to come, '\0' at the end of the text.
  char peek();

  void string(std::string& text);
  double number();  // finite
  void skip();      // any value
  void end();       // fails if anything but blanks is left

 private:
  static constexpr int kDeepest = 64;  // nesting: skip() recurses

  [[noreturn]] void fail(std::string_view message);
  void blanks();
  bool accept(char c);
  void expect(char c);
  unsigned hex4();
  void escape(std::string& text);
  void word(std::string_view expected);

  std::string_view rest_;
  const Fail& fail_;
  int depth_ = 0;
};

// Appends text as a JSON string with its quotes.
void append_json_string(std::string& out, std::string_view text);

}  // namespace rectrix
