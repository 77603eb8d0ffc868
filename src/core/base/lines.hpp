// Lines and fields of text that arrives in chunks (the caller decompresses).
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace rectrix {

// Returns the next piece of a text, empty at its end. The piece must live until the next call.
using ChunkSource = std::function<std::string_view()>;

class Lines {
 public:
  // name: the file's name, for error messages.
  Lines(ChunkSource source, std::string name) : source_(std::move(source)), name_(std::move(name)) {}

  // The next line without its end ("\n" or "\r\n"); valid until the next call.
  bool next(std::string_view& line);

  std::size_t number() const { return number_; }  // of the line last returned, from 1
  const std::string& name() const { return name_; }

  // Throws an InputError that names the file and the current line.
  [[noreturn]] void fail(std::string_view message) const;

 private:
  ChunkSource source_;
  std::string name_;
  std::string_view rest_;
  std::string carried_;  // a line that spans chunks
  std::size_t number_ = 0;
};

// The next run of bytes other than space and tab, removed from text; empty when none is left.
std::string_view take_word(std::string_view& text);

// The next field before separator (or the end), removed from text together with the separator.
std::string_view take_field(std::string_view& text, std::string_view separator);

std::string_view trim(std::string_view text);

// The whole of text as a number; false if it is anything else.
bool parse_number(std::string_view text, double& value);
bool parse_number(std::string_view text, float& value);
bool parse_number(std::string_view text, long& value);

}  // namespace rectrix
