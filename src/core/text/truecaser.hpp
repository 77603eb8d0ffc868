// Truecasing: a word at the beginning of a sentence gets the form that is most frequent elsewhere.
//
// Learned by counting the forms of words that do not begin a sentence (after the line's begin and after . : ? ! ;
// quotes and brackets do not count as words). Elsewhere a form that was seen stays, and one that was not becomes the
// most frequent form of its letters; unknown words stay. The words of a line in capitals say nothing about their forms. Ties: the small form, then the lower code points.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/lines.hpp"
#include "text/vocabulary.hpp"

namespace rectrix {

// Sees the words of a line one after another and says which of them begin a sentence.
class SentenceStarts {
 public:
  bool starts(std::string_view word);

 private:
  bool start_ = true;
};

class Truecaser {
 public:
  // Counts the words of a line; `finish` before use.
  void count(std::span<const std::string_view> words);
  void add(std::string_view form, std::uint64_t count);
  void finish();

  // The form of a word; `starts`: does it begin a sentence, or is its case no choice of its own?
  std::string_view form(std::string_view word, bool starts, std::string& scratch) const;

  // As text, `count<TAB>form`, the most frequent first; `read` throws InputError if it is anything else.
  std::string written() const;
  static Truecaser read(Lines& lines);

 private:
  Vocabulary forms_;
  std::vector<std::uint64_t> counts_;  // by form
  Vocabulary keys_;                    // small letters of forms
  std::vector<Word> best_;             // form by key
};

// Is a word one that a sentence can begin with, unlike quotes and brackets?
bool begins_sentence(std::string_view word);
// Is the first letter of a line a capital? -1: it has no case, or there is none.
int begins_with_capital(std::string_view line);
// Is a line written in capitals only, as headings are? Six letters at least, lest it be an acronym.
bool is_all_capitals(std::string_view line);

}  // namespace rectrix
