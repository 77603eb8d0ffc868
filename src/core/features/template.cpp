#include "features/template.hpp"

#include "base/error.hpp"
#include "features/templates.hpp"

namespace rectrix::features {
namespace {

struct Known {
  std::string_view name;
  std::string_view meaning;
  std::unique_ptr<const Template> (*make)();
};

#define RECTRIX_KNOWN(name, meaning) Known{#name, meaning, make_##name},
constexpr Known kTemplates[] = {RECTRIX_TEMPLATES(RECTRIX_KNOWN)};
#undef RECTRIX_KNOWN

}  // namespace

void Sink::restart() {
  clear();
  noted_.clear();
  noted_values_.clear();
  for (auto& table : tables_) table.clear();
  if (prefixed_) prefixed_->restart();
}

std::vector<double> Sink::noted_weights() const {
  std::vector<double> weights = features_->weights(noted_);
  for (std::size_t i = 0; i < weights.size(); ++i) weights[i] *= noted_values_[i];
  return weights;
}

Sink& Sink::with_prefix(std::string_view before) {
  if (!prefixed_) {
    prefixed_ = std::make_unique<Sink>(*features_, wants_);
    prefixed_->before_ = before;
    prefixed_->outer_ = this;
  }
  return *prefixed_;
}

void append_word(Name& name, std::string_view word) {
  for (const char c : word) {
    switch (c) {
      case '_': name += "%5F"; break;
      case '|': name += "%7C"; break;
      case '=': name += "%3D"; break;
      case ':': name += "%3A"; break;
      case '%': name += "%25"; break;
      default: name += c;
    }
  }
}

void append_symbol(Name& name, grammar::Symbol symbol, const LocalVocabulary& words, bool number_gaps) {
  if (!grammar::is_gap(symbol)) return append_word(name, words.text(static_cast<Word>(symbol)));
  name += "[X";
  if (number_gaps) name += static_cast<char>('1' + grammar::gap_number(symbol));
  name += ']';
}

void append_sides(Name& name, const RuleText& text) {
  const auto append = [&](std::span<const grammar::Symbol> side, const LocalVocabulary& words) {
    for (std::size_t i = 0; i < side.size(); ++i) {
      if (i > 0) name += '_';
      append_symbol(name, side[i], words);
    }
  };
  append(text.rule.source, *text.source_words);
  name += '|';
  append(text.rule.target, *text.target_words);
}

std::vector<std::string_view> template_names() {
  std::vector<std::string_view> names;
  for (const Known& known : kTemplates) names.push_back(known.name);
  return names;
}

std::string_view template_meaning(std::string_view name) {
  for (const Known& known : kTemplates) {
    if (known.name == name) return known.meaning;
  }
  return {};
}

std::unique_ptr<const Template> make_template(std::string_view name) {
  std::string list;
  for (const Known& known : kTemplates) {
    if (known.name == name) return known.make();
    list.append(list.empty() ? "" : ", ").append(known.name);
  }
  throw UsageError("unknown feature template '" + std::string(name) + "'; known: " + list);
}

}  // namespace rectrix::features
