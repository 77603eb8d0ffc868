// rule_id: the rule itself, id:das_[X1]_haus|the_[X1]_house (Simianer, Riezler & Dyer 2012).
#include "features/templates.hpp"

namespace rectrix::features {
namespace {

void append_side(std::string& name, std::span<const grammar::Symbol> side, const LocalVocabulary& words) {
  for (std::size_t i = 0; i < side.size(); ++i) {
    if (i > 0) name += '_';
    append_symbol(name, side[i], words);
  }
}

struct RuleId : Template {
  void emit(const RuleText& text, Sink& sink) const override {
    std::string& name = sink.name("id:");
    append_side(name, text.rule.source, *text.source_words);
    name += '|';
    append_side(name, text.rule.target, *text.target_words);
    sink.emit();
  }
};

}  // namespace

std::unique_ptr<const Template> make_rule_id() { return std::make_unique<RuleId>(); }

}  // namespace rectrix::features
