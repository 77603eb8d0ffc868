// The text form of n-gram models, as SRILM, KenLM, IRSTLM and others write it.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "base/lines.hpp"
#include "lm/estimate.hpp"
#include "lm/model.hpp"
#include "text/vocabulary.hpp"

namespace rectrix::lm {

// Accepted: text before \data\, CRLF, blank lines, blanks for tabs, <UNK>, missing <unk> <s> </s> (log10 -100), missing
// back-offs, positive back-offs, missing contexts and suffixes, -inf for a probability (-100). An InputError says
// what else is wrong in which line: counts, sections, numbers, words, n-grams that come twice.
// keep_ngrams: so that Model::save_trie can be called.
Model read_arpa(Lines& lines, bool keep_ngrams = false);

// Writes ARPA text piece by piece. Numbers have as many digits as give the same float back.
class ArpaWriter : public NgramSink {
 public:
  using Write = std::function<void(std::string_view)>;
  // The vocabulary must outlive the writer.
  ArpaWriter(const Vocabulary& vocabulary, Write write) : vocabulary_(&vocabulary), write_(std::move(write)) {}

  void begin(std::span<const std::uint64_t> counts) override;
  void add(std::span<const Word> words, float log10, float backoff) override;
  void end() override;

 private:
  void number(float value);

  const Vocabulary* vocabulary_;
  Write write_;
  std::string text_;  // not written yet
  std::size_t order_ = 0;
  std::size_t length_ = 0;  // of the section begun last
};

}  // namespace rectrix::lm
