#include "decode/chart.hpp"

#include <algorithm>
#include <limits>

namespace rectrix::decode {
namespace {

constexpr std::size_t kHaste = 3;  // pops per cell when time is up

}  // namespace

void Chart::search(const SearchRules& rules, const ChartOptions& options, Report& report) {
  reset(rules, options, report);
  if (rules.scored().source().empty()) return;
  fill_spans();
  fill_glue();
  report.hypotheses = edges_.size();
}

void Chart::reset(const SearchRules& rules, const ChartOptions& options, Report& report) {
  rules_ = &rules;
  options_ = &options;
  report_ = &report;
  models_ = rules.runs().models();
  goal_ = kNone;
  const std::size_t words = rules.scored().source().size();
  const auto limit = static_cast<std::size_t>(options.span_limit);
  report.pop_limit = options.pop_limit;
  if (options.pop_limit > 0) {
    const std::size_t cells = words * (std::min(words, limit) + 1) + 1;
    const std::size_t affordable = static_cast<std::size_t>(std::max(1L, options.hypotheses)) / cells;
    report.pop_limit = static_cast<int>(std::clamp<std::size_t>(affordable, 1, static_cast<std::size_t>(options.pop_limit)));
  }
  using Clock = std::chrono::steady_clock;
  deadline_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(options.seconds));
  cells_.clear();
  span_cells_.assign(words * limit, kNone);
  order_.clear();
  vertices_.clear();
  states_.clear();
  edges_.clear();
  model_scores_.clear();
  made_.resize(models_);
  made_scores_.resize(models_);
}

std::uint32_t Chart::span_cell(std::uint32_t begin, std::uint32_t end) const {
  return span_cells_[begin * static_cast<std::uint32_t>(options_->span_limit) + (end - begin - 1)];
}

// Begins from right to left, ends from left to right: what a gap can hold is always complete.
void Chart::fill_spans() {
  const auto words = static_cast<std::uint32_t>(rules_->scored().source().size());
  const auto limit = static_cast<std::uint32_t>(options_->span_limit);
  const std::uint32_t gap_first = rules_->trie().gap_child(SourceTrie::kRoot);
  for (std::uint32_t begin = words; begin-- > 0;) {
    items_.assign(1, {SourceTrie::kRoot, {kNone, kNone}});
    items_begin_.assign({0, 1});
    for (std::uint32_t end = begin + 1; end <= std::min(words, begin + limit); ++end) {
      match({begin, end});
      if (!cubes_.empty()) {
        const std::uint32_t cell = fill({begin, end});
        span_cells_[begin * limit + (end - begin - 1)] = cell;
        // A rule that is one gap and nothing else would go round in circles: this item starts cubes only later.
        if (gap_first != kNone) items_.push_back({gap_first, {cell, kNone}});
      }
      items_begin_.push_back(static_cast<std::uint32_t>(items_.size()));
    }
  }
}

// Moves the dot of items that end before `span` does, and makes cubes of those whose source side is complete.
void Chart::match(Span span) {
  const std::uint32_t length = span.end - span.begin;
  const std::uint32_t limit = static_cast<std::uint32_t>(options_->span_limit);
  const SourceTrie& trie = rules_->trie();
  const Word word = rules_->scored().source()[span.end - 1];
  for (std::uint32_t i = items_begin_[length - 1]; i < items_begin_[length]; ++i) {
    const std::uint32_t child = trie.word_child(items_[i].node, word);
    if (child != kNone) items_.push_back({child, std::array(items_[i].cells)});
  }
  for (std::uint32_t middle = 1; middle < length; ++middle) {
    const std::uint32_t cell = span_cells_[(span.begin + middle) * limit + (length - middle - 1)];
    if (cell == kNone) continue;
    for (std::uint32_t i = items_begin_[middle]; i < items_begin_[middle + 1]; ++i) {
      const std::uint32_t child = trie.gap_child(items_[i].node);
      if (child == kNone) continue;
      Item item{child, items_[i].cells};
      item.cells[item.cells[0] == kNone ? 0 : 1] = cell;
      items_.push_back(item);
    }
  }
  cubes_.clear();
  for (std::size_t i = items_begin_[length]; i < items_.size(); ++i) {
    const SearchRules::Range range = rules_->at(items_[i].node);
    if (range.count > 0) cubes_.push_back({range, items_[i].cells});
  }
}

void Chart::fill_glue() {
  const auto words = static_cast<std::uint32_t>(rules_->scored().source().size());
  const auto limit = static_cast<std::uint32_t>(options_->span_limit);
  std::vector<std::uint32_t> glued(words + 1, kNone);
  for (std::uint32_t end = 1; end <= words; ++end) {
    cubes_.clear();
    for (std::uint32_t middle = end > limit ? end - limit : 0; middle < end; ++middle) {
      const std::uint32_t cell = span_cell(middle, end);
      if (cell == kNone) continue;
      if (middle == 0) {
        cubes_.push_back({{kStart, 1}, {cell, kNone}});
      } else if (glued[middle] != kNone) {
        cubes_.push_back({{kGlue, 1}, {glued[middle], cell}});
      }
    }
    if (!cubes_.empty()) glued[end] = fill({0, end});
  }
  if (glued[words] == kNone) return;
  cubes_.assign(1, {{kGoal, 1}, {glued[words], kNone}});
  at_goal_ = true;
  goal_ = order_[cells_[fill({0, words})].first];
  at_goal_ = false;
}

std::size_t Chart::pop_limit() {
  if (options_->seconds > 0 && (report_->out_of_time || std::chrono::steady_clock::now() > deadline_)) {
    report_->out_of_time = true;
    return kHaste;
  }
  return report_->pop_limit == 0 ? std::numeric_limits<std::size_t>::max() : static_cast<std::size_t>(report_->pop_limit);
}

std::uint32_t Chart::fill(Span span) {
  const auto worse = [](const Candidate& a, const Candidate& b) { return a.priority < b.priority; };
  const auto cell = static_cast<std::uint32_t>(cells_.size());
  cells_.push_back({static_cast<std::uint32_t>(order_.size()), 0, span});
  first_vertex_ = static_cast<std::uint32_t>(vertices_.size());
  const std::size_t limit = pop_limit();
  table_.assign(std::max<std::size_t>(table_.size(), 64), 0);
  heap_.clear();
  for (std::uint32_t cube = 0; cube < cubes_.size(); ++cube) push(cube, 0, {0, 0}, 0);
  std::make_heap(heap_.begin(), heap_.end(), worse);
  for (std::size_t pops = 0; pops < limit && !heap_.empty(); ++pops) {
    std::pop_heap(heap_.begin(), heap_.end(), worse);
    const Candidate best = heap_.back();
    heap_.pop_back();
    const std::size_t before = heap_.size();
    push_successors(best, take(best) - best.priority);
    for (std::size_t end = before + 1; end <= heap_.size(); ++end) {
      std::push_heap(heap_.begin(), heap_.begin() + static_cast<std::ptrdiff_t>(end), worse);
    }
  }
  sort_cell();
  return cell;
}

void Chart::push(std::uint32_t cube, std::uint32_t rule, std::array<std::uint32_t, 2> ranks, double bias) {
  double priority = (*rules_)[cubes_[cube].rules.first + rule].estimate + bias;
  for (std::size_t gap = 0; gap < 2; ++gap) {
    const std::uint32_t cell = cubes_[cube].cells[gap];
    if (cell != kNone) priority += vertices_[vertex(cell, ranks[gap])].score;
  }
  heap_.push_back({priority, cube, rule, ranks});
}

// Each candidate has one predecessor, the one before it in its last dimension that is not at its start: so it is made once.
void Chart::push_successors(const Candidate& from, double bias) {
  static_cast<void>(bias);
  const Cube& cube = cubes_[from.cube];
  const auto [first, second] = from.ranks;
  if (cube.cells[1] != kNone && second + 1 < cells_[cube.cells[1]].count) {
    push(from.cube, from.rule, {first, second + 1}, 0);
  }
  if (second > 0) return;
  if (cube.cells[0] != kNone && first + 1 < cells_[cube.cells[0]].count) {
    push(from.cube, from.rule, {first + 1, 0}, 0);
  }
  if (first == 0 && from.rule + 1 < cube.rules.count) push(from.cube, from.rule + 1, {0, 0}, 0);
}

// Makes the hypothesis of a candidate; returns its score.
double Chart::take(const Candidate& candidate) {
  const Cube& cube = cubes_[candidate.cube];
  const std::uint32_t rule = cube.rules.first + candidate.rule;
  std::array<std::uint32_t, 2> tails{kNone, kNone};
  double score = 0;
  for (std::size_t gap = 0; gap < 2; ++gap) {
    if (cube.cells[gap] == kNone) continue;
    tails[gap] = vertex(cube.cells[gap], candidate.ranks[gap]);
    score += vertices_[tails[gap]].score;
  }
  evaluate(rule, tails);
  double own = (*rules_)[rule].score;
  for (std::size_t m = 0; m < models_; ++m) own += rules_->scored().model_weight(m) * made_scores_[m];
  score += own;

  const auto edge = static_cast<std::uint32_t>(edges_.size());
  const std::uint32_t head = find_vertex();
  edges_.push_back({head, rule, tails, own});
  model_scores_.insert(model_scores_.end(), made_scores_.begin(), made_scores_.end());
  Vertex& found = vertices_[head];
  if (found.best_edge == kNone || score > found.score) {
    found.score = score;
    found.best_edge = edge;
  }
  return score;
}

void Chart::evaluate(std::uint32_t number, std::array<std::uint32_t, 2> tails) {
  const SearchRule& rule = (*rules_)[number];
  const auto pieces = rules_->pieces(rule);
  const Runs& runs = rules_->runs();
  for (std::size_t m = 0; m < models_; ++m) {
    made_scores_[m] = rules_->runs_score(number, m);
    if (pieces.size() == 1 && pieces[0] >= 0) {
      made_[m] = runs.state(pieces[0], m);
      continue;
    }
    lm::RuleScore score(runs.model(m), made_[m]);
    if (rule.begins_sentence) score.begin_sentence();
    for (const std::int32_t piece : pieces) {
      score.nonterminal(piece >= 0 ? runs.state(piece, m)
                                   : states_[tails[static_cast<std::size_t>(grammar::gap_number(piece))] * models_ + m]);
    }
    made_scores_[m] += score.finish();
  }
}

// The vertex of the current cell that has the states just made; a new one if there is none.
std::uint32_t Chart::find_vertex() {
  if (at_goal_ && vertices_.size() > first_vertex_) return first_vertex_;
  if ((vertices_.size() - first_vertex_ + 1) * 2 > table_.size()) grow_table();
  const std::size_t mask = table_.size() - 1;
  std::uint64_t hash = 0;
  for (const lm::ChartState& state : made_) hash = combine(hash, state.hash());
  std::size_t i = hash & mask;
  for (; table_[i] != 0; i = (i + 1) & mask) {
    const std::size_t first = (table_[i] - std::size_t{1}) * models_;
    if (std::equal(made_.begin(), made_.end(), states_.begin() + static_cast<std::ptrdiff_t>(first))) return table_[i] - 1;
  }
  const auto vertex_number = static_cast<std::uint32_t>(vertices_.size());
  table_[i] = vertex_number + 1;
  vertices_.push_back({0, kNone, static_cast<std::uint32_t>(cells_.size() - 1)});
  states_.insert(states_.end(), made_.begin(), made_.end());
  return vertex_number;
}

void Chart::grow_table() {
  table_.assign(table_.size() * 2, 0);
  const std::size_t mask = table_.size() - 1;
  for (std::uint32_t v = first_vertex_; v < vertices_.size(); ++v) {
    std::uint64_t hash = 0;
    for (std::size_t m = 0; m < models_; ++m) hash = combine(hash, states_[v * models_ + m].hash());
    std::size_t i = hash & mask;
    while (table_[i] != 0) i = (i + 1) & mask;
    table_[i] = v + 1;
  }
}

void Chart::sort_cell() {
  Cell& cell = cells_.back();
  for (std::uint32_t v = first_vertex_; v < vertices_.size(); ++v) order_.push_back(v);
  cell.count = static_cast<std::uint32_t>(order_.size()) - cell.first;
  std::sort(order_.begin() + cell.first, order_.end(), [this](std::uint32_t a, std::uint32_t b) {
    return vertices_[a].score != vertices_[b].score ? vertices_[a].score > vertices_[b].score : a < b;
  });
}

}  // namespace rectrix::decode
