#include "grammar/suffixes.hpp"

#include <algorithm>
#include <limits>

#include "base/error.hpp"

namespace rectrix::grammar {
namespace {

using Position = std::uint32_t;
constexpr Position kNone = std::numeric_limits<Position>::max();

// One level of the recursion. A suffix is small (S) if it is below the suffix after it, large (L) otherwise; the
// last one is large. A small one after a large one is a leftmost small (LMS) suffix: once those are sorted, two
// scans sort all others.
class Level {
 public:
  Level(std::span<const Position> text, Position symbols) : text_(text), small_(text.size(), false), begin_(symbols + 1, 0) {
    for (std::size_t i = text.size() - 1; i-- > 0;) {
      small_[i] = text[i] < text[i + 1] || (text[i] == text[i + 1] && small_[i + 1]);
    }
    for (const Position symbol : text) ++begin_[symbol + 1];
    for (std::size_t symbol = 1; symbol < begin_.size(); ++symbol) begin_[symbol] += begin_[symbol - 1];
    for (std::size_t i = 1; i < text.size(); ++i) {
      if (leftmost_small(i)) leftmost_.push_back(static_cast<Position>(i));
    }
  }

  std::vector<Position> sort() {
    std::vector<Position> suffixes = induce(leftmost_);
    if (leftmost_.size() > 1) suffixes = induce(sort_leftmost(suffixes));
    return suffixes;
  }

 private:
  bool leftmost_small(std::size_t i) const { return small_[i] && !small_[i - 1]; }

  std::vector<Position> induce(std::span<const Position> sorted_leftmost) const {
    const std::size_t size = text_.size();
    std::vector<Position> suffixes(size, kNone);
    std::vector<Position> slot(begin_.begin() + 1, begin_.end());  // ends of the buckets
    for (std::size_t i = sorted_leftmost.size(); i-- > 0;) {
      suffixes[--slot[text_[sorted_leftmost[i]]]] = sorted_leftmost[i];
    }
    slot.assign(begin_.begin(), begin_.end() - 1);
    // The empty suffix, smaller than all, induces the last one.
    suffixes[slot[text_[size - 1]]++] = static_cast<Position>(size - 1);
    for (std::size_t i = 0; i < size; ++i) {
      const Position at = suffixes[i];
      if (at != kNone && at > 0 && !small_[at - 1]) suffixes[slot[text_[at - 1]]++] = at - 1;
    }
    slot.assign(begin_.begin() + 1, begin_.end());
    for (std::size_t i = size; i-- > 0;) {
      const Position at = suffixes[i];
      if (at != kNone && at > 0 && small_[at - 1]) suffixes[--slot[text_[at - 1]]] = at - 1;
    }
    return suffixes;
  }

  // The LMS suffixes in order: their LMS substrings are sorted already, so they are named by rank and the text of
  // those names is sorted by recursion.
  std::vector<Position> sort_leftmost(std::span<const Position> by_substring) const {
    std::vector<Position> name_at(text_.size() / 2 + 1, kNone);  // no two LMS suffixes are neighbors
    Position names = 0;
    Position previous = kNone;
    for (const Position at : by_substring) {
      if (at == 0 || !leftmost_small(at)) continue;
      if (previous != kNone && !same_substring(previous, at)) ++names;
      name_at[at / 2] = names;
      previous = at;
    }
    std::vector<Position> reduced(leftmost_.size());
    std::ranges::transform(leftmost_, reduced.begin(), [&](Position at) { return name_at[at / 2]; });
    std::vector<Position> order = Level(reduced, names + 1).sort();
    for (Position& rank : order) rank = leftmost_[rank];
    return order;
  }

  bool same_substring(Position a, Position b) const {
    for (std::size_t i = 0;; ++i) {
      if (a + i >= text_.size() || b + i >= text_.size()) return false;
      if (text_[a + i] != text_[b + i] || small_[a + i] != small_[b + i]) return false;
      if (i > 0 && leftmost_small(a + i)) return leftmost_small(b + i);
    }
  }

  std::span<const Position> text_;
  std::vector<bool> small_;
  std::vector<Position> begin_;  // symbol s has the places [begin_[s], begin_[s + 1])
  std::vector<Position> leftmost_;
};

}  // namespace

std::vector<std::uint32_t> suffix_array(std::span<const std::uint32_t> text, std::uint32_t symbols) {
  if (text.size() >= (std::size_t{1} << 31)) throw UsageError("a text of 2^31 words or more cannot be indexed; split it");
  if (text.empty()) return {};
  return Level(text, symbols).sort();
}

Interval SuffixView::narrow(Interval interval, std::uint32_t depth, Word word) const {
  if (word <= kSentenceEnd) return {};
  // A suffix whose first `depth` words are a sentence's last ones goes on with kSentenceEnd, so it cannot run out.
  const auto begin = order.begin() + interval.low;
  const auto end = order.begin() + interval.high;
  const auto at = [&](std::uint32_t place) { return std::size_t{place} + depth < text.size() ? text[place + depth] : 0; };
  const auto low = std::lower_bound(begin, end, word, [&](std::uint32_t place, Word w) { return at(place) < w; });
  const auto high = std::upper_bound(low, end, word, [&](Word w, std::uint32_t place) { return w < at(place); });
  return {static_cast<std::uint32_t>(low - order.begin()), static_cast<std::uint32_t>(high - order.begin())};
}

Interval SuffixView::find(std::span<const Word> words) const {
  Interval interval{0, static_cast<std::uint32_t>(order.size())};
  for (std::uint32_t depth = 0; depth < words.size(); ++depth) interval = narrow(interval, depth, words[depth]);
  return interval;
}

}  // namespace rectrix::grammar
