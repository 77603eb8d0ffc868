#include "features/class_template.hpp"

#include <utility>

#include "base/error.hpp"

namespace rectrix::features {
namespace {

class ClassTemplate : public Template {
 public:
  ClassTemplate(std::unique_ptr<const Template> inner, ClassFiles classes) : inner_(std::move(inner)), classes_(std::move(classes)) {}

  void emit(const RuleText& text, Sink& sink) const override {
    std::vector<grammar::Symbol> source, target;
    const LocalVocabulary* source_names = replace(text.rule.source, text.source_words, classes_.source.get(), source);
    const LocalVocabulary* target_names = replace(text.rule.target, text.target_words, classes_.target.get(), target);
    inner_->emit({{source, target, text.rule.links, text.rule.scores}, source_names, target_names},
                 sink.with_prefix(kClassPrefix));
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

std::unique_ptr<const Template> make_template(std::string_view name, const ClassFiles& classes) {
  if (!name.starts_with(kClassPrefix)) return make_template(name);
  if (!classes.source && !classes.target) throw UsageError("'" + std::string(name) + "' needs a file of word classes");
  return std::make_unique<ClassTemplate>(make_template(name.substr(kClassPrefix.size())), classes);
}

}  // namespace rectrix::features
