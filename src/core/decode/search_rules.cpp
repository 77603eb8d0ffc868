#include "decode/search_rules.hpp"

#include <algorithm>

namespace rectrix::decode {

void SearchRules::prepare(const Request& request, const ChartOptions& options, SearchReport& report) {
  scored_.prepare(request, options, report);
  trie_.clear();
  runs_.clear();
  pieces_.clear();
  read_words();
  group();
  for (SearchRule& rule : rules_) cut(rule);
  sort_groups();
  runs_scores_.clear();
  for (const SearchRule& rule : rules_) {
    for (std::size_t m = 0; m < runs_.models(); ++m) {
      float sum = 0;
      for (const std::int32_t piece : pieces(rule)) sum += piece >= 0 ? runs_.score(piece, m) : 0;
      runs_scores_.push_back(sum);
    }
  }
}

void SearchRules::read_words() {
  words_.assign(scored_.source().begin(), scored_.source().end());
  for (std::uint32_t i = 0; i < words_.size(); ++i) {
    if (scored_.given().is_taken(i)) words_[i] = kNone;
  }
}

SearchRules::Range SearchRules::having(Range range, const GivenSpan& given) {
  Range kept{static_cast<std::uint32_t>(rules_.size()), 0};
  for (std::uint32_t number = range.first; number < range.first + range.count; ++number) {
    if (!given.is_part_of(scored_[rules_[number].rule].target)) continue;
    rules_.push_back(SearchRule(rules_[number]));
    for (std::size_t m = 0; m < runs_.models(); ++m) runs_scores_.push_back(runs_score(number, m));
    ++kept.count;
  }
  return kept;
}

// A counting sort by the trie's nodes; given translations, which hold for one place alone, have no node but a group.
void SearchRules::group() {
  const auto count = static_cast<std::uint32_t>(scored_.size());
  nodes_.assign(count, SourceTrie::kRoot);
  for (std::uint32_t rule = kSpecials; rule < scored_.first_given(); ++rule) {
    const auto source = scored_[rule].source;
    if (!scored_.fits(rule)) {
      nodes_[rule] = kNone;
    } else if (rule > kSpecials && nodes_[rule - 1] != kNone && std::ranges::equal(source, scored_[rule - 1].source)) {
      nodes_[rule] = nodes_[rule - 1];
    } else {
      nodes_[rule] = trie_.insert(source);
    }
  }
  auto next_group = static_cast<std::uint32_t>(trie_.size());
  std::uint32_t given = scored_.first_given();
  for (const GivenSpan& span : scored_.given().all()) {
    for (std::size_t i = 0; i < span.options.size(); ++i, ++given) nodes_[given] = scored_.fits(given) ? next_group : kNone;
    ++next_group;
  }
  groups_.assign(next_group, {0, 0});
  for (const std::uint32_t node : nodes_) {
    if (node != kNone) ++groups_[node].count;
  }
  for (std::size_t i = 1; i < groups_.size(); ++i) groups_[i].first = groups_[i - 1].first + groups_[i - 1].count;
  std::vector<std::uint32_t> next;
  for (const Range& group : groups_) next.push_back(group.first);
  rules_.resize(groups_.back().first + groups_.back().count);
  // Special rules have the root as their node, so they keep the first places and their order.
  for (std::uint32_t rule = 0; rule < count; ++rule) {
    if (nodes_[rule] == kNone) continue;
    rules_[next[nodes_[rule]]++] = {scored_.score(rule), scored_.score(rule), rule, 0, 0};
  }
}

void SearchRules::cut(SearchRule& rule) {
  rule.pieces = static_cast<std::uint32_t>(pieces_.size());
  const auto target = scored_[rule.rule].target;
  const auto word_of = [this](grammar::Symbol symbol, std::size_t m) { return scored_.lm_word(symbol, m); };
  for (std::size_t begin = 0, end = 0; begin < target.size(); begin = end) {
    end = begin + 1;
    if (grammar::is_gap(target[begin])) {
      pieces_.push_back(target[begin]);
      continue;
    }
    while (end < target.size() && !grammar::is_gap(target[end])) ++end;
    pieces_.push_back(runs_.add(target.subspan(begin, end - begin), word_of));
  }
  if (rule.rule == kGoal) {
    constexpr grammar::Symbol kEnd[] = {static_cast<grammar::Symbol>(kSentenceEnd)};
    pieces_.push_back(runs_.add(kEnd, [](grammar::Symbol, std::size_t) { return kSentenceEnd; }));
  }
  rule.piece_count = static_cast<std::uint16_t>(pieces_.size() - rule.pieces);
  for (const std::int32_t piece : pieces(rule)) {
    for (std::size_t m = 0; m < runs_.models() && piece >= 0; ++m) {
      rule.estimate += scored_.model_weight(m) * runs_.score(piece, m);
    }
  }
}

// Extractors may list a rule twice; only one of them is kept.
void SearchRules::sort_groups() {
  const auto better = [this](const SearchRule& a, const SearchRule& b) {
    if (a.estimate != b.estimate) return a.estimate > b.estimate;
    const auto left = scored_[a.rule].target, right = scored_[b.rule].target;
    const auto order = std::lexicographical_compare_three_way(left.begin(), left.end(), right.begin(), right.end());
    return order != 0 ? order < 0 : a.rule < b.rule;
  };
  const auto same = [this](const SearchRule& a, const SearchRule& b) {
    return a.score == b.score && std::ranges::equal(scored_[a.rule].target, scored_[b.rule].target);
  };
  for (std::uint32_t node = SourceTrie::kRoot + 1; node < groups_.size(); ++node) {
    const auto first = rules_.begin() + groups_[node].first;
    std::sort(first, first + groups_[node].count, better);
    groups_[node].count = static_cast<std::uint32_t>(std::unique(first, first + groups_[node].count, same) - first);
  }
}

}  // namespace rectrix::decode
