#include "features/template.hpp"

#include <array>

#include "base/error.hpp"
#include "features/templates.hpp"

namespace rectrix::features {
namespace {

struct Known {
  std::string_view name;
  std::unique_ptr<const Template> (*make)();
};

constexpr std::array kTemplates{
    Known{"rule_id", make_rule_id},           Known{"source_bigrams", make_source_bigrams},
    Known{"target_bigrams", make_target_bigrams}, Known{"shape", make_shape},
    Known{"word_pairs", make_word_pairs},     Known{"insertions", make_insertions},
    Known{"deletions", make_deletions},       Known{"phrase_length", make_phrase_length},
};

}  // namespace

void append_word(std::string& name, std::string_view word) {
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

void append_symbol(std::string& name, grammar::Symbol symbol, const LocalVocabulary& words, bool number_gaps) {
  if (!grammar::is_gap(symbol)) return append_word(name, words.text(static_cast<Word>(symbol)));
  name += "[X";
  if (number_gaps) name += static_cast<char>('1' + grammar::gap_number(symbol));
  name += ']';
}

void append_sides(std::string& name, const RuleText& text) {
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

std::unique_ptr<const Template> make_template(std::string_view name) {
  std::string list;
  for (const Known& known : kTemplates) {
    if (known.name == name) return known.make();
    list.append(list.empty() ? "" : ", ").append(known.name);
  }
  throw UsageError("unknown feature template '" + std::string(name) + "'; known: " + list);
}

}  // namespace rectrix::features
