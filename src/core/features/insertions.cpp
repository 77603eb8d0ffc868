// insertions: target words that the rule's alignment leaves alone, ins:the.
#include <algorithm>

#include "features/templates.hpp"

namespace rectrix::features {
namespace {

struct Insertions : Template {
  void emit(const RuleText& text, Sink& sink) const override {
    for (std::size_t i = 0; i < text.rule.target.size(); ++i) {
      const auto here = [i](const grammar::Link link) { return link.target == i; };
      if (grammar::is_gap(text.rule.target[i]) || std::ranges::any_of(text.rule.links, here)) continue;
      sink.emit_once_spelled(Sink::kInsertions, static_cast<std::uint64_t>(text.rule.target[i]),
                             [&](Name& name) { append_word(name += "ins:", text.target(i)); });
    }
  }
};

}  // namespace

std::unique_ptr<const Template> make_insertions() { return std::make_unique<Insertions>(); }

}  // namespace rectrix::features
