#include "decode/chart.hpp"

#include <algorithm>
#include <cmath>

namespace rectrix::decode {
namespace {

constexpr std::size_t kCellHaste = 3;  // hypotheses per cell when time is up
// A cell that promises little has so many hypotheses all the same, if the pop limit allows; and so many rules are tried.
constexpr std::size_t kFew = 30;

}  // namespace

void Chart::search(SearchRules& rules, const ChartOptions& options, SearchReport& report) {
  reset(rules, options, report);
  if (rules.scored().source().empty()) return;
  match_spans();
  match_glue();
  report.hypotheses = hypotheses_.edges().size();
}

void Chart::reset(SearchRules& rules, const ChartOptions& options, SearchReport& report) {
  rules_ = &rules;
  options_ = &options;
  report_ = &report;
  goal_ = kNone;
  const std::size_t words = rules.scored().source().size();
  const auto limit = static_cast<std::size_t>(options.span_limit);
  report.pop_limit = rules.scored().is_forced() ? 0 : options.pop_limit;  // few hypotheses fit one translation
  if (report.pop_limit > 0) {
    const auto cells = static_cast<double>(words * (std::min(words, limit) + 1) + 1);
    const auto affordable = static_cast<std::size_t>(static_cast<double>(std::max(1L, options.hypotheses)) / (cells * CoarseChart::kMost));
    const auto wanted = static_cast<std::size_t>(options.pop_limit);
    report.pop_limit = static_cast<int>(std::clamp<std::size_t>(affordable, 1, wanted));
  }
  using Clock = std::chrono::steady_clock;
  const std::chrono::duration<double> seconds(options.seconds);
  deadline_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(seconds);
  span_cells_.assign(words * limit, kNone);
  long_cells_.clear();
  coarse_.clear(rules);
  hypotheses_.clear(rules);
}

std::uint32_t Chart::span_cell(std::uint32_t begin, std::uint32_t end) const {
  return span_cells_[begin * static_cast<std::uint32_t>(options_->span_limit) + (end - begin - 1)];
}

// Begins from right to left, ends from left to right: what a gap can hold is always complete.
void Chart::match_spans() {
  const auto words = static_cast<std::uint32_t>(rules_->scored().source().size());
  const auto limit = static_cast<std::uint32_t>(options_->span_limit);
  const std::uint32_t gap_first = rules_->trie().gap_child(SourceTrie::kRoot);
  for (std::uint32_t begin = words; begin-- > 0;) {
    items_.assign(1, {SourceTrie::kRoot, {kNone, kNone}});
    items_begin_.assign({0, 1});
    for (std::uint32_t end = begin + 1; end <= std::min(words, begin + limit); ++end) {
      match({begin, end});
      if (!rules_->scored().given().empty()) obey_given({begin, end});
      const std::uint32_t cell = coarse_.add({begin, end}, cubes_);
      span_cells_[begin * limit + (end - begin - 1)] = cell;
      // A rule that is one gap and nothing else would go round in circles: this item starts cubes only later.
      if (cell != kNone && gap_first != kNone) items_.push_back({gap_first, {cell, kNone}});
      items_begin_.push_back(static_cast<std::uint32_t>(items_.size()));
    }
    match_long(begin);
  }
}

// Moves the dot of items that end before `span` does, and makes cubes of those whose source side is complete.
void Chart::match(Span span) {
  const std::uint32_t length = span.end - span.begin;
  const std::uint32_t limit = static_cast<std::uint32_t>(options_->span_limit);
  const SourceTrie& trie = rules_->trie();
  const Word word = rules_->words()[span.end - 1];
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

// No cell divides a span that excludes other translations, so a rule has such a span whole, as words or within a gap. If
// it has it as words, a given translation must be part of its own; rules with words that are taken were not matched.
void Chart::obey_given(Span span) {
  const GivenSpans& given = rules_->scored().given();
  if (given.divides(span.begin) || given.divides(span.end)) return cubes_.clear();
  const auto in_gap = [&](const Cube& cube, const GivenSpan& one) {
    return std::ranges::any_of(cube.cells, [&](std::uint32_t cell) { return cell != kNone && one.lies_in(coarse_.span(cell)); });
  };
  for (const GivenSpan& one : given.all()) {
    if (one.policy != SpanPolicy::kConstraint || !one.lies_in(span)) continue;
    for (Cube& cube : cubes_) {
      if (!in_gap(cube, one)) cube.rules = rules_->having(cube.rules, one);
    }
  }
  for (std::size_t i = 0; i < given.all().size(); ++i) {
    const Span own = given.all()[i].span;
    if (own.begin == span.begin && own.end == span.end) cubes_.push_back({rules_->given(i), {kNone, kNone}});
  }
  // None has the translation, or none of the given ones is part of a translation that is forced.
  std::erase_if(cubes_, [](const Cube& cube) { return cube.rules.count == 0; });
}

void Chart::match_long(std::uint32_t begin) {
  const auto given = rules_->scored().given().all();
  for (std::size_t i = 0; i < given.size(); ++i) {
    const Span span = given[i].span;
    if (span.begin != begin || span.end - span.begin <= static_cast<std::uint32_t>(options_->span_limit)) continue;
    const SearchRules::Range rules = rules_->given(i);
    if (rules.count == 0) continue;
    cubes_.assign(1, {rules, {kNone, kNone}});
    long_cells_.push_back({span, coarse_.add(span, cubes_)});
  }
}

void Chart::glue(std::uint32_t begin, std::uint32_t cell, std::span<const std::uint32_t> glued) {
  if (cell == kNone) return;
  if (begin == 0) {
    cubes_.push_back({{kStart, 1}, {cell, kNone}});
  } else if (glued[begin] != kNone) {
    cubes_.push_back({{kGlue, 1}, {glued[begin], cell}});
  }
}

void Chart::match_glue() {
  const auto words = static_cast<std::uint32_t>(rules_->scored().source().size());
  const auto limit = static_cast<std::uint32_t>(options_->span_limit);
  std::vector<std::uint32_t> glued(words + 1, kNone);
  for (std::uint32_t end = 1; end <= words; ++end) {
    cubes_.clear();
    for (std::uint32_t middle = end > limit ? end - limit : 0; middle < end; ++middle) {
      glue(middle, span_cell(middle, end), glued);
    }
    for (const auto& [span, cell] : long_cells_) {
      if (span.end == end) glue(span.begin, cell, glued);
    }
    glued[end] = coarse_.add({0, end}, cubes_);
  }
  if (glued[words] == kNone) return;
  cubes_.assign(1, {{kGoal, 1}, {glued[words], kNone}});
  coarse_.add({0, words}, cubes_);
  coarse_.find_losses();
  fill_cells();
}

void Chart::fill_cells() {
  for (std::uint32_t cell = 0; cell < coarse_.size(); ++cell) {
    if (cell + 1 == coarse_.size()) hypotheses_.ignore_states();
    hypotheses_.begin_cell(coarse_.span(cell));
    pruning_.fill(*rules_, coarse_.cubes(cell), limits(cell), hypotheses_);
    hypotheses_.end_cell();
  }
  const std::uint32_t whole = coarse_.size() - 1;
  if (hypotheses_.cell(whole).count > 0) goal_ = hypotheses_.ranked(whole, 0).vertex;
}

CellLimits Chart::limits(std::uint32_t cell) {
  if (options_->seconds > 0 && (report_->out_of_time || std::chrono::steady_clock::now() > deadline_)) {
    report_->out_of_time = true;
    return {kCellHaste, kCellHaste};
  }
  if (report_->pop_limit == 0) return {kAll, kAll};
  const auto limit = static_cast<std::size_t>(report_->pop_limit);
  if (options_->cdec_order) return {limit, kAll};
  const auto share = static_cast<std::size_t>(std::ceil(report_->pop_limit * coarse_.share(cell)));
  return {std::max(share, std::min(limit, kFew)), std::max(share, kFew)};
}

}  // namespace rectrix::decode
