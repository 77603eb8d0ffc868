// source_bigrams: neighbors on the rule's source side and its boundaries, src2:<r>_das, src2:das_[X], src2:[X]_</r>;
// gaps carry no number (Simianer, Riezler & Dyer 2012).
#include "features/bigrams.hpp"
#include "features/templates.hpp"

namespace rectrix::features {
namespace {

struct SourceBigrams : Template {
  void emit(const RuleText& text, Sink& sink) const override {
    emit_bigrams("src2:", text.rule.source, *text.source_words, false, sink);
  }
};

}  // namespace

std::unique_ptr<const Template> make_source_bigrams() { return std::make_unique<SourceBigrams>(); }

}  // namespace rectrix::features
