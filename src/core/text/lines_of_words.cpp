#include "text/lines_of_words.hpp"

#include <algorithm>

#include "base/lines.hpp"
#include "base/threads.hpp"

namespace rectrix {
namespace {

constexpr std::size_t kBatch = 256;  // lines that one thread takes at a time

// The words of lines, one line after another, in memory that is used again.
class Splitter {
 public:
  explicit Splitter(const Tokenizer* tokenizer) : tokenizer_(tokenizer) {}

  std::span<const std::string_view> words(std::string_view line) {
    words_.clear();
    pieces_.clear();
    if (tokenizer_ == nullptr) {
      for (std::string_view word = take_word(line); !word.empty(); word = take_word(line)) words_.push_back(word);
      return words_;
    }
    tokenizer_->tokenize(line, pieces_, scratch_);
    for (const Piece piece : pieces_) words_.push_back(line.substr(piece.begin, piece.end - piece.begin));
    return words_;
  }
  std::span<const Piece> pieces() const { return pieces_; }

 private:
  const Tokenizer* tokenizer_;
  Tokenizer::Scratch scratch_;
  std::vector<Piece> pieces_;
  std::vector<std::string_view> words_;
};

}  // namespace

void prepare_lines(const LineSteps& steps, std::span<const std::string_view> lines, std::span<std::string> out,
                   int threads) {
  const auto prepare = [&](std::size_t i, Splitter& splitter, std::string& scratch) {
    SentenceStarts sentence;
    const bool shouted = steps.truecaser != nullptr && is_all_capitals(lines[i]);
    out[i].reserve(lines[i].size() + lines[i].size() / 4);
    for (std::string_view word : splitter.words(lines[i])) {
      if (!out[i].empty()) out[i] += ' ';
      if (steps.truecaser != nullptr) {
        const bool starts = sentence.starts(word);
        word = steps.truecaser->form(word, starts || shouted, scratch);
      }
      if (steps.lowercase) {
        append_lowercase(word, out[i]);
      } else {
        out[i] += word;
      }
    }
  };
  parallel_for((lines.size() + kBatch - 1) / kBatch, threads, [&](std::size_t batch, int) {
    Splitter splitter(steps.tokenizer);
    std::string scratch;
    const std::size_t end = std::min(lines.size(), (batch + 1) * kBatch);
    for (std::size_t i = batch * kBatch; i < end; ++i) prepare(i, splitter, scratch);
  });
}

void count_lines(const Tokenizer* tokenizer, std::span<const std::string_view> lines, const LineCounts& counts) {
  Splitter splitter(tokenizer);
  for (const std::string_view line : lines) {
    const auto words = splitter.words(line);
    const bool cased = (counts.truecaser != nullptr || counts.recaser != nullptr) && !is_all_capitals(line);
    if (counts.truecaser != nullptr && cased) counts.truecaser->count(words);
    if (counts.recaser != nullptr && cased) counts.recaser->count(words);
    if (counts.spacing != nullptr) counts.spacing->count(line, splitter.pieces());
  }
}

std::vector<std::string> with_capitals(std::span<const std::string_view> words, bool first) {
  std::vector<std::string> out;
  bool begin = true, wanted = first;  // a sentence begins, and with a capital
  for (const std::string_view word : words) {
    out.push_back(begin && wanted ? capitalize(word) : std::string(word));
    if (word == "." || word == "?" || word == "!") {
      begin = wanted = true;
    } else if (begin && begins_sentence(word)) {
      begin = false;
    }
  }
  return out;
}

}  // namespace rectrix
