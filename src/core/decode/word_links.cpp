#include "decode/word_links.hpp"

#include <algorithm>
#include <utility>

namespace rectrix::decode {

void WordLinks::clear() {
  frames_.clear();
  places_.clear();
  links_.clear();
  next_ = 0;
}

void WordLinks::open(const grammar::Rule& rule, std::uint32_t begin, std::array<std::uint32_t, 2> gaps) {
  frames_.push_back({rule, begin, gaps, places_.size()});
  places_.resize(places_.size() + rule.target.size());
}

void WordLinks::close() {
  const Frame& frame = frames_.back();
  source_.clear();
  std::uint32_t place = frame.begin;
  for (const grammar::Symbol symbol : frame.rule.source) {
    source_.push_back(place);
    place += grammar::is_gap(symbol) ? frame.gaps[static_cast<std::size_t>(grammar::gap_number(symbol))] : 1;
  }
  for (const auto [source, target] : frame.rule.links) {
    if (source >= source_.size() || target >= frame.rule.target.size()) continue;
    links_.push_back({source_[source], places_[frame.places + target]});
  }
  places_.resize(frame.places);
  frames_.pop_back();
}

const Alignment& WordLinks::links() {
  std::ranges::sort(links_, {}, [](const WordLink& link) { return std::pair(link.source, link.target); });
  return links_;
}

}  // namespace rectrix::decode
