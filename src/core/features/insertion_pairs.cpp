// insertion_pairs: target words that the rule's alignment leaves alone, each with every source word of the rule,
// insert:haus|the (Eidelman 2012).
#include <algorithm>

#include "features/templates.hpp"

namespace rectrix::features {
namespace {

struct InsertionPairs : Template {
  void emit(const RuleText& text, Sink& sink) const override {
    for (std::size_t i = 0; i < text.rule.target.size(); ++i) {
      const auto here = [i](const grammar::Link link) { return link.target == i; };
      if (grammar::is_gap(text.rule.target[i]) || std::ranges::any_of(text.rule.links, here)) continue;
      for (std::size_t j = 0; j < text.rule.source.size(); ++j) {
        if (grammar::is_gap(text.rule.source[j])) continue;
        sink.emit_once_spelled(Sink::kInsertionPairs, pair_key(text.rule.source[j], text.rule.target[i]), [&](Name& name) {
          append_word(name += "insert:", text.source(j));
          append_word(name += '|', text.target(i));
        });
      }
    }
  }
};

}  // namespace

std::unique_ptr<const Template> make_insertion_pairs() { return std::make_unique<InsertionPairs>(); }

}  // namespace rectrix::features
