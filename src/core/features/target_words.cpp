// target_words: the words of the rule's target side, tgt1:house, once for each time they occur.
#include "features/templates.hpp"

namespace rectrix::features {
namespace {

struct TargetWords : Template {
  void emit(const RuleText& text, Sink& sink) const override {
    for (std::size_t i = 0; i < text.rule.target.size(); ++i) {
      if (grammar::is_gap(text.rule.target[i])) continue;
      sink.emit_once_spelled(Sink::kTargetWords, static_cast<std::uint64_t>(text.rule.target[i]),
                             [&](Name& name) { append_word(name += "tgt1:", text.target(i)); });
    }
  }
};

}  // namespace

std::unique_ptr<const Template> make_target_words() { return std::make_unique<TargetWords>(); }

}  // namespace rectrix::features
