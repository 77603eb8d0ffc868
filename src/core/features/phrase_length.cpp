// phrase_length: how many words a rule has on each side, length:2_3.
#include <algorithm>

#include "features/templates.hpp"

namespace rectrix::features {
namespace {

struct PhraseLength : Template {
  void emit(const RuleText& text, Sink& sink) const override {
    const auto words = [](std::span<const grammar::Symbol> side) {
      return static_cast<grammar::Symbol>(std::ranges::count_if(side, [](grammar::Symbol symbol) { return !grammar::is_gap(symbol); }));
    };
    const grammar::Symbol source = words(text.rule.source), target = words(text.rule.target);
    sink.emit_once_spelled(Sink::kLengths, pair_key(source, target), [&](Name& name) {
      name += "length:" + std::to_string(source) + '_' + std::to_string(target);
    });
  }
};

}  // namespace

std::unique_ptr<const Template> make_phrase_length() { return std::make_unique<PhraseLength>(); }

}  // namespace rectrix::features
