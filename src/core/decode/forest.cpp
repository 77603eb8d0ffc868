#include "decode/forest.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"

namespace rectrix::decode {
namespace {

// The gaps of a side: bit g for gap g. Throws if a gap comes twice or has no number 0 or 1.
unsigned gaps(std::span<const grammar::Symbol> side) {
  unsigned seen = 0;
  for (const grammar::Symbol symbol : side) {
    if (!grammar::is_gap(symbol)) continue;
    const int number = grammar::gap_number(symbol);
    if (number > 1 || (seen & (1U << number)) != 0) throw UsageError("a rule may have the gaps -1 and -2, each once");
    seen |= 1U << number;
  }
  return seen;
}

}  // namespace

Forest::Forest(std::shared_ptr<const Vocabulary> source, std::shared_ptr<const Vocabulary> target)
    : source_words(*source), target_words(*target), source_(std::move(source)), target_(std::move(target)) {}

std::uint32_t Forest::add_rule(const grammar::Rule& rule, std::span<const LocalFeature> local) {
  gaps(rule.target);
  rules_.add({rule.source, rule.target, rule.links, {}});
  rule_feature_ranges_.push_back({0, 0});
  const auto number = static_cast<std::uint32_t>(rules_.size() - 1);
  set_rule_features(number, local);
  return number;
}

void Forest::set_rule_features(std::uint32_t rule, std::span<const LocalFeature> local) {
  if (rule >= rules_.size()) throw UsageError("no rule has the number " + std::to_string(rule));
  for (const auto& [feature, value] : local) {
    if (feature >= features.size()) throw UsageError("a rule has a feature without a name");
    if (!std::isfinite(value)) throw UsageError("a rule's feature is not a number");
  }
  rule_feature_ranges_[rule] = {static_cast<std::uint32_t>(rule_features_.size()), static_cast<std::uint32_t>(local.size())};
  rule_features_.insert(rule_features_.end(), local.begin(), local.end());
}

std::uint32_t Forest::add_node(Span span) {
  nodes_.push_back({edges(), span});
  return nodes() - 1;
}

void Forest::set_columns(std::vector<features::Index> columns) {
  if (!edges_.empty()) throw UsageError("columns come before edges");
  columns_ = std::move(columns);
}

void Forest::add_edge(std::uint32_t rule, std::array<std::uint32_t, 2> tails, double score,
                      std::span<const float> stateful, std::span<const LocalFeature> more) {
  if (nodes_.empty()) throw UsageError("add a node before its edges");
  if (rule >= rules_.size()) throw UsageError("no rule has the number " + std::to_string(rule));
  if (stateful.size() != columns_.size()) throw UsageError("an edge needs one stateful value for each column");
  if (!std::isfinite(score)) throw UsageError("an edge's score is not a number");
  const unsigned filled = (tails[0] == kNone ? 0U : 1U) | (tails[1] == kNone ? 0U : 2U);
  if (gaps(rules_[rule].target) != filled) throw UsageError("an edge's tails do not fill its rule's gaps");
  for (const std::uint32_t tail : tails) {
    if (tail != kNone && tail >= goal()) throw UsageError("an edge's tails come before its head");
  }
  edges_.push_back({goal(), rule, tails, score});
  stateful_.insert(stateful_.end(), stateful.begin(), stateful.end());
  if (more.empty() && more_begin_.empty()) return;
  more_begin_.resize(edges_.size(), static_cast<std::uint32_t>(more_.size()));
  more_.insert(more_.end(), more.begin(), more.end());
  more_begin_.push_back(static_cast<std::uint32_t>(more_.size()));
}

void Forest::clear_nodes() {
  nodes_.clear();
  edges_.clear();
  stateful_.clear();
  more_.clear();
  more_begin_.clear();
}

std::span<const LocalFeature> Forest::rule_features(std::uint32_t rule) const {
  return std::span(rule_features_).subspan(rule_feature_ranges_[rule].begin, rule_feature_ranges_[rule].count);
}

std::span<const float> Forest::stateful(std::uint32_t edge) const {
  return std::span(stateful_).subspan(edge * columns_.size(), columns_.size());
}

std::span<const LocalFeature> Forest::more_features(std::uint32_t edge) const {
  if (more_begin_.empty()) return {};
  return std::span(more_).subspan(more_begin_[edge], more_begin_[edge + 1] - more_begin_[edge]);
}

void Forest::reweight(std::span<const double> weights) {
  if (weights.size() != features.size()) throw UsageError("one weight for each of the forest's features is needed");
  std::vector<double> rule_scores;
  for (std::uint32_t rule = 0; rule < rules_.size(); ++rule) {
    double score = 0;
    for (const auto& [feature, value] : rule_features(rule)) score += weights[feature] * value;
    rule_scores.push_back(score);
  }
  for (std::uint32_t id = 0; id < edges(); ++id) {
    double score = rule_scores[edges_[id].rule];
    for (std::size_t c = 0; c < columns_.size(); ++c) score += weights[columns_[c]] * stateful(id)[c];
    for (const auto& [feature, value] : more_features(id)) score += weights[feature] * value;
    edges_[id].score = score;
  }
}

}  // namespace rectrix::decode
