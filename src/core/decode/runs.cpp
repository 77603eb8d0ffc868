#include "decode/runs.hpp"

#include <algorithm>

namespace rectrix::decode {

void Runs::clear() {
  numbers_.clear();
  begins_.clear();
  words_.clear();
  states_.clear();
  scores_.clear();
}

bool Runs::same(std::int32_t run, std::span<const grammar::Symbol> words) const {
  const auto at = static_cast<std::size_t>(run);
  const std::size_t end = at + 1 < begins_.size() ? begins_[at + 1] : words_.size();
  return std::ranges::equal(std::span(words_).subspan(begins_[at], end - begins_[at]), words);
}

}  // namespace rectrix::decode
