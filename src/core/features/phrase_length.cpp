// phrase_length: how many words a rule has on each side, length:2_3.
#include <algorithm>

#include "features/templates.hpp"

namespace rectrix::features {
namespace {

struct PhraseLength : Template {
  void emit(const RuleText& text, Sink& sink) const override {
    const auto words = [](std::span<const grammar::Symbol> side) {
      return std::to_string(std::count_if(side.begin(), side.end(), [](grammar::Symbol symbol) { return !grammar::is_gap(symbol); }));
    };
    sink.name("length:").append(words(text.rule.source)).append("_").append(words(text.rule.target));
    sink.emit();
  }
};

}  // namespace

std::unique_ptr<const Template> make_phrase_length() { return std::make_unique<PhraseLength>(); }

}  // namespace rectrix::features
