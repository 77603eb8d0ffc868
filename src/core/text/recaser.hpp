// Recasing: the most probable forms of words in small letters, by a bigram model over forms (after Lita et al. 2003).
//
// P(form | form before) = b * c(before, form) / c(before) + (1 - b) * c(form) / N with b = c / (c + 2); Viterbi over
// the forms that each word was seen in. Unknown words stay.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/flat_map.hpp"
#include "base/lines.hpp"
#include "text/vocabulary.hpp"

namespace rectrix {

class Recaser {
 public:
  // Counts the words of a line in their own case; `finish` before use.
  void count(std::span<const std::string_view> words);
  void finish();

  std::vector<std::string> recase(std::span<const std::string_view> words) const;

  // As text, `count<TAB>form` and `count<TAB>before<TAB>form` for pairs of which one word has several forms.
  std::string written() const;
  static Recaser read(Lines& lines);

 private:
  Word form(std::string_view text);
  double log_probability(Word before, Word form) const;
  bool ambiguous(Word form) const;

  Vocabulary forms_;  // its <s> is what stands before the first word
  std::vector<std::uint64_t> counts_;
  FlatMap<std::uint64_t, std::uint64_t> pairs_;  // before << 32 | form
  std::uint64_t total_ = 0;
  Vocabulary keys_;  // small letters of forms
  std::vector<std::vector<Word>> choices_;  // forms by key
};

}  // namespace rectrix
