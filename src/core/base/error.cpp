#include "base/error.hpp"

namespace rectrix {
namespace {

std::string located(std::string_view file, std::size_t line, std::string_view message) {
  std::string text(file);
  if (line > 0) text += ":" + std::to_string(line);
  return text.append(": ").append(message);
}

}  // namespace

InputError::InputError(std::string_view file, std::size_t line, std::string_view message)
    : Error(located(file, line, message)) {}

}  // namespace rectrix
