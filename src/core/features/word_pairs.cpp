// word_pairs: the words that the rule's alignment links, pair:haus|house, once for each link (Eidelman 2012).
#include "features/templates.hpp"

namespace rectrix::features {
namespace {

struct WordPairs : Template {
  void emit(const RuleText& text, Sink& sink) const override {
    for (const grammar::Link link : text.rule.links) {
      const grammar::Symbol source = text.rule.source[link.source], target = text.rule.target[link.target];
      if (grammar::is_gap(source) || grammar::is_gap(target)) continue;
      sink.emit_once_spelled(Sink::kWordPairs, pair_key(source, target), [&](Name& name) {
        append_word(name += "pair:", text.source(link.source));
        append_word(name += '|', text.target(link.target));
      });
    }
  }
};

}  // namespace

std::unique_ptr<const Template> make_word_pairs() { return std::make_unique<WordPairs>(); }

}  // namespace rectrix::features
