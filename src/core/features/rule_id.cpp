// rule_id: the rule itself, id:das_[X1]_haus|the_[X1]_house (Simianer, Riezler & Dyer 2012).
#include "features/templates.hpp"

namespace rectrix::features {
namespace {

struct RuleId : Template {
  void emit(const RuleText& text, Sink& sink) const override {
    append_sides(sink.name("id:"), text);
    sink.emit();
  }
};

}  // namespace

std::unique_ptr<const Template> make_rule_id() { return std::make_unique<RuleId>(); }

}  // namespace rectrix::features
