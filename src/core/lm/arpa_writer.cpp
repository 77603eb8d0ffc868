#include <charconv>

#include "lm/arpa.hpp"

namespace rectrix::lm {
namespace {

constexpr std::size_t kPiece = 1 << 20;

}  // namespace

void ArpaWriter::begin(std::span<const std::uint64_t> counts) {
  order_ = counts.size();
  text_ = "\\data\\\n";
  for (std::size_t i = 0; i < order_; ++i) {
    text_ += "ngram " + std::to_string(i + 1) + "=" + std::to_string(counts[i]) + "\n";
  }
}

void ArpaWriter::add(std::span<const Word> words, float log10, float backoff) {
  while (length_ < words.size()) text_ += "\n\\" + std::to_string(++length_) + "-grams:\n";
  number(log10);
  char blank = '\t';
  for (const Word word : words) {
    text_ += blank;
    text_ += vocabulary_->text(word);
    blank = ' ';
  }
  if (length_ < order_) {
    text_ += '\t';
    number(backoff);
  }
  text_ += '\n';
  if (text_.size() < kPiece) return;
  write_(text_);
  text_.clear();
}

void ArpaWriter::end() {
  while (length_ < order_) text_ += "\n\\" + std::to_string(++length_) + "-grams:\n";
  text_ += "\n\\end\\\n";
  write_(text_);
  text_.clear();
}

void ArpaWriter::number(float value) {
  char digits[32];
  if (value == 0) value = 0;  // no "-0"
  const auto [end, error] = std::to_chars(digits, digits + sizeof digits, value);
  text_.append(digits, end);
}

}  // namespace rectrix::lm
