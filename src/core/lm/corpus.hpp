// Text as numbers, on its way to n-gram counts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/lines.hpp"
#include "base/spool.hpp"
#include "text/vocabulary.hpp"

namespace rectrix::lm {

class Corpus {
 public:
  // folder: for scratch files. skip_markers: <s> and </s> in the text are passed over; otherwise they are errors,
  // because the counts of sentence ends would be wrong.
  Corpus(std::string folder, bool skip_markers);

  // Adds all lines; each is a sentence. The word <unk> in the text counts as an unknown word.
  void read(Lines& lines);

  // Only the `words` most frequent words are kept (ties: first come), the others become <unk>.
  void limit_to_frequent(std::size_t words);
  // Only the words of this text are kept.
  void limit_to(Lines& allowed);

  // The words of all sentences, each ended by </s>.
  const Spool<Word>& tokens() const { return tokens_; }
  std::uint64_t sentences() const { return sentences_; }
  // What a number of tokens() stands for in the model: kUnknown if it is not kept.
  Word kept(Word token) const { return renumbered_.empty() ? token : renumbered_[token]; }
  const Vocabulary& vocabulary() const { return vocabulary_; }
  Vocabulary take_vocabulary() { return std::move(vocabulary_); }

 private:
  void keep(const std::vector<bool>& wanted);

  bool skip_markers_;
  Vocabulary vocabulary_;
  std::vector<std::uint64_t> counts_;  // of each word
  std::vector<Word> renumbered_;
  Spool<Word> tokens_;
  std::uint64_t sentences_ = 0;
};

}  // namespace rectrix::lm
