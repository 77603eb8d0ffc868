#include "grammar/rules.hpp"

#include "base/cache_budget.hpp"
#include "base/error.hpp"

namespace rectrix::grammar {
namespace {

template <class T>
void append(std::vector<T>& items, std::vector<std::uint32_t>& begin, std::span<const T> added) {
  items.insert(items.end(), added.begin(), added.end());
  begin.push_back(static_cast<std::uint32_t>(items.size()));
}

}  // namespace

bool gaps_fit(std::span<const Symbol> source, std::span<const Symbol> target) {
  int source_gaps = 0;
  for (const Symbol symbol : source) {
    if (is_gap(symbol) && gap_number(symbol) != source_gaps++) return false;
  }
  unsigned seen = 0;
  for (const Symbol symbol : target) {
    if (!is_gap(symbol)) continue;
    if (gap_number(symbol) >= source_gaps || (seen >> gap_number(symbol) & 1U) != 0) return false;
    seen |= 1U << gap_number(symbol);
  }
  return source_gaps <= 2 && seen == (1U << source_gaps) - 1;
}

void Rules::add(const Rule& rule) {
  if (rule.scores.size() != score_names_.size()) {
    throw UsageError("a rule with " + std::to_string(rule.scores.size()) + " scores where " +
                     std::to_string(score_names_.size()) + " are named");
  }
  append(source_, source_begin_, rule.source);
  append(target_, target_begin_, rule.target);
  append(links_, link_begin_, rule.links);
  scores_.insert(scores_.end(), rule.scores.begin(), rule.scores.end());
}

void Rules::clear() {
  for (auto* begin : {&source_begin_, &target_begin_, &link_begin_}) begin->assign(1, 0);
  source_.clear();
  target_.clear();
  links_.clear();
  scores_.clear();
}

std::size_t Rules::bytes() const {
  return held_bytes(source_begin_) + held_bytes(target_begin_) + held_bytes(link_begin_) + held_bytes(source_) + held_bytes(target_) +
         held_bytes(links_) + held_bytes(scores_);
}

}  // namespace rectrix::grammar
