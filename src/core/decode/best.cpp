#include "decode/best.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/hash.hpp"
#include "decode/inside.hpp"

namespace rectrix::decode {
namespace {

// Arithmetic modulo the Mersenne prime 2^61 - 1, for hashes that can be joined.
constexpr std::uint64_t kPrime = (1ULL << 61) - 1;
constexpr std::uint64_t kBase = 0x1a2b3c4d5e6f7081ULL % kPrime;

std::uint64_t fold(std::uint64_t x) {
  x = (x & kPrime) + (x >> 61);
  return x >= kPrime ? x - kPrime : x;
}

std::uint64_t multiply(std::uint64_t a, std::uint64_t b) {
  __extension__ using Wide = unsigned __int128;
  const Wide product = static_cast<Wide>(a) * b;
  return fold((static_cast<std::uint64_t>(product) & kPrime) + static_cast<std::uint64_t>(product >> 61));
}

}  // namespace

Best::Best(const Forest& forest, BestOptions options, std::span<const double> scores)
    : forest_(&forest), options_(options), scores_(scores), nodes_(forest.nodes()) {
  if (!scores.empty() && scores.size() != forest.edges()) throw UsageError("one score for each edge is needed");
  viterbi_ = best_scores(forest, scores);
}

bool Best::find(std::size_t rank, Derivation& derivation) {
  if (forest_->empty() || !has(forest_->goal(), rank)) return false;
  derivation.edges.clear();
  derivation.score = nodes_[forest_->goal()]->found[rank].choice.score;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> stack{{forest_->goal(), static_cast<std::uint32_t>(rank)}};
  while (!stack.empty()) {
    const auto [id, place] = stack.back();
    stack.pop_back();
    const Candidate& choice = nodes_[id]->found[place].choice;
    derivation.edges.push_back(choice.edge);
    const Edge& edge = forest_->edge(choice.edge);
    for (std::size_t t = 2; t-- > 0;) {
      if (edge.tails[t] != kNone) stack.emplace_back(edge.tails[t], choice.ranks[t]);
    }
  }
  return true;
}

// The order of a heap whose top is the best; ties go to lower numbers.
bool Best::worse(const Candidate& a, const Candidate& b) {
  if (a.score != b.score) return a.score < b.score;
  if (a.edge != b.edge) return a.edge > b.edge;
  return a.ranks > b.ranks;
}

Best::Node& Best::node(std::uint32_t id) {
  if (nodes_[id]) return *nodes_[id];
  nodes_[id] = std::make_unique<Node>();
  Node& made = *nodes_[id];
  for (std::uint32_t edge = forest_->first_edge(id); edge < forest_->first_edge(id + 1); ++edge) {
    double score = edge_score(edge);
    for (const std::uint32_t tail : forest_->edge(edge).tails) {
      if (tail != kNone) score += viterbi_[tail];
    }
    if (score > -kInfinity) made.heap.push_back({score, edge, {0, 0}});
  }
  std::make_heap(made.heap.begin(), made.heap.end(), worse);
  return made;
}

bool Best::has(std::uint32_t id, std::size_t rank) {
  Node& state = node(id);
  while (state.found.size() <= rank) {
    if (state.pending) push_successors(state);
    if (state.heap.empty()) return false;
    std::pop_heap(state.heap.begin(), state.heap.end(), worse);
    state.last = state.heap.back();
    state.heap.pop_back();
    state.pending = true;  // also if the string was there before: its successors may bring new ones
    const Found found = describe(state.last);
    if (!options_.unique || state.strings.insert(combine(found.hash, found.length))) state.found.push_back(found);
  }
  return true;
}

void Best::push_successors(Node& state) {
  state.pending = false;
  const auto [first, second] = state.last.ranks;
  const Edge& edge = forest_->edge(state.last.edge);
  if (edge.tails[1] != kNone) push_if_any(state, {first, second + 1});
  if (edge.tails[0] != kNone && second == 0) push_if_any(state, {first + 1, 0});
}

void Best::push_if_any(Node& state, std::array<std::uint32_t, 2> ranks) {
  const Edge& edge = forest_->edge(state.last.edge);
  Candidate candidate{edge_score(state.last.edge), state.last.edge, ranks};
  for (std::size_t t = 0; t < 2; ++t) {
    if (edge.tails[t] == kNone) continue;
    if (!has(edge.tails[t], ranks[t])) return;
    candidate.score += nodes_[edge.tails[t]]->found[ranks[t]].choice.score;
  }
  state.heap.push_back(candidate);
  std::push_heap(state.heap.begin(), state.heap.end(), worse);
}

const Best::Found& Best::tail(const Candidate& choice, std::size_t number) const {
  return nodes_[forest_->edge(choice.edge).tails[number]]->found[choice.ranks[number]];
}

Best::Found Best::describe(const Candidate& choice) {
  const Edge& edge = forest_->edge(choice.edge);
  for (std::size_t t = 0; t < 2; ++t) {
    if (edge.tails[t] != kNone) has(edge.tails[t], choice.ranks[t]);
  }
  Found found{choice, 0, 0};
  if (!options_.unique) return found;
  for (const grammar::Symbol symbol : forest_->rules()[edge.rule].target) {
    std::uint32_t length = 1;
    std::uint64_t hash = 0;
    if (grammar::is_gap(symbol)) {
      const Found& part = tail(choice, static_cast<std::size_t>(grammar::gap_number(symbol)));
      length = part.length;
      hash = part.hash;
    } else {
      hash = fold(mix(static_cast<std::uint64_t>(symbol) + 1));
    }
    found.hash = fold(multiply(found.hash, power(length)) + hash);
    found.length += length;
  }
  return found;
}

std::uint64_t Best::power(std::uint32_t length) {
  while (powers_.size() <= length) powers_.push_back(multiply(powers_.back(), kBase));
  return powers_[length];
}

}  // namespace rectrix::decode
