// deletions: source words that the rule's alignment leaves alone, del:nicht.
#include <algorithm>

#include "features/templates.hpp"

namespace rectrix::features {
namespace {

struct Deletions : Template {
  void emit(const RuleText& text, Sink& sink) const override {
    for (std::size_t i = 0; i < text.rule.source.size(); ++i) {
      const auto here = [i](const grammar::Link link) { return link.source == i; };
      if (grammar::is_gap(text.rule.source[i]) || std::ranges::any_of(text.rule.links, here)) continue;
      sink.emit_once_spelled(Sink::kDeletions, static_cast<std::uint64_t>(text.rule.source[i]),
                             [&](Name& name) { append_word(name += "del:", text.source(i)); });
    }
  }
};

}  // namespace

std::unique_ptr<const Template> make_deletions() { return std::make_unique<Deletions>(); }

}  // namespace rectrix::features
