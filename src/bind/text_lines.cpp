#include "text_lines.hpp"

namespace rectrix::bind {

InLines::InLines(const nb::list& lines) {
  copies_.reserve(lines.size());  // so that views of them stay valid
  views_.reserve(lines.size());
  for (const nb::handle line : lines) {
    Py_ssize_t size = 0;
    if (const char* text = PyUnicode_AsUTF8AndSize(line.ptr(), &size)) {
      views_.emplace_back(text, static_cast<std::size_t>(size));
      continue;
    }
    PyErr_Clear();
    copies_.push_back(bytes_of(nb::cast<nb::str>(line)));
    views_.push_back(copies_.back());
  }
}

nb::list out_lines(const std::vector<std::string>& lines) {
  nb::list out;
  for (const std::string& line : lines) out.append(text_of(line));
  return out;
}

}  // namespace rectrix::bind
