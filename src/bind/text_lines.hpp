// Many lines of text in and out of Python at once.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "common.hpp"

namespace rectrix::bind {

// The bytes of a list of str, without copies but for those with lone surrogates; valid while the list lives.
class InLines {
 public:
  explicit InLines(const nb::list& lines);
  std::size_t size() const { return views_.size(); }
  std::span<const std::string_view> views() const { return views_; }

 private:
  std::vector<std::string> copies_;
  std::vector<std::string_view> views_;
};

nb::list out_lines(const std::vector<std::string>& lines);

}  // namespace rectrix::bind
