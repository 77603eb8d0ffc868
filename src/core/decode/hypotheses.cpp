#include "decode/hypotheses.hpp"

#include <algorithm>

namespace rectrix::decode {

void Hypotheses::clear(SearchRules& rules) {
  rules_ = &rules;
  models_ = rules.runs().models();
  width_ = rules.scored().state_size();
  cells_.clear();
  order_.clear();
  vertices_.clear();
  states_.models.clear();
  states_.others.clear();
  edges_.clear();
  model_scores_.clear();
  one_state_ = false;
}

double Hypotheses::join(std::uint32_t number, const Tails& tails, States& rows, std::size_t row) {
  if (rows.scores.size() < (row + 1) * models_) {
    rows.models.resize((row + 1) * models_);
    rows.scores.resize((row + 1) * models_);
  }
  double own = (*rules_)[number].score;
  for (std::size_t m = 0; m < models_; ++m) {
    const float score = join_model(number, tails, m, rows.models[row * models_ + m]);
    rows.scores[row * models_ + m] = score;
    own += rules_->scored().model_weight(m) * score;
  }
  if (width_ == 0) return own;
  if (rows.others.size() < (row + 1) * width_) rows.others.resize((row + 1) * width_);
  features::Additions additions(rules_->scored().features());
  join_others(number, tails, &rows.others[row * width_], additions);
  return own + additions.score();
}

float Hypotheses::join_model(std::uint32_t number, const Tails& tails, std::size_t m, lm::ChartState& state) {
  const SearchRule& rule = (*rules_)[number];
  const auto pieces = rules_->pieces(rule);
  Runs& runs = rules_->runs();
  if (pieces.size() == 1 && pieces[0] >= 0) {
    state = runs.state(pieces[0], m);
    return rules_->runs_score(number, m);
  }
  lm::RuleScore score(runs.model(m), state, &runs.cache(m));
  if (rule.rule == kGoal) score.begin_sentence();
  for (const std::int32_t piece : pieces) {
    score.nonterminal(piece >= 0 ? runs.state(piece, m)
                                 : states_.models[tails[static_cast<std::size_t>(grammar::gap_number(piece))] * models_ + m]);
  }
  return rules_->runs_score(number, m) + score.finish();
}

void Hypotheses::join_others(std::uint32_t number, const Tails& tails, features::Stateful::Value* state,
                             features::Additions& additions) const {
  constexpr std::array kWhole{static_cast<grammar::Symbol>(kSentenceBegin), grammar::gap(0),
                              static_cast<grammar::Symbol>(kSentenceEnd)};
  const std::uint32_t rule = (*rules_)[number].rule;
  const std::span<const grammar::Symbol> target = rule == kGoal ? kWhole : rules_->scored()[rule].target;
  std::size_t offset = 0;
  for (const auto& [scorer, size] : rules_->scored().scorers()) {
    features::Stateful::States gaps{};
    for (std::size_t g = 0; g < tails.size(); ++g) {
      if (tails[g] != kNone) gaps[g] = states_.others.data() + tails[g] * width_ + offset;
    }
    scorer->join(target, gaps, state + offset, additions);
    offset += size;
  }
}

void Hypotheses::stateful_features(std::uint32_t edge, std::vector<LocalFeature>& features) const {
  if (width_ == 0) return;
  std::vector<features::Stateful::Value> state(width_);
  features::Additions additions(rules_->scored().features(), &features);
  join_others(edges_[edge].rule, edges_[edge].tails, state.data(), additions);
}

std::uint32_t Hypotheses::begin_cell(Span span) {
  cells_.push_back({static_cast<std::uint32_t>(order_.size()), 0, span});
  first_vertex_ = static_cast<std::uint32_t>(vertices_.size());
  table_.assign(std::max<std::size_t>(table_.size(), 64), 0);
  return static_cast<std::uint32_t>(cells_.size() - 1);
}

void Hypotheses::add(std::uint32_t rule, const Tails& tails, double own, double score, const States& rows, std::size_t row) {
  const auto edge = static_cast<std::uint32_t>(edges_.size());
  const std::uint32_t head = find_vertex(rows, row);
  edges_.push_back({head, rule, tails, own});
  const auto scores = std::span(rows.scores).subspan(row * models_, models_);
  model_scores_.insert(model_scores_.end(), scores.begin(), scores.end());
  Vertex& found = vertices_[head];
  if (found.best_edge == kNone || score > found.score) {
    found.score = score;
    found.best_edge = edge;
  }
}

// The vertex of the current cell that has these states; a new one if there is none.
std::uint32_t Hypotheses::find_vertex(const States& rows, std::size_t row) {
  if (one_state_ && vertices_.size() > first_vertex_) return first_vertex_;
  if ((vertices_.size() - first_vertex_ + 1) * 2 > table_.size()) grow_table();
  const std::size_t mask = table_.size() - 1;
  std::size_t i = hash(rows, row) & mask;
  for (; table_[i] != 0; i = (i + 1) & mask) {
    if (same(rows, row, table_[i] - 1)) return table_[i] - 1;
  }
  const auto vertex = static_cast<std::uint32_t>(vertices_.size());
  table_[i] = vertex + 1;
  vertices_.push_back({0, kNone, static_cast<std::uint32_t>(cells_.size() - 1)});
  const auto models = std::span(rows.models).subspan(row * models_, models_);
  const auto others = std::span(rows.others).subspan(row * width_, width_);
  states_.models.insert(states_.models.end(), models.begin(), models.end());
  states_.others.insert(states_.others.end(), others.begin(), others.end());
  return vertex;
}

std::uint64_t Hypotheses::hash(const States& rows, std::size_t row) const {
  std::uint64_t hash = 0;
  for (std::size_t m = 0; m < models_; ++m) hash = hash * 31 + rows.models[row * models_ + m].hash();
  for (std::size_t i = 0; i < width_; ++i) hash = combine(hash, rows.others[row * width_ + i]);
  return hash;
}

bool Hypotheses::same(const States& rows, std::size_t row, std::uint32_t vertex) const {
  const auto equal = [&](const auto& given, const auto& known, std::size_t size) {
    return std::ranges::equal(std::span(given).subspan(row * size, size), std::span(known).subspan(vertex * size, size));
  };
  return equal(rows.models, states_.models, models_) && equal(rows.others, states_.others, width_);
}

void Hypotheses::grow_table() {
  table_.assign(table_.size() * 2, 0);
  const std::size_t mask = table_.size() - 1;
  for (std::uint32_t v = first_vertex_; v < vertices_.size(); ++v) {
    std::size_t i = hash(states_, v) & mask;
    while (table_[i] != 0) i = (i + 1) & mask;
    table_[i] = v + 1;
  }
}

void Hypotheses::end_cell() {
  Cell& cell = cells_.back();
  for (std::uint32_t v = first_vertex_; v < vertices_.size(); ++v) order_.push_back({vertices_[v].score, v});
  cell.count = static_cast<std::uint32_t>(order_.size()) - cell.first;
  std::sort(order_.begin() + cell.first, order_.end(), [](const Ranked& a, const Ranked& b) {
    return a.score != b.score ? a.score > b.score : a.vertex < b.vertex;
  });
}

}  // namespace rectrix::decode
