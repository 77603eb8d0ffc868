// shape: which of the five slots words, gap, words, gap, words are filled on each side, shape:S11010_T01110
// (Simianer, Riezler & Dyer 2012).
#include "features/templates.hpp"

namespace rectrix::features {
namespace {

void append_slots(std::string& name, std::span<const grammar::Symbol> side) {
  std::size_t slot = 0;
  char slots[] = "00000";
  for (const grammar::Symbol symbol : side) {
    // Even slots hold words, odd ones gaps; two gaps side by side leave the words between them empty.
    const bool gap = grammar::is_gap(symbol);
    if (gap) {
      slot += slot % 2 == 1 ? 2 : 1;
    } else {
      slot += slot % 2;
    }
    if (slot > 4) return;  // more than two gaps: the shape has no more slots
    slots[slot] = '1';
  }
  name += slots;
}

struct Shape : Template {
  void emit(const RuleText& text, Sink& sink) const override {
    std::string& name = sink.name("shape:S");
    append_slots(name, text.rule.source);
    name += "_T";
    append_slots(name, text.rule.target);
    sink.emit();
  }
};

}  // namespace

std::unique_ptr<const Template> make_shape() { return std::make_unique<Shape>(); }

}  // namespace rectrix::features
