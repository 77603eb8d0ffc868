#include "decode/constraints.hpp"

#include <algorithm>

#include "base/error.hpp"

namespace rectrix::decode {

void Constraints::require_within(std::size_t words) const {
  for (const auto& [span, translation, policy, score] : spans) {
    if (span.begin < span.end && span.end <= words) continue;
    throw UsageError("a translation is given for the span " + std::to_string(span.begin) + "-" + std::to_string(span.end) +
                     " of a sentence of " + std::to_string(words) + " words");
  }
}

std::size_t Constraints::undivided(std::size_t begin, std::size_t size) const {
  std::size_t end = begin + size;
  for (bool moved = true; moved;) {
    moved = false;
    for (const SpanConstraint& one : spans) {
      if (one.span.begin >= end || one.span.end <= end) continue;
      if (one.span.begin <= begin) return one.span.end - begin;
      end = one.span.begin;
      moved = true;
    }
  }
  return end - begin;
}

Constraints Constraints::part(Span part) const {
  const auto shift = [&](Span span) {
    return Span{std::max(span.begin, part.begin) - part.begin, std::min(span.end, part.end) - part.begin};
  };
  const auto touches = [&](Span span) { return span.begin < part.end && span.end > part.begin; };
  Constraints made;
  for (const SpanConstraint& one : spans) {
    if (touches(one.span)) made.spans.push_back({shift(one.span), one.translation, one.policy, one.score});
  }
  for (const std::uint32_t wall : walls) {
    if (part.begin < wall && wall < part.end) made.walls.push_back(wall - part.begin);
  }
  for (const Span zone : zones) {
    if (touches(zone)) made.zones.push_back(shift(zone));
  }
  return made;
}

}  // namespace rectrix::decode
