// Words by class, from a file. Words that the file lacks are of the class <unk>.
#pragma once

#include <string_view>
#include <vector>

#include "base/lines.hpp"
#include "text/vocabulary.hpp"

namespace rectrix {

// The classes of one language's words.
class WordClasses {
 public:
  // Lines of word and class (mkcls), or of bits, word and count (Brown clusters). Throws InputError.
  explicit WordClasses(Lines& lines);
  WordClasses(const WordClasses&) = delete;
  WordClasses& operator=(const WordClasses&) = delete;

  // The number of a word's class in names().
  Word of(std::string_view word) const { return classes_[words_.find(word)]; }
  std::string_view name_of(std::string_view word) const { return names_.text(of(word)); }
  const LocalVocabulary& names() const { return local_names_; }
  std::size_t words() const { return classes_.size() - kSpecial; }

 private:
  static constexpr std::size_t kSpecial = 3;  // words that every vocabulary has
  Vocabulary words_, names_;
  LocalVocabulary local_names_{names_};
  std::vector<Word> classes_;  // by word
};

}  // namespace rectrix
