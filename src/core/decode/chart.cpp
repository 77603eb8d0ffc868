#include "decode/chart.hpp"

#include <algorithm>
#include <limits>

namespace rectrix::decode {
namespace {

constexpr std::size_t kHaste = 3;              // pops per cell when time is up
constexpr std::uint32_t kCorners = 3;          // rules of a cube that are tried at once
constexpr std::uint32_t kCorner = 0x80000000;  // marks a cube that waits with its next rule

}  // namespace

void Chart::search(const SearchRules& rules, const ChartOptions& options, features::PairFeatures* bigrams,
                   Report& report) {
  bigrams_ = bigrams;
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
    const auto wanted = static_cast<std::size_t>(options.pop_limit);
    report.pop_limit = static_cast<int>(std::clamp<std::size_t>(affordable, 1, wanted));
  }
  using Clock = std::chrono::steady_clock;
  const std::chrono::duration<double> seconds(options.seconds);
  deadline_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(seconds);
  cells_.clear();
  span_cells_.assign(words * limit, kNone);
  order_.clear();
  vertices_.clear();
  states_.clear();
  edges_.clear();
  model_scores_.clear();
  ends_.clear();
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
  const auto limit = static_cast<std::size_t>(report_->pop_limit);
  return limit == 0 ? std::numeric_limits<std::size_t>::max() : limit;
}

std::uint32_t Chart::fill(Span span) {
  const auto cell = static_cast<std::uint32_t>(cells_.size());
  cells_.push_back({static_cast<std::uint32_t>(order_.size()), 0, span});
  first_vertex_ = static_cast<std::uint32_t>(vertices_.size());
  const std::size_t limit = pop_limit();
  table_.assign(std::max<std::size_t>(table_.size(), 64), 0);
  heap_.clear();
  made_.clear();
  made_states_.clear();
  made_scores_.clear();
  made_ends_.clear();
  for (std::uint32_t cube = 0; cube < cubes_.size(); ++cube) try_rules(cube, kCorners);
  for (std::size_t pops = 0; pops < limit && !heap_.empty();) {
    const std::uint32_t best = heap_.front().made;
    std::pop_heap(heap_.begin(), heap_.end());
    heap_.pop_back();
    if ((best & kCorner) != 0) {
      try_rules(best & ~kCorner, 1);
      continue;
    }
    ++pops;
    take(best);
    make_successors(made_[best].place);
  }
  sort_cell();
  return cell;
}

// Each place has one predecessor, the one before it in its last dimension that is not at its start: so it is made once.
void Chart::make_successors(const Place from) {
  const Cube& cube = cubes_[from.cube];
  const auto [first, second] = from.ranks;
  if (cube.cells[1] != kNone && second + 1 < cells_[cube.cells[1]].count) {
    make({from.cube, from.rule, {first, second + 1}});
  }
  if (second > 0) return;
  if (cube.cells[0] != kNone && first + 1 < cells_[cube.cells[0]].count) {
    make({from.cube, from.rule, {first + 1, 0}});
  }
}

// Makes the corners of a cube's next rules. The rule behind them waits with its estimate, raised by the most that
// context has given the estimates of this cube so far: a good rule with a poor estimate is not held up by others.
void Chart::try_rules(std::uint32_t number, std::uint32_t count) {
  Cube& cube = cubes_[number];
  double tails = 0;
  for (const std::uint32_t cell : cube.cells) {
    if (cell != kNone) tails += vertices_[order_[cells_[cell].first]].score;
  }
  const auto estimate = [&](std::uint32_t rule) { return (*rules_)[cube.rules.first + rule].estimate + tails; };
  for (; count > 0 && cube.next < cube.rules.count; --count, ++cube.next) {
    make({number, cube.next, {0, 0}});
    cube.gain = std::max(cube.gain, made_.back().score - estimate(cube.next));
  }
  if (cube.next == cube.rules.count) return;
  heap_.push_back({estimate(cube.next) + cube.gain, kCorner | number});
  std::push_heap(heap_.begin(), heap_.end());
}

// Puts a candidate together and scores it.
void Chart::make(const Place place) {
  const Cube& cube = cubes_[place.cube];
  Candidate candidate{place, {kNone, kNone}, 0, 0};
  for (std::size_t gap = 0; gap < 2; ++gap) {
    if (cube.cells[gap] == kNone) continue;
    candidate.tails[gap] = order_[cells_[cube.cells[gap]].first + place.ranks[gap]];
    candidate.score += vertices_[candidate.tails[gap]].score;
  }
  const std::uint32_t number = cube.rules.first + place.rule;
  candidate.own = (*rules_)[number].score;
  for (std::size_t m = 0; m < models_; ++m) {
    made_scores_.push_back(join(number, candidate.tails, m));
    candidate.own += rules_->scored().model_weight(m) * made_scores_.back();
  }
  if (bigrams_ != nullptr) candidate.own += join_words(number, candidate.tails);
  candidate.score += candidate.own;
  heap_.push_back({candidate.score, static_cast<std::uint32_t>(made_.size())});
  std::push_heap(heap_.begin(), heap_.end());
  made_.push_back(candidate);
}

// Adds the state of a rule over its tails to made_states_; returns what model m gives beyond the tails' scores.
float Chart::join(std::uint32_t number, const std::array<std::uint32_t, 2>& tails, std::size_t m) {
  const SearchRule& rule = (*rules_)[number];
  const auto pieces = rules_->pieces(rule);
  const Runs& runs = rules_->runs();
  if (pieces.size() == 1 && pieces[0] >= 0) {
    made_states_.push_back(runs.state(pieces[0], m));
    return rules_->runs_score(number, m);
  }
  lm::RuleScore score(runs.model(m), made_states_.emplace_back());
  if (rule.begins_sentence) score.begin_sentence();
  for (const std::int32_t piece : pieces) {
    score.nonterminal(piece >= 0 ? runs.state(piece, m)
                                 : states_[tails[static_cast<std::size_t>(grammar::gap_number(piece))] * models_ + m]);
  }
  return rules_->runs_score(number, m) + score.finish();
}

// The first and last word of a rule over its tails, and the score of the bigrams that span its pieces.
double Chart::join_words(std::uint32_t number, const std::array<std::uint32_t, 2>& tails) {
  Ends ends{kNone, kNone};
  double score = 0;
  for_each_bigram(number, tails, ends, [&](Word left, Word right) {
    score += bigrams_->weight(bigrams_->find(left, right));
  });
  made_ends_.push_back(ends);
  return score;
}

// Makes a hypothesis of a candidate.
void Chart::take(std::uint32_t number) {
  const Candidate& candidate = made_[number];
  const auto edge = static_cast<std::uint32_t>(edges_.size());
  const std::uint32_t head = find_vertex(number);
  const std::uint32_t rule = cubes_[candidate.place.cube].rules.first + candidate.place.rule;
  edges_.push_back({head, rule, candidate.tails, candidate.own});
  const auto scores = std::span(made_scores_).subspan(number * models_, models_);
  model_scores_.insert(model_scores_.end(), scores.begin(), scores.end());
  Vertex& found = vertices_[head];
  if (found.best_edge == kNone || candidate.score > found.score) {
    found.score = candidate.score;
    found.best_edge = edge;
  }
}

// The vertex of the current cell that has a candidate's states; a new one if there is none.
std::uint32_t Chart::find_vertex(std::uint32_t candidate) {
  if (at_goal_ && vertices_.size() > first_vertex_) return first_vertex_;
  if ((vertices_.size() - first_vertex_ + 1) * 2 > table_.size()) grow_table();
  const std::size_t mask = table_.size() - 1;
  std::uint64_t hash = 0;
  const auto states = std::span(made_states_).subspan(candidate * models_, models_);
  for (const lm::ChartState& state : states) hash = combine(hash, state.hash());
  const Ends ends = bigrams_ != nullptr ? made_ends_[candidate] : Ends{};
  if (bigrams_ != nullptr) hash = combine(hash, ends.hash());
  std::size_t i = hash & mask;
  for (; table_[i] != 0; i = (i + 1) & mask) {
    const auto known = std::span(states_).subspan((table_[i] - std::size_t{1}) * models_, models_);
    if (bigrams_ != nullptr && ends_[table_[i] - 1] != ends) continue;
    if (std::ranges::equal(states, known)) return table_[i] - 1;
  }
  const auto vertex_number = static_cast<std::uint32_t>(vertices_.size());
  table_[i] = vertex_number + 1;
  vertices_.push_back({0, kNone, static_cast<std::uint32_t>(cells_.size() - 1)});
  states_.insert(states_.end(), states.begin(), states.end());
  if (bigrams_ != nullptr) ends_.push_back(ends);
  return vertex_number;
}

void Chart::grow_table() {
  table_.assign(table_.size() * 2, 0);
  const std::size_t mask = table_.size() - 1;
  for (std::uint32_t v = first_vertex_; v < vertices_.size(); ++v) {
    std::uint64_t hash = 0;
    for (std::size_t m = 0; m < models_; ++m) hash = combine(hash, states_[v * models_ + m].hash());
    if (bigrams_ != nullptr) hash = combine(hash, ends_[v].hash());
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
