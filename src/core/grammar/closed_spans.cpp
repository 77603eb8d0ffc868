#include "grammar/closed_spans.hpp"

#include <algorithm>

namespace rectrix::grammar {
namespace {

void widen(Projection& range, const Projection& by) {
  range.low = std::min(range.low, by.low);
  range.high = std::max(range.high, by.high);
}

}  // namespace

std::vector<ClosedSpans> closed_spans(std::span<const Projection> source_to_target, std::span<const Projection> target_to_source) {
  std::vector<ClosedSpans> spans(source_to_target.size(), 0);
  for (std::size_t begin = 0; begin < spans.size(); ++begin) {
    const std::size_t end = std::min<std::size_t>(spans.size(), begin + kLongestSpan);
    Projection target, back;  // what the run is linked to, and what that is linked to
    for (std::size_t i = begin; i < end; ++i) {
      const Projection before = target;
      widen(target, source_to_target[i]);
      if (!target.linked()) continue;
      if (!before.linked()) {
        for (std::size_t j = target.low; j < target.high; ++j) widen(back, target_to_source[j]);
      } else {
        for (std::size_t j = target.low; j < before.low; ++j) widen(back, target_to_source[j]);
        for (std::size_t j = before.high; j < target.high; ++j) widen(back, target_to_source[j]);
      }
      if (back.low < begin) break;  // it stays open
      if (back.high <= i + 1) spans[begin] |= static_cast<ClosedSpans>(1U << (i - begin));
    }
    if (source_to_target[begin].linked()) spans[begin] |= kLinkedWord;
  }
  return spans;
}

}  // namespace rectrix::grammar
