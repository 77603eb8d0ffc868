#include "forest/consensus.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "base/error.hpp"
#include "base/flat_map.hpp"
#include "decode/best.hpp"
#include "decode/inside.hpp"

namespace rectrix::forest {
namespace {

using decode::Derivation;
using decode::Edge;
using decode::Forest;
using decode::kNone;

// For each edge the probability that its head chooses it.
std::vector<double> choice_probabilities(const Forest& forest, const decode::Sums& sums, double scale) {
  std::vector<double> result(forest.edges());
  for (std::uint32_t id = 0; id < forest.edges(); ++id) {
    const Edge& edge = forest.edge(id);
    double score = scale * edge.score - sums.inside[edge.head];
    for (const std::uint32_t tail : edge.tails) score += tail == kNone ? 0 : sums.inside[tail];
    result[id] = std::exp(score);
  }
  return result;
}

// The probability of derivations without any of the marked edges.
double without(const Forest& forest, std::span<const double> choice, std::span<const std::uint8_t> marked, std::uint32_t first,
               std::vector<double>& absent) {
  absent.assign(forest.nodes(), 1);
  for (std::uint32_t id = forest.first_edge(forest.edge(first).head); id < forest.edges(); ++id) {
    const Edge& edge = forest.edge(id);
    if (id == forest.first_edge(edge.head)) absent[edge.head] = 0;
    if (marked[id]) continue;
    double share = choice[id];
    for (const std::uint32_t tail : edge.tails) share *= tail == kNone ? 1 : absent[tail];
    absent[edge.head] += share;
  }
  return absent.back();
}

std::vector<double> values_of(const NgramTable& table, const LinearGain& gain, std::span<const double> amounts) {
  std::vector<double> values(table.size());
  for (std::uint32_t ngram = 1; ngram < values.size(); ++ngram) {
    values[ngram] = gain.by_length[table.length(ngram) - 1] * (amounts.empty() ? 1 : amounts[ngram]);
  }
  return values;
}

}  // namespace

Expected expect(const Refined& refined, std::size_t ngrams, double scale, double rare) {
  Expected expected{std::vector<double>(ngrams), {}, 0};
  const Forest& forest = refined.forest;
  const decode::Sums sums = decode::sums(forest, scale);
  if (sums.total == -decode::kInfinity) return expected;
  const std::vector<double> probability = decode::posteriors(forest, scale);
  std::vector<std::vector<std::uint32_t>> places(ngrams);  // the edges of each n-gram
  for (std::uint32_t id = 0; id < forest.edges(); ++id) {
    expected.length += probability[id] * refined.words[id];
    for (const std::uint32_t ngram : refined.ngrams_of(id)) {
      expected.counts[ngram] += probability[id];
      if (places[ngram].empty() || places[ngram].back() != id) places[ngram].push_back(id);
    }
  }
  expected.present = expected.counts;
  const std::vector<double> choice = choice_probabilities(forest, sums, scale);
  std::vector<std::uint8_t> marked(forest.edges());
  std::vector<double> absent;
  for (std::size_t ngram = 0; ngram < ngrams; ++ngram) {
    if (places[ngram].empty() || expected.counts[ngram] < rare) continue;
    for (const std::uint32_t id : places[ngram]) marked[id] = 1;
    expected.present[ngram] = std::clamp(1 - without(forest, choice, marked, places[ngram].front(), absent), 0.0, 1.0);
    for (const std::uint32_t id : places[ngram]) marked[id] = 0;
  }
  return expected;
}

LinearGain linear_bleu(double precision, double ratio, std::size_t order) {
  if (!(precision > 0) || !(ratio > 0)) throw UsageError("precision and ratio are positive");
  LinearGain gain;
  for (std::size_t n = 0; n < order; ++n) {
    gain.by_length.push_back(1 / (static_cast<double>(order) * precision * std::pow(ratio, static_cast<double>(n))));
  }
  return gain;
}

Derivation consensus(const Forest& forest, const ConsensusOptions& options) {
  return consensus(forest, std::span(&options, 1)).front();
}

std::vector<Derivation> consensus(const Forest& forest, std::span<const ConsensusOptions> options) {
  std::vector<Derivation> found(options.size());
  if (forest.empty() || options.empty()) return found;
  NgramTable table(options.front().gain.by_length.size(), true);
  const Refined refined = refine(forest, table, options.front().states);
  std::map<double, Expected> expected;  // by scale
  for (std::size_t i = 0; i < options.size(); ++i) {
    const ConsensusOptions& one = options[i];
    const auto [place, fresh] = expected.try_emplace(one.scale);
    if (fresh) place->second = expect(refined, table.size(), one.scale);
    const std::vector<double>& amounts = one.counts ? place->second.counts : place->second.present;
    std::vector<double> scores = refined.sums(one.gain.word, values_of(table, one.gain, amounts));
    for (std::uint32_t id = 0; id < scores.size(); ++id) scores[id] += one.model * one.scale * refined.forest.edge(id).score;
    decode::Best(refined.forest, {.unique = false}, scores).find(0, found[i]);
    refined.trace_back(found[i].edges);
  }
  return found;
}

std::vector<double> expected_bleu(const Forest& forest, std::span<const Derivation> derivations, const ConsensusOptions& options) {
  const std::size_t order = options.gain.by_length.size();
  NgramTable table(order, true);
  const Refined refined = refine(forest, table, options.states);
  const Expected expected = expect(refined, table.size(), options.scale, decode::kInfinity);
  decode::DerivationReader reader(forest);
  std::vector<double> values;
  for (const Derivation& derivation : derivations) {
    const std::span<const Word> words = reader.words(derivation.edges);
    FlatMap<std::uint32_t, double> counts;
    for (std::size_t begin = 0; begin < words.size(); ++begin) {
      for (std::size_t n = 1; n <= std::min(order, words.size() - begin); ++n) counts[table.find(words.subspan(begin, n))] += 1;
    }
    std::vector<double> matches(order);
    counts.for_each([&](std::uint32_t ngram, double count) {
      const double wanted = ngram < expected.counts.size() ? expected.counts[ngram] : 0;
      matches[table.length(ngram) - 1] += std::min(count, wanted);
    });
    const auto length = static_cast<double>(words.size());
    double logs = std::min(0.0, 1 - expected.length / std::max(length, 1e-9));
    for (std::size_t n = 0; n < order; ++n) {
      const double more = n > 0 ? 1 : 0, total = std::max(0.0, length - static_cast<double>(n));
      logs += std::log((matches[n] + more) / (total + more)) / static_cast<double>(order);
    }
    values.push_back(words.empty() ? 0 : std::exp(logs));
  }
  return values;
}

std::vector<Derivation> find_oracles(const Forest& forest, std::span<const std::vector<Word>> references,
                                     std::span<const Wanted> wishes, const OracleOptions& options) {
  if (forest.empty()) return {};
  NgramTable table(options.gain.by_length.size(), false);
  for (const std::vector<Word>& reference : references) table.add_text(reference);
  const Refined refined = refine(forest, table, options.states);
  const std::vector<double> gains = refined.sums(options.gain.word, values_of(table, options.gain, {}));
  std::vector<Derivation> found;
  std::vector<double> scores(gains.size());
  for (const Wanted& wish : wishes) {
    for (std::uint32_t id = 0; id < scores.size(); ++id) scores[id] = wish.model * refined.forest.edge(id).score + wish.gain * gains[id];
    decode::Best best(refined.forest, {.unique = true}, scores);
    Derivation derivation;
    for (std::size_t rank = 0; rank < options.each && best.find(rank, derivation); ++rank) {
      refined.trace_back(derivation.edges);
      found.push_back(derivation);
    }
  }
  return found;
}

}  // namespace rectrix::forest
