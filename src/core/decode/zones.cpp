#include "decode/zones.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/lines.hpp"

namespace rectrix::decode {

std::string Zones::read(std::string_view line) {
  clear();
  std::string text;
  std::vector<std::uint32_t> open;
  std::uint32_t words = 0;
  for (std::string_view word = take_word(line); !word.empty(); word = take_word(line)) {
    if (word == "<wall/>") {
      walls_.push_back(words);
    } else if (word == "<zone>") {
      open.push_back(words);
    } else if (word == "</zone>") {
      if (open.empty()) throw InputError("</zone> without a <zone> before it");
      if (open.back() < words) zones_.push_back({open.back(), words});
      open.pop_back();
    } else {
      if (words++ > 0) text += ' ';
      text += word;
    }
  }
  if (!open.empty()) throw InputError("<zone> without a </zone> behind it");
  return text;
}

void Zones::add(const Constraints& constraints, std::size_t words) {
  for (const std::uint32_t wall : constraints.walls) {
    if (wall > words) throw UsageError("a wall before word " + std::to_string(wall) + " of " + std::to_string(words) + " words");
    walls_.push_back(wall);
  }
  for (const auto [begin, end] : constraints.zones) {
    if (begin > end || end > words) {
      throw UsageError("a zone " + std::to_string(begin) + "-" + std::to_string(end) + " of " + std::to_string(words) + " words");
    }
    if (begin < end) zones_.push_back({begin, end});
  }
}

void Zones::check(const GivenSpans& given) const {
  for (const GivenSpan& one : given.all()) {
    if (one.policy == SpanPolicy::kInclusive) continue;
    const std::uint32_t begin = one.span.begin, end = one.span.end;
    const bool wall = std::ranges::any_of(walls_, [&](std::uint32_t place) { return begin < place && place < end; });
    const bool zone = std::ranges::any_of(zones_, [&](const Zone& place) {
      const bool apart = end <= place.begin || place.end <= begin;
      const bool within = (place.begin <= begin && end <= place.end) || (begin <= place.begin && place.end <= end);
      return !apart && !within;
    });
    if (wall || zone) {
      throw UsageError("the span " + std::to_string(begin) + "-" + std::to_string(end) + ", which has a given translation, crosses a wall or a zone");
    }
  }
}

bool Zones::allow(const Coverage& coverage, std::uint32_t begin, std::uint32_t end, std::uint32_t reach) const {
  const bool walls = std::ranges::none_of(walls_, [&](std::uint32_t wall) { return coverage.first_gap < wall && end > wall; });
  return walls && std::ranges::all_of(zones_, [&](const Zone& zone) { return allow(zone, coverage, begin, end, reach); });
}

bool Zones::allow(const Zone& zone, const Coverage& coverage, std::uint32_t begin, std::uint32_t end, std::uint32_t reach) const {
  if (end <= zone.begin || begin >= zone.end) {  // outside: a zone that was begun comes first
    bool some = false, all = true;
    for (std::uint32_t word = zone.begin; word < zone.end; ++word) {
      some |= coverage.covers(word);
      all &= coverage.covers(word);
    }
    return all || !some;
  }
  if (begin <= zone.begin && end >= zone.end) return true;
  if (begin < zone.begin || end > zone.end) return false;
  if (coverage.first_gap >= zone.begin) return true;
  const bool wall = std::ranges::any_of(walls_, [&](std::uint32_t place) { return zone.begin < place && place < zone.end; });
  return !wall && zone.end - coverage.first_gap <= reach;
}

}  // namespace rectrix::decode
