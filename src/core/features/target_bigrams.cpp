// target_bigrams: neighbors on the rule's target side and its boundaries, tgt2:<r>_the, tgt2:the_[X1]; gaps are
// numbered. Bigrams that span rules are a stateful feature (features/joint_bigrams.cpp).
#include "features/bigrams.hpp"
#include "features/templates.hpp"

namespace rectrix::features {
namespace {

struct TargetBigrams : Template {
  void emit(const RuleText& text, Sink& sink) const override {
    emit_bigrams("tgt2:", text.rule.target, *text.target_words, Sink::kTargetPairs, sink);
  }
};

}  // namespace

std::unique_ptr<const Template> make_target_bigrams() { return std::make_unique<TargetBigrams>(); }

}  // namespace rectrix::features
