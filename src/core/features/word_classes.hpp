// Words by class, from a file, and templates over classes: class_word_pairs is word_pairs with each word's class in its
// place. Words that the file lacks are of the class <unk>.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "base/lines.hpp"
#include "features/template.hpp"
#include "text/vocabulary.hpp"

namespace rectrix::features {

// The classes of one language's words.
class WordClasses {
 public:
  // Lines of word and class (mkcls), or of bits, word and count (Brown clusters). Throws InputError.
  explicit WordClasses(Lines& lines);
  WordClasses(const WordClasses&) = delete;
  WordClasses& operator=(const WordClasses&) = delete;

  // The number of a word's class in names().
  Word of(std::string_view word) const { return classes_[words_.find(word)]; }
  const LocalVocabulary& names() const { return local_names_; }
  std::size_t words() const { return classes_.size() - kSpecial; }

 private:
  static constexpr std::size_t kSpecial = 3;  // words that every vocabulary has
  Vocabulary words_, names_;
  LocalVocabulary local_names_{names_};
  std::vector<Word> classes_;  // by word
};

// What words are replaced by on each side; where there are no classes, words stay.
struct ClassFiles {
  std::shared_ptr<const WordClasses> source, target;
};

inline constexpr std::string_view kClassPrefix = "class_";

// Any template by name; those over classes begin with kClassPrefix. Throws UsageError if there is no such template, or
// no classes for it.
std::unique_ptr<const Template> make_template(std::string_view name, const ClassFiles& classes);

}  // namespace rectrix::features
