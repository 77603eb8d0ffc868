#include "kbest/reader.hpp"

#include <algorithm>

namespace rectrix::kbest {
namespace {

// A gap in the ids makes empty lists; a larger one is a damaged file, not a decoder that gave up.
constexpr long kLargestGap = 1'000'000;

}  // namespace

Id Reader::split() {
  return format_ == Format::json ? json_.split(line_, lines_) : columns_.split(line_, lines_);
}

// A file whose first sentence has a name is one of names, whatever the others look like.
bool Reader::numbered(const Id& id) const { return sentence_ < 0 ? id.next || id.number >= 0 : names_.empty(); }

// The number of the sentence that a line belongs to: that of the list begun last, or a later one.
long Reader::number_of(const Id& id) const {
  if (numbered(id)) {
    if (id.number < 0 && !id.next) lines_.fail("sentence '" + std::string(id.name) + "' has a name, those above have numbers");
    return id.next ? sentence_ + 1 : id.number;
  }
  if (id.next) lines_.fail("\"id\" is missing; the sentences above have names");
  if (sentence_ >= 0 && id.name == name_) return sentence_;
  if (names_.contains(std::string(id.name))) {
    lines_.fail("sentence '" + std::string(id.name) + "' again, after others; the hypotheses of a sentence must stand together");
  }
  return sentence_ + 1;
}

std::size_t Reader::read(Lists& lists, std::size_t sentences) {
  const long first = sentence_ + 1;
  const long end = first + static_cast<long>(std::min<std::size_t>(sentences, 1UL << 60));
  while (next_line()) {
    const Id id = split();
    const bool named = !numbered(id);
    const long number = number_of(id);
    if (number < sentence_) {
      lines_.fail("sentence " + std::to_string(number) + " after sentence " + std::to_string(sentence_) +
                  "; the lists must be in the order of their sentences");
    }
    if (number - sentence_ > kLargestGap) {
      lines_.fail("sentence " + std::to_string(number) + " after sentence " + std::to_string(sentence_) +
                  "; sentences are numbered from 0");
    }
    while (sentence_ < number && sentence_ + 1 < end) {
      if (named) names_.insert(name_ = id.name);
      lists.begin_sentence(named ? std::string_view(name_) : std::string_view());
      ++sentence_;
    }
    if (number > sentence_) {
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
