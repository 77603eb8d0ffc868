#include "features/word_classes.hpp"

#include <utility>

#include "base/error.hpp"

namespace rectrix::features {
namespace {

bool is_bits(std::string_view text) { return text.find_first_not_of("01") == std::string_view::npos; }

class ClassTemplate : public Template {
 public:
  ClassTemplate(std::unique_ptr<const Template> inner, ClassFiles classes) : inner_(std::move(inner)), classes_(std::move(classes)) {}

  void emit(const RuleText& text, Sink& sink) const override {
    std::vector<grammar::Symbol> source, target;
    const LocalVocabulary* source_names = replace(text.rule.source, text.source_words, classes_.source.get(), source);
    const LocalVocabulary* target_names = replace(text.rule.target, text.target_words, classes_.target.get(), target);
    Sink& classed = sink.with_prefix(kClassPrefix);
    inner_->emit({{source, target, text.rule.links, text.rule.scores}, source_names, target_names}, classed);
    for (const auto& feature : classed.found()) sink.add(feature);
    classed.clear();
  }

 private:
  // The side with classes for words, and the vocabulary that they belong to.
  static const LocalVocabulary* replace(std::span<const grammar::Symbol> side, const LocalVocabulary* words,
                                        const WordClasses* classes, std::vector<grammar::Symbol>& replaced) {
    replaced.assign(side.begin(), side.end());
    if (classes == nullptr) return words;
    for (grammar::Symbol& symbol : replaced) {
      if (!grammar::is_gap(symbol)) symbol = static_cast<grammar::Symbol>(classes->of(words->text(static_cast<Word>(symbol))));
    }
    return &classes->names();
  }

  std::unique_ptr<const Template> inner_;
  ClassFiles classes_;
};

}  // namespace

WordClasses::WordClasses(Lines& lines) : classes_(kSpecial, kUnknown) {
  for (std::string_view line; lines.next(line);) {
    if (trim(line).empty()) continue;
    std::string_view word = take_word(line), name = take_word(line);
    const std::string_view count = take_word(line);
    long number = 0;
    if (!count.empty() && is_bits(word) && parse_number(count, number)) {
      std::swap(word, name);
    } else if (!count.empty() || name.empty()) {
      lines.fail("a line reads 'word class', or 'bits word count' for Brown clusters");
    }
    if (words_.find(word) != kUnknown) lines.fail("'" + std::string(word) + "' has a class already");
    const Word class_number = names_.add(name);
    if (words_.add(word) == classes_.size()) classes_.push_back(class_number);
  }
  if (words() == 0) lines.fail("no word has a class");
}

std::unique_ptr<const Template> make_template(std::string_view name, const ClassFiles& classes) {
  if (!name.starts_with(kClassPrefix)) return make_template(name);
  if (!classes.source && !classes.target) throw UsageError("'" + std::string(name) + "' needs a file of word classes");
  return std::make_unique<ClassTemplate>(make_template(name.substr(kClassPrefix.size())), classes);
}

}  // namespace rectrix::features
