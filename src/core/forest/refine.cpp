#include "forest/refine.hpp"

#include <algorithm>
#include <limits>
#include <map>

#include "base/error.hpp"

namespace rectrix::forest {
namespace {

using decode::Edge;
using decode::kNone;

// The ends of a string, as far as they matter.
struct State {
  std::vector<Word> left, right;
  bool whole = true;  // left and right are all there is

  auto operator<=>(const State&) const = default;
};

// One way to build a string: an edge, and a state of each of its tails.
struct Choice {
  std::uint32_t edge, state;
  std::array<std::uint32_t, 2> tails;  // nodes of the refined forest
  double score;                        // of the best derivation
  std::uint32_t words;
  std::size_t ngram_begin, ngram_end;
};

class Refiner {
 public:
  Refiner(const decode::Forest& forest, NgramTable& table, std::size_t limit)
      : forest_(forest), table_(table), limit_(limit), result_{forest, {}, {}, {}, {0}, 0}, nodes_(forest.nodes()) {
    result_.forest.clear_nodes();
  }

  Refined run() {
    for (std::uint32_t node = 0; node < forest_.nodes(); ++node) {
      choices_.clear();
      states_.clear();
      found_.clear();
      for (std::uint32_t id = forest_.first_edge(node); id < forest_.first_edge(node + 1); ++id) combine_tails(id);
      add(node);
    }
    return std::move(result_);
  }

 private:
  void combine_tails(std::uint32_t id) {
    const Edge& edge = forest_.edge(id);
    static const std::vector<std::uint32_t> none{kNone};
    const auto& first = edge.tails[0] == kNone ? none : nodes_[edge.tails[0]];
    const auto& second = edge.tails[1] == kNone ? none : nodes_[edge.tails[1]];
    for (const std::uint32_t a : first) {
      for (const std::uint32_t b : second) choose(id, {a, b});
    }
  }

  void choose(std::uint32_t id, std::array<std::uint32_t, 2> tails) {
    const Edge& edge = forest_.edge(id);
    Choice choice{id, 0, tails, edge.score, 0, found_.size(), 0};
    for (const std::uint32_t tail : tails) choice.score += tail == kNone ? 0 : best_[tail];
    State made = join(forest_.rules()[edge.rule].target, tails, choice.words);
    if (edge.head == forest_.goal()) made = {};  // nothing comes after it: one goal for all
    choice.ngram_end = found_.size();
    choice.state = states_.try_emplace(std::move(made), static_cast<std::uint32_t>(states_.size())).first->second;
    choices_.push_back(choice);
  }

  State join(std::span<const grammar::Symbol> target, std::array<std::uint32_t, 2> tails, std::uint32_t& words) {
    State made;
    bool open = true;  // made.left has all words so far
    const std::size_t most = table_.order() - 1;
    const auto begin_with = [&](std::span<const Word> more, bool whole) {
      if (!open) return;
      for (std::size_t i = 0; i < more.size() && made.left.size() < most; ++i) made.left.push_back(more[i]);
      open = whole && made.left.size() < most;
    };
    for (const grammar::Symbol symbol : target) {
      if (grammar::is_gap(symbol)) {
        const State& part = kept_[tails[static_cast<std::size_t>(grammar::gap_number(symbol))]];
        // Those within the part were completed there.
        for (std::size_t i = 0; i < part.left.size(); ++i) {
          made.right.push_back(part.left[i]);
          complete(made.right, i + 2);
        }
        if (!part.whole) made.right = part.right;
        begin_with(part.left, part.whole);
      } else {
        const auto word = static_cast<Word>(symbol);
        ++words;
        made.right.push_back(word);
        complete(made.right, 1);
        begin_with(std::span(&word, 1), true);
      }
      made.right.erase(made.right.begin(), made.right.end() - static_cast<std::ptrdiff_t>(table_.right(made.right)));
    }
    const std::size_t before = made.left.size();
    made.left.resize(table_.left(made.left));
    made.whole = open && made.left.size() == before && made.right.size() == before;
    return made;
  }

  // Notes the n-grams of at least so many words at the end of these.
  void complete(std::span<const Word> words, std::size_t shortest) {
    for (std::size_t length = shortest; length <= std::min(table_.order(), words.size()); ++length) {
      const std::uint32_t ngram = table_.find(words.last(length));
      if (ngram != NgramTable::kNone) found_.push_back(ngram);
    }
  }

  // A node for each state, its edges behind it.
  void add(std::uint32_t node) {
    std::vector<double> best(states_.size(), -std::numeric_limits<double>::infinity());
    for (const Choice& choice : choices_) best[choice.state] = std::max(best[choice.state], choice.score);
    std::vector<std::uint32_t> order(states_.size());
    for (std::uint32_t s = 0; s < order.size(); ++s) order[s] = s;
    std::ranges::stable_sort(order, [&](std::uint32_t a, std::uint32_t b) { return best[a] > best[b]; });
    if (order.size() > limit_) {
      ++result_.capped;
      order.resize(limit_);
    }
    std::vector<const State*> by_number(states_.size());
    for (const auto& [state, number] : states_) by_number[number] = &state;
    std::ranges::stable_sort(choices_, [](const Choice& a, const Choice& b) { return a.state < b.state; });
    for (const std::uint32_t s : order) {
      nodes_[node].push_back(result_.forest.add_node(forest_.span(node)));
      kept_.push_back(*by_number[s]);
      best_.push_back(best[s]);
      auto choice = std::ranges::lower_bound(choices_, s, {}, &Choice::state);
      for (; choice != choices_.end() && choice->state == s; ++choice) add_edge(*choice);
    }
  }

  void add_edge(const Choice& choice) {
    const Edge& edge = forest_.edge(choice.edge);
    result_.forest.add_edge(edge.rule, choice.tails, edge.score, forest_.stateful(choice.edge), forest_.more_features(choice.edge));
    result_.origin.push_back(choice.edge);
    result_.words.push_back(choice.words);
    const auto first = found_.begin();
    result_.ngrams.insert(result_.ngrams.end(), first + static_cast<std::ptrdiff_t>(choice.ngram_begin),
                          first + static_cast<std::ptrdiff_t>(choice.ngram_end));
    result_.ngram_begin.push_back(result_.ngrams.size());
  }

  const decode::Forest& forest_;
  NgramTable& table_;
  std::size_t limit_;
  Refined result_;
  std::vector<std::vector<std::uint32_t>> nodes_;  // of the refined forest, by node
  std::vector<State> kept_;                        // by node of the refined forest
  std::vector<double> best_;                       // likewise
  std::vector<Choice> choices_;                    // of the node at hand
  std::map<State, std::uint32_t> states_;
  std::vector<std::uint32_t> found_;               // n-grams that the choices complete
};

}  // namespace

std::vector<double> Refined::sums(double word, std::span<const double> ngram_values) const {
  std::vector<double> result(forest.edges());
  for (std::size_t e = 0; e < result.size(); ++e) {
    result[e] = word * words[e];
    for (const std::uint32_t ngram : ngrams_of(e)) result[e] += ngram_values[ngram];
  }
  return result;
}

Refined refine(const decode::Forest& forest, NgramTable& table, std::size_t limit) {
  if (limit == 0) throw UsageError("a node needs at least one state");
  return Refiner(forest, table, limit).run();
}

}  // namespace rectrix::forest
