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
#include "features/name.hpp"
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

// Two symbols as a key of a sink's table.
constexpr std::uint64_t pair_key(grammar::Symbol first, grammar::Symbol second) {
  return (static_cast<std::uint64_t>(first) << 32) | static_cast<std::uint32_t>(second);
}

// Takes the features of a rule. A name may come more than once: its values add up.
//
// Search wants to know what a rule's features weigh, of every rule; few rules are in a translation whose features
// somebody wants to see. So a sink either lists features or only weighs them, which needs neither names nor a place in
// the sentence's table. Features of one rule alone, which are as many as the rules, it notes, to be weighed together.
class Sink {
 public:
  enum class Wants { features, weight };

  explicit Sink(SentenceFeatures& features, Wants wants = Wants::features)
      : features_(&features), wants_(wants), name_(wants == Wants::features) {}
  Sink(const Sink&) = delete;
  Sink& operator=(const Sink&) = delete;
  // As if it were new, for the features of the next sentence.
  void restart();

  // A name for a template to spell, empty but for the prefix.
  Name& name(std::string_view prefix) { return name_.restart(before_) += prefix; }
  void emit(float value = 1) {
    if (wants_ == Wants::features) return take(look_up(), value);
    outer_->noted_.push_back(name_.key());
    outer_->noted_values_.push_back(value);
  }

  // For features that many rules share: spell(name) puts the name together, once for each key of a table.
  enum Table {
    kSourcePairs,
    kTargetPairs,
    kWordPairs,
    kInsertionPairs,
    kTargetWords,
    kInsertions,
    kDeletions,
    kShapes,
    kLengths,
    kBins,
    kProbabilities,
    kCounts,
    kTables
  };
  template <class Spell>
  void emit_once_spelled(Table table, std::uint64_t key, Spell spell, float value = 1) {
    const auto [known, fresh] = tables_[table].insert(key);
    if (fresh) {
      spell(name(""));
      known = look_up();
    }
    take(known, value);
  }

  // A feature that is in the sentence's table.
  void add(std::pair<Index, float> feature) { take({feature.first, features_->weight(feature.first)}, feature.second); }

  // What there was since the last clear(): the features, each with its local number; or what they weigh, but for those
  // that are noted.
  std::span<const std::pair<Index, float>> found() const { return found_; }
  double weight() const { return weight_; }
  // How many were noted since the start, and what each of them adds.
  std::size_t noted() const { return noted_.size(); }
  std::vector<double> noted_weights() const;
  void clear() {
    found_.clear();
    weight_ = 0;
  }

  // Gives what it is given to this sink, with `before` in front of all names; always the same prefix. It lives as long
  // as this one.
  Sink& with_prefix(std::string_view before);

 private:
  struct Known {
    Index local = kNoFeature;  // in the sentence's table, if features are wanted
    double weight = 0;         // if that is wanted
  };
  Known look_up() {
    if (wants_ == Wants::weight) return {kNoFeature, features_->weight(name_.key())};
    return {features_->add(name_.key(), name_.text()), 0};
  }
  void take(const Known& known, float value) {
    if (wants_ == Wants::weight) {
      outer_->weight_ += known.weight * value;
    } else if (known.local != kNoFeature) {
      outer_->found_.emplace_back(known.local, value);
    }
  }

  SentenceFeatures* features_;
  Wants wants_;
  std::string before_;
  Name name_;
  Sink* outer_ = this;
  std::unique_ptr<Sink> prefixed_;
  std::vector<std::pair<Index, float>> found_;
  double weight_ = 0;
  std::vector<FeatureKey> noted_;
  std::vector<float> noted_values_;
  std::array<FlatMap<std::uint64_t, Known>, kTables> tables_;
};

// Appends a word to a name. What separates the parts of names, and what file formats cannot carry, is escaped
// (%5F for '_', %7C for '|', %3D for '=', %3A for ':', %25 for '%'), so that different features have different names.
void append_word(Name& name, std::string_view word);

// Appends a symbol: a word, or a gap as X1 and X2 (or as X where `number_gaps` is false).
void append_symbol(Name& name, grammar::Symbol symbol, const LocalVocabulary& words, bool number_gaps = true);

// Appends both sides of a rule: das_[X1]_haus|the_[X1]_house.
void append_sides(Name& name, const RuleText& text);

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
