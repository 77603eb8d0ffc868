// word_pairs: the words that the rule's alignment links, pair:haus|house, once for each link (Eidelman 2012).
#include "features/templates.hpp"

namespace rectrix::features {
namespace {

struct WordPairs : Template {
  void emit(const RuleText& text, Sink& sink) const override {
    for (const grammar::Link link : text.rule.links) {
      if (grammar::is_gap(text.rule.source[link.source]) || grammar::is_gap(text.rule.target[link.target])) continue;
      std::string& name = sink.name("pair:");
      append_word(name, text.source(link.source));
      name += '|';
      append_word(name, text.target(link.target));
      sink.emit();
    }
  }
};

}  // namespace

std::unique_ptr<const Template> make_word_pairs() { return std::make_unique<WordPairs>(); }

}  // namespace rectrix::features
