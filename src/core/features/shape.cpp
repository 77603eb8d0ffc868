// shape: which of the five slots words, gap, words, gap, words are filled on each side, shape:S11010_T01110
// (Simianer, Riezler & Dyer 2012).
#include "features/templates.hpp"

namespace rectrix::features {
namespace {

// One bit for each slot, the first the lowest.
unsigned filled(std::span<const grammar::Symbol> side) {
  unsigned slot = 0;
  unsigned bits = 0;
  for (const grammar::Symbol symbol : side) {
    // Even slots hold words, odd ones gaps; two gaps side by side leave the words between them empty.
    const bool odd = slot % 2 == 1;
    slot += grammar::is_gap(symbol) ? (odd ? 2 : 1) : (odd ? 1 : 0);
    if (slot > 4) break;  // more than two gaps: the shape has no more slots
    bits |= 1U << slot;
  }
  return bits;
}

void append_slots(Name& name, unsigned bits) {
  for (unsigned slot = 0; slot < 5; ++slot) name += (bits >> slot & 1U) != 0 ? '1' : '0';
}

struct Shape : Template {
  void emit(const RuleText& text, Sink& sink) const override {
    const unsigned source = filled(text.rule.source), target = filled(text.rule.target);
    sink.emit_once_spelled(Sink::kShapes, source << 5 | target, [&](Name& name) {
      name += "shape:S";
      append_slots(name, source);
      name += "_T";
      append_slots(name, target);
    });
  }
};

}  // namespace

std::unique_ptr<const Template> make_shape() { return std::make_unique<Shape>(); }

}  // namespace rectrix::features
