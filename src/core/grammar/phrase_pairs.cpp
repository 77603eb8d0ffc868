#include "grammar/phrase_pairs.hpp"

#include <algorithm>

namespace rectrix::grammar {

// How far `close` may extend a source range.
struct PhrasePairs::Growth {
  bool left = false, right = false;  // the sides on which it may
  int gaps = 0;                      // how many sides it may use
  bool repeated = false;             // may added words enlarge the target range, and so the source range again?
};

// A source range with its target range and gaps, these in source order with their target ranges.
struct PhrasePairs::Phrase {
  Range source, target;
  Edges edges;
  int gaps = 0;
  std::array<Range, 4> target_gaps{};
};

namespace {

void project(Range from, std::span<const Projection> projections, Range& to) {
  for (int i = from.low; i < from.high; ++i) {
    const Projection& projection = projections[static_cast<std::size_t>(i)];
    if (!projection.linked()) continue;
    if (to.low < 0 || projection.low < to.low) to.low = projection.low;
    if (projection.high > to.high) to.high = projection.high;
  }
}

}  // namespace

void PhrasePairs::begin(const Pattern& pattern) {
  symbols_ = pattern.size();
  gaps_ = pattern.gaps();
  chunks_ = pattern.chunks();
}

bool PhrasePairs::pattern_linked() const {
  for (std::size_t c = 0; c <= static_cast<std::size_t>(gaps_); ++c) {
    for (int i = chunk_begin_[c]; i < chunk_begin_[c] + chunks_[c]; ++i) {
      if (linked(i)) return true;
    }
  }
  return false;
}

// Finds the target range of a source range and extends the latter, where `growth` allows it, until no link leaves
// the two. False if that cannot be had within the limits.
bool PhrasePairs::close(Range source, const Growth& growth, Range& target, Range& closed) const {
  target = {};
  project(source, pair_.source_to_target, target);
  if (target.low < 0 || target.size() > options_.max_span) return false;
  closed = {};
  project(target, pair_.target_to_source, closed);
  bool used_left = false, used_right = false;
  while (true) {
    closed.low = std::min(closed.low, source.low);
    closed.high = std::max(closed.high, source.high);
    if (closed == source) return true;
    if ((closed.low < source.low && !growth.left) || (closed.high > source.high && !growth.right)) return false;
    used_left |= closed.low < source.low;
    used_right |= closed.high > source.high;
    if (Edges{used_left, used_right}.count() > growth.gaps) return false;
    if (closed.low < source.low) closed.low = std::min(closed.low, source.low - options_.min_gap);
    if (closed.high > source.high) closed.high = std::max(closed.high, source.high + options_.min_gap);
    if (closed.low < 0 || closed.high > static_cast<int>(pair_.source_to_target.size())) return false;
    if (closed.size() > options_.max_span) return false;

    const Range before = target;
    project({closed.low, source.low}, pair_.source_to_target, target);
    project({source.high, closed.high}, pair_.source_to_target, target);
    if (target == before) return true;
    if (!growth.repeated || target.size() > options_.max_span) return false;
    source = closed;
    project({target.low, before.low}, pair_.target_to_source, closed);
    project({before.high, target.high}, pair_.target_to_source, closed);
    if (closed == source) return true;
  }
}

bool PhrasePairs::target_of_gap(Range gap, Range& target) const {
  Range closed;
  return close(gap, {}, target, closed);
}

// The gaps between the runs of words, and those by which closing has extended the core. False if one is not
// consistent, or not tight.
bool PhrasePairs::find_gaps(const Range& core, Phrase& phrase) const {
  std::array<Range, 4> gaps{};
  std::size_t count = 0;
  if (phrase.edges.leading) gaps[count++] = {phrase.source.low, core.low};
  for (std::size_t c = 1; c <= static_cast<std::size_t>(gaps_); ++c) {
    gaps[count++] = {chunk_begin_[c - 1] + chunks_[c - 1], chunk_begin_[c]};
  }
  if (phrase.edges.trailing) gaps[count++] = {core.high, phrase.source.high};
  phrase.gaps = static_cast<int>(count);
  for (std::size_t g = 0; g < count; ++g) {
    if (!tight(gaps[g]) || !target_of_gap(gaps[g], phrase.target_gaps[g])) return false;
  }
  return true;
}

void PhrasePairs::extract(Occurrence occurrence) {
  const std::uint32_t sentence = bitext_->sentence_at(occurrence.place);
  pair_ = bitext_->pair(sentence);
  const int first = static_cast<int>(occurrence.place - bitext_->begin(sentence));
  chunk_begin_ = {first, first + occurrence.second, first + occurrence.third};
  const auto last = static_cast<std::size_t>(gaps_);
  const Range core{first, chunk_begin_[last] + chunks_[last]};
  if (core.high > static_cast<int>(pair_.source_to_target.size()) || !pattern_linked()) return;

  Phrase phrase;
  const Growth growth{.left = true, .right = true, .gaps = options_.max_gaps - gaps_, .repeated = false};
  if (!close(core, growth, phrase.target, phrase.source)) return;
  phrase.edges = {phrase.source.low < core.low, phrase.source.high > core.high};
  const int symbols = symbols_ + phrase.edges.count();
  if (symbols > options_.max_symbols || !find_gaps(core, phrase)) return;
  if (tight(phrase.source)) report(phrase);

  if (phrase.gaps >= options_.max_gaps || symbols >= options_.max_symbols) return;
  widen(phrase, {.leading = true, .trailing = false});
  widen(phrase, {.leading = false, .trailing = true});
  widen(phrase, {.leading = true, .trailing = true});
}

// Reports the phrase with the smallest further gaps at its edges, if there are consistent ones.
void PhrasePairs::widen(const Phrase& phrase, Edges added) {
  const int length = static_cast<int>(pair_.source_to_target.size());
  if ((added.leading && phrase.edges.leading) || (added.trailing && phrase.edges.trailing)) return;
  if (phrase.gaps + added.count() > options_.max_gaps) return;
  if (symbols_ + phrase.edges.count() + added.count() > options_.max_symbols) return;
  Range source = phrase.source;
  if (added.leading) source.low -= options_.min_gap;
  if (added.trailing) source.high += options_.min_gap;
  if (source.low < 0 || source.high > length || source.size() > options_.max_span) return;

  Phrase wider = phrase;
  const Growth growth{.left = added.leading, .right = added.trailing, .gaps = added.count(), .repeated = true};
  if (!close(source, growth, wider.target, wider.source)) return;
  wider.edges = {phrase.edges.leading || added.leading, phrase.edges.trailing || added.trailing};
  if (added.leading) {
    std::shift_right(wider.target_gaps.begin(), wider.target_gaps.end(), 1);
    ++wider.gaps;
    const Range gap{wider.source.low, phrase.source.low};
    if (!tight(gap) || !target_of_gap(gap, wider.target_gaps[0])) return;
  }
  if (added.trailing) {
    const Range gap{phrase.source.high, wider.source.high};
    if (!tight(gap) || !target_of_gap(gap, wider.target_gaps[static_cast<std::size_t>(wider.gaps++)])) return;
  }
  if (tight(wider.source)) report(wider);
}

void PhrasePairs::report(const Phrase& phrase) {
  target_.clear();
  place_.assign(static_cast<std::size_t>(phrase.target.size()), 0);
  const std::span gaps(phrase.target_gaps.data(), static_cast<std::size_t>(phrase.gaps));
  for (int j = phrase.target.low; j < phrase.target.high;) {
    const auto gap_here = std::ranges::find(gaps, j, &Range::low);
    if (gap_here != gaps.end()) {
      target_.push_back(gap(static_cast<int>(gap_here - gaps.begin())));
      j = gap_here->high;
    } else {
      place_[static_cast<std::size_t>(j - phrase.target.low)] = static_cast<std::uint8_t>(target_.size());
      target_.push_back(static_cast<Symbol>(pair_.target[static_cast<std::size_t>(j)]));
      ++j;
    }
  }
  links_.clear();
  int symbol = phrase.edges.leading ? 1 : 0;
  for (std::size_t c = 0; c <= static_cast<std::size_t>(gaps_); ++c, ++symbol) {
    for (int i = chunk_begin_[c]; i < chunk_begin_[c] + chunks_[c]; ++i, ++symbol) {
      const auto word = static_cast<std::size_t>(i);
      for (std::uint32_t k = pair_.link_begin[word]; k < pair_.link_begin[word + 1]; ++k) {
        const int offset = pair_.links[k] - phrase.target.low;
        if (offset < 0 || offset >= phrase.target.size()) continue;  // only in a damaged index
        links_.push_back({static_cast<std::uint8_t>(symbol), place_[static_cast<std::size_t>(offset)]});
      }
    }
  }
  found_(phrase.edges, target_, links_);
}

}  // namespace rectrix::grammar
