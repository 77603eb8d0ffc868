// Feature templates: functions of one rule, evaluated once per rule and sentence, never per hypothesis.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/flat_map.hpp"
#include "features/sentence.hpp"
#include "grammar/rules.hpp"
#include "text/vocabulary.hpp"

namespace rectrix::features {

// A rule and the words that its symbols stand for. Owns nothing.
struct RuleText {
  grammar::Rule rule;
  const LocalVocabulary* source_words;
  const LocalVocabulary* target_words;

  std::string_view source(std::size_t i) const { return source_words->text(static_cast<Word>(rule.source[i])); }
  std::string_view target(std::size_t i) const { return target_words->text(static_cast<Word>(rule.target[i])); }
};

// Takes the features of a rule. A name may come more than once: its values add up.
class Sink {
 public:
  // All names begin with `before`.
  explicit Sink(SentenceFeatures& features, std::string_view before = "") : features_(&features), before_(before) {}

  // A buffer in which a template spells a name, empty but for the prefix.
  std::string& name(std::string_view prefix) {
    name_.assign(before_).append(prefix);
    return name_;
  }
  void emit(float value = 1) {
    const Index local = features_->add(name_);
    if (local != kNoFeature) found_.emplace_back(local, value);
  }
  void emit(std::string_view text, float value) {
    name(text);
    emit(value);
  }

  // For features that many rules share: spell(name) puts the name together, once for each key of a table.
  enum Table { kSourcePairs, kTargetPairs, kShapes, kBins, kTables };
  template <class Spell>
  void emit_once_spelled(Table table, std::uint64_t key, Spell spell) {
    const auto [local, fresh] = tables_[table].insert(key, kNoFeature);
    if (fresh) {
      spell(name(""));
      local = features_->add(name_);
    }
    if (local != kNoFeature) found_.emplace_back(local, 1.0F);
  }

  void add(std::pair<Index, float> feature) { found_.push_back(feature); }

  // The features since the last clear(), each with its local number.
  std::span<const std::pair<Index, float>> found() const { return found_; }
  void clear() { found_.clear(); }

  // A sink of its own for features that begin with `before`, always the same prefix; it lives as long as this one.
  Sink& with_prefix(std::string_view before) {
    if (!prefixed_) prefixed_ = std::make_unique<Sink>(*features_, before);
    return *prefixed_;
  }

 private:
  SentenceFeatures* features_;
  std::string before_, name_;
  std::unique_ptr<Sink> prefixed_;
  std::vector<std::pair<Index, float>> found_;
  std::array<FlatMap<std::uint64_t, Index>, kTables> tables_;
};

// Appends a word to a name. What separates the parts of names, and what file formats cannot carry, is escaped
// (%5F for '_', %7C for '|', %3D for '=', %3A for ':', %25 for '%'), so that different features have different names.
void append_word(std::string& name, std::string_view word);

// Appends a symbol: a word, or a gap as X1 and X2 (or as X where `number_gaps` is false).
void append_symbol(std::string& name, grammar::Symbol symbol, const LocalVocabulary& words, bool number_gaps = true);

// Appends both sides of a rule: das_[X1]_haus|the_[X1]_house.
void append_sides(std::string& name, const RuleText& text);

class Template {
 public:
  virtual ~Template() = default;
  virtual void emit(const RuleText& rule, Sink& sink) const = 0;
};

// The templates by name, in the order of the documentation.
std::vector<std::string_view> template_names();
// What a template looks at; empty if there is no such template.
std::string_view template_meaning(std::string_view name);
// Throws UsageError if there is no such template; the message lists the known ones.
std::unique_ptr<const Template> make_template(std::string_view name);

}  // namespace rectrix::features
