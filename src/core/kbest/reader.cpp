#include "kbest/reader.hpp"

#include <algorithm>

namespace rectrix::kbest {
namespace {

// A gap in the ids makes empty lists; a larger one is a damaged file, not a decoder that gave up.
constexpr long kLargestGap = 1'000'000;

}  // namespace

std::size_t Reader::read(Lists& lists, std::size_t sentences) {
  const long first = sentence_ + 1;
  const long end = first + static_cast<long>(std::min<std::size_t>(sentences, 1UL << 60));
  while (next_line()) {
    const long id = format_ == Format::json ? json_.split(line_, lines_) : columns_.split(line_, lines_);
    if (id < sentence_) {
      lines_.fail("sentence " + std::to_string(id) + " after sentence " + std::to_string(sentence_) +
                  "; the lists must be in the order of their sentences");
    }
    if (id - sentence_ > kLargestGap) {
      lines_.fail("sentence " + std::to_string(id) + " after sentence " + std::to_string(sentence_) +
                  "; sentences are numbered from 0");
    }
    while (sentence_ < id && sentence_ + 1 < end) {
      lists.begin_sentence();
      ++sentence_;
    }
    if (id > sentence_) {
      kept_ = line_;
      line_ = kept_;
      pending_ = true;
      break;
    }
    format_ == Format::json ? json_.add(lists, lines_) : columns_.add(lists, format_, lines_);
  }
  if (format_ == Format::json) json_.finish(lists);
  return static_cast<std::size_t>(sentence_ + 1 - first);
}

// The next line that is not blank.
bool Reader::next_line() {
  if (pending_) {
    pending_ = false;
    return true;
  }
  do {
    if (!lines_.next(line_)) return false;
  } while (trim(line_).empty());
  if (format_ == Format::automatic) format_ = trim(line_).starts_with('{') ? Format::json : Format::moses;
  return true;
}

}  // namespace rectrix::kbest
