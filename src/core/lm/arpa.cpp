#include "lm/arpa.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "lm/builder.hpp"

namespace rectrix::lm {
namespace {

// Rounding leaves a probability of 1 a little above 0 in some tools' files.
constexpr float kRounding = 1e-4F;

// What a file announces is believed only so far: tables grow when more comes.
constexpr std::uint64_t kMostReserved = 1 << 20;

class Reader {
 public:
  Reader(Lines& lines, bool keep) : lines_(lines), counts_(read_counts()), builder_(order(), keep) {}

  Model read() {
    for (int length = 1; length <= order(); ++length) read_section(length);
    require_line();
    if (line_ != "\\end\\") lines_.fail("expected \\end\\ and saw " + shown(line_));
    return std::move(builder_).build();
  }

 private:
  int order() const { return static_cast<int>(counts_.size()); }

  bool next_line() {
    while (lines_.next(line_)) {
      line_ = trim(line_);
      if (!line_.empty()) return true;
    }
    return false;
  }
  void require_line() {
    if (!next_line()) lines_.fail("the file ends too early; it should end with \\end\\");
  }
  static std::string shown(std::string_view text) { return "'" + std::string(text.substr(0, 80)) + "'"; }

  std::vector<std::uint64_t> read_counts();
  void read_section(int length);
  void read_ngram(int length);
  float take_number(std::string_view& rest, std::string_view what);
  float take_probability(std::string_view& rest);
  void add_unigram(std::string_view text, float prob, float backoff);
  Word find(std::string_view text);

  Lines& lines_;
  std::string_view line_;
  std::vector<std::uint64_t> counts_;
  Builder builder_;
  std::vector<bool> seen_;  // words with a unigram
};

std::vector<std::uint64_t> Reader::read_counts() {
  do {
    if (!next_line()) lines_.fail("no line \\data\\: not a language model in ARPA format");
  } while (line_ != "\\data\\");
  std::vector<std::uint64_t> counts;
  while (next_line() && line_.starts_with("ngram ")) {
    std::string_view rest = line_.substr(6);
    long length = 0;
    long count = 0;
    const bool good = parse_number(trim(take_field(rest, "=")), length) && parse_number(trim(rest), count);
    if (!good || length != static_cast<long>(counts.size()) + 1 || count < 0) {
      lines_.fail("expected 'ngram " + std::to_string(counts.size() + 1) + "=COUNT' and saw " + shown(line_));
    }
    counts.push_back(static_cast<std::uint64_t>(count));
  }
  if (counts.empty()) lines_.fail("no line 'ngram 1=COUNT' behind \\data\\");
  if (counts.size() > kMaxOrder) {
    lines_.fail("a model of order " + std::to_string(counts.size()) + "; up to order " + std::to_string(kMaxOrder) +
                " is read");
  }
  return counts;
}

void Reader::read_section(int length) {
  const std::string title = "\\" + std::to_string(length) + "-grams:";
  if (length > 1) require_line();
  if (line_ != title) lines_.fail("expected " + title + " and saw " + shown(line_));
  const std::uint64_t count = counts_[static_cast<std::size_t>(length) - 1];
  builder_.reserve(length, std::min(count, kMostReserved));
  for (std::uint64_t i = 0; i < count; ++i) {
    require_line();
    if (line_.front() == '\\' && (line_ == "\\end\\" || line_.ends_with("-grams:"))) {
      lines_.fail(std::to_string(count) + " " + std::to_string(length) + "-grams are announced, but " +
                  std::to_string(i) + " are there");
    }
    read_ngram(length);
  }
  const std::optional<std::uint64_t> place = builder_.repeated();
  if (place) throw InputError(lines_.name(), *place, "an n-gram that was there before");
}

void Reader::read_ngram(int length) {
  std::string_view rest = line_;
  const float prob = take_probability(rest);
  std::array<std::string_view, kMaxOrder> texts;
  for (int i = 0; i < length; ++i) {
    std::string_view& text = texts[static_cast<std::size_t>(i)];
    text = take_word(rest);
    if (text.empty()) lines_.fail("an n-gram with fewer than " + std::to_string(length) + " words: " + shown(line_));
  }
  const float backoff = trim(rest).empty() ? 0.0F : take_number(rest, "back-off");
  if (!trim(rest).empty()) {
    lines_.fail("more than a probability, " + std::to_string(length) + " words and a back-off: " + shown(line_));
  }
  if (length == 1) return add_unigram(texts[0], prob, backoff);
  std::array<Word, kMaxOrder> words;
  for (int i = 0; i < length; ++i) words[static_cast<std::size_t>(i)] = find(texts[static_cast<std::size_t>(i)]);
  builder_.add({words.data(), static_cast<std::size_t>(length)}, prob, backoff, lines_.number());
}

float Reader::take_number(std::string_view& rest, std::string_view what) {
  const std::string_view text = take_word(rest);
  float value = 0;
  if (!parse_number(text, value) || !std::isfinite(value)) {
    lines_.fail("expected a number as " + std::string(what) + " and saw " + shown(text));
  }
  return value;
}

float Reader::take_probability(std::string_view& rest) {
  std::string_view copy = rest;
  if (take_word(copy) == "-inf") {
    rest = copy;
    return kMissingLog10;
  }
  const float prob = take_number(rest, "log10 probability");
  if (prob > kRounding) lines_.fail("a probability above 1 (positive logarithm): " + shown(line_));
  return std::min(prob, 0.0F);
}

void Reader::add_unigram(std::string_view text, float prob, float backoff) {
  if (text == "<UNK>") text = "<unk>";
  const Word word = builder_.vocabulary().add(text);
  if (word >= seen_.size()) seen_.resize(word + 1);
  if (seen_[word]) lines_.fail("a word that was there before: " + shown(text));
  seen_[word] = true;
  builder_.set_unigram(word, prob, backoff);
}

Word Reader::find(std::string_view text) {
  const Word word = builder_.vocabulary().find(text);
  if (word == kUnknown && text != "<unk>" && text != "<UNK>") {
    lines_.fail("the word " + shown(text) + " is not among the 1-grams");
  }
  return word;
}

}  // namespace

Model read_arpa(Lines& lines, bool keep_ngrams) { return Reader(lines, keep_ngrams).read(); }

}  // namespace rectrix::lm
