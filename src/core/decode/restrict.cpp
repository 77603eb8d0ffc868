#include "decode/restrict.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <optional>
#include <tuple>

#include "decode/derivation.hpp"
#include "decode/inside.hpp"

namespace rectrix::decode {
namespace {

// A forest under construction whose rules come from another.
class Copy {
 public:
  explicit Copy(const Forest& from) : made_(from), from_(&from) { made_.clear_nodes(); }

  std::uint32_t add_node(Span span) { return made_.add_node(span); }
  void add_edge(std::uint32_t id, std::array<std::uint32_t, 2> tails) {
    const Edge& edge = from_->edge(id);
    made_.add_edge(edge.rule, tails, edge.score, from_->stateful(id), from_->more_features(id));
  }
  Forest take() { return std::move(made_); }

 private:
  Forest made_;
  const Forest* from_;
};

// What of `keep` is used by some derivation of the goal that has only kept edges.
std::vector<std::uint8_t> useful(const Forest& forest, std::vector<std::uint8_t> keep) {
  std::vector<std::uint8_t> complete(forest.nodes()), needed(forest.nodes());
  for (std::uint32_t id = 0; id < forest.edges(); ++id) {
    const Edge& edge = forest.edge(id);
    for (const std::uint32_t tail : edge.tails) keep[id] &= tail == kNone || complete[tail];
    complete[edge.head] |= keep[id];
  }
  if (!forest.empty()) needed[forest.goal()] = 1;
  for (std::uint32_t id = forest.edges(); id-- > 0;) {
    const Edge& edge = forest.edge(id);
    keep[id] &= needed[edge.head];
    for (const std::uint32_t tail : edge.tails) {
      if (tail != kNone && keep[id]) needed[tail] = 1;
    }
  }
  return keep;
}

Forest select(const Forest& forest, const std::vector<std::uint8_t>& keep) {
  Copy copy(forest);
  std::vector<std::uint32_t> renamed(forest.nodes(), kNone);
  for (std::uint32_t node = 0; node < forest.nodes(); ++node) {
    for (std::uint32_t id = forest.first_edge(node); id < forest.first_edge(node + 1); ++id) {
      if (!keep[id]) continue;
      if (renamed[node] == kNone) renamed[node] = copy.add_node(forest.span(node));
      std::array<std::uint32_t, 2> tails = forest.edge(id).tails;
      for (std::uint32_t& tail : tails) tail = tail == kNone ? kNone : renamed[tail];
      copy.add_edge(id, tails);
    }
  }
  return copy.take();
}

}  // namespace

Forest prune(const Forest& forest, const PruneOptions& options) {
  const std::vector<double> marginals = max_marginals(forest);
  const Derivation best = viterbi(forest);
  double threshold = -kInfinity;
  if (options.beam >= 0) threshold = best.score - options.beam;
  const auto allowed = static_cast<std::size_t>(std::max(0.0, options.density) * static_cast<double>(best.edges.size()));
  if (options.density >= 0 && allowed < marginals.size()) {
    std::vector<double> sorted = marginals;
    std::nth_element(sorted.begin(), sorted.begin() + static_cast<std::ptrdiff_t>(allowed), sorted.end(), std::greater<>());
    threshold = std::max(threshold, std::nextafter(sorted[allowed], kInfinity));
  }
  std::vector<std::uint8_t> keep(forest.edges());
  for (std::uint32_t id = 0; id < forest.edges(); ++id) keep[id] = marginals[id] >= threshold && marginals[id] > -kInfinity;
  for (const std::uint32_t id : best.edges) keep[id] = 1;  // whatever rounding did to its marginals
  return select(forest, useful(forest, std::move(keep)));
}

namespace {

// Where a node's string may stand in the given words: (begin, end) -> the node of the new forest.
using Stretches = std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t>;

// One way in which an edge yields a stretch of the words.
struct Match {
  std::uint32_t begin, end, edge;
  std::array<std::uint32_t, 2> tails;
};

// What derivations must yield: words, and then nothing or anything.
struct Pattern {
  std::span<const Word> words;
  std::optional<std::string_view> begun = std::nullopt;  // the bytes that the word behind them begins with

  // A begun word counts as one of them. Behind the last one there is the end, or whatever comes.
  std::size_t size() const { return words.size() + (begun && !begun->empty() ? 1 : 0); }
  bool open() const { return begun.has_value(); }
};

class Matcher {
 public:
  Matcher(const Forest& forest, const Pattern& pattern) : forest_(forest), pattern_(pattern), stretches_(forest.nodes()) {}

  Forest run() {
    Copy copy(forest_);
    for (std::uint32_t node = 0; node < forest_.nodes(); ++node) {
      matches_.clear();
      for (std::uint32_t id = forest_.first_edge(node); id < forest_.first_edge(node + 1); ++id) match(id);
      const auto length = static_cast<std::uint32_t>(pattern_.size());
      if (node == forest_.goal()) {
        std::erase_if(matches_, [&](const Match& m) { return m.begin != 0 || m.end != length; });
      }
      add(copy, node);
    }
    const Forest whole = copy.take();
    if (stretches_.empty() || stretches_.back().empty()) return select(whole, std::vector<std::uint8_t>(whole.edges(), 0));
    return select(whole, useful(whole, std::vector<std::uint8_t>(whole.edges(), 1)));
  }

 private:
  void match(std::uint32_t id) {
    const auto target = forest_.rules()[forest_.edge(id).rule].target;
    for (std::uint32_t begin = 0; begin <= pattern_.size(); ++begin) {
      extend(id, target, {begin, begin, id, {kNone, kNone}});
    }
  }

  void extend(std::uint32_t id, std::span<const grammar::Symbol> rest, Match so_far) {
    while (!rest.empty() && !grammar::is_gap(rest.front())) {
      if (!take(static_cast<Word>(rest.front()), so_far.end)) return;
      rest = rest.subspan(1);
    }
    if (rest.empty()) {
      matches_.push_back(so_far);
      return;
    }
    const auto number = static_cast<std::size_t>(grammar::gap_number(rest.front()));
    const Stretches& inner = stretches_[forest_.edge(id).tails[number]];
    for (auto it = inner.lower_bound({so_far.end, 0}); it != inner.end() && it->first.first == so_far.end; ++it) {
      Match longer = so_far;
      longer.end = it->first.second;
      longer.tails[number] = it->second;
      extend(id, rest.subspan(1), longer);
    }
  }

  // Whether the word may stand at this place, which is then the one behind it; the end of an open pattern stays.
  bool take(Word word, std::uint32_t& place) const {
    if (place == pattern_.size()) return pattern_.open();
    const bool fits = place < pattern_.words.size() ? pattern_.words[place] == word
                                                    : forest_.target_words.text(word).starts_with(*pattern_.begun);
    place += fits ? 1 : 0;
    return fits;
  }

  // A new node for each stretch, its edges behind it.
  void add(Copy& copy, std::uint32_t node) {
    std::stable_sort(matches_.begin(), matches_.end(), [](const Match& a, const Match& b) {
      return std::tie(a.begin, a.end) < std::tie(b.begin, b.end);
    });
    for (const Match& m : matches_) {
      const auto [place, fresh] = stretches_[node].try_emplace({m.begin, m.end}, 0);
      if (fresh) place->second = copy.add_node(forest_.span(node));
      copy.add_edge(m.edge, m.tails);
    }
  }

  const Forest& forest_;
  Pattern pattern_;
  std::vector<Stretches> stretches_;
  std::vector<Match> matches_;
};

}  // namespace

Forest constrain(const Forest& forest, std::span<const Word> words) { return Matcher(forest, {words}).run(); }

Forest complete(const Forest& forest, std::span<const Word> words, std::string_view begun) {
  return Matcher(forest, {words, begun}).run();
}

}  // namespace rectrix::decode
