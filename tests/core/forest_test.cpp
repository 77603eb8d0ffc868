// What is computed on all derivations of a forest, against all of them listed one by one.
#include <algorithm>
#include <cassert>
#include <cmath>
#include <map>

#include "decode/best.hpp"
#include "decode/chart_decoder.hpp"
#include "decode/memory_rules.hpp"
#include "forest/consensus.hpp"
#include "forest/envelope.hpp"
#include "making.hpp"

using namespace rectrix;
using namespace rectrix::decode;

namespace {

constexpr double kScale = 0.7;

ChartDecoder make_decoder() {
  auto rules = std::make_shared<MemoryRules>(std::vector<std::string>{"p", "q"});
  const auto from = [&](const char* word) { return static_cast<grammar::Symbol>(rules->source_words().add(word)); };
  const auto to = [&](const char* word) { return static_cast<grammar::Symbol>(rules->target_words().add(word)); };
  const auto add = [&](std::vector<grammar::Symbol> source, std::vector<grammar::Symbol> target, std::vector<float> scores) {
    rules->add(MemoryRules::kEverywhere, {source, target, {}, scores});
  };
  add({from("a")}, {to("x")}, {-0.5F, 1});
  add({from("a")}, {to("y"), to("x")}, {-1, 0.25F});
  add({from("b")}, {to("y")}, {-0.25F, -1});
  add({from("b")}, {to("x")}, {-2, 0.5F});
  add({grammar::gap(0), from("b")}, {to("y"), grammar::gap(0)}, {-0.125F, 2});
  ChartParts parts{{{}, {}, std::make_shared<features::FeatureSpace>()}, rules};
  return {std::move(parts), {.pop_limit = 0}};
}

struct All {
  Forest forest;
  std::vector<Derivation> derivations;
  std::vector<std::vector<Word>> texts;
};

All all_derivations(const ChartDecoder& decoder) {
  double weights[2];
  weights[decoder.space()->add("p")] = 1;
  weights[decoder.space()->add("q")] = 0.5;
  SearchReport report;
  All all{decoder.worker()->forest({0, "a b a b", weights, true}, report), {}, {}};
  Best best(all.forest, {.unique = false});
  DerivationReader reader(all.forest);
  for (Derivation found; best.find(all.derivations.size(), found);) {
    const auto words = reader.words(found.edges);
    all.texts.emplace_back(words.begin(), words.end());
    all.derivations.push_back(found);
  }
  return all;
}

using Counts = std::map<std::vector<Word>, double>;

Counts ngrams(std::span<const Word> words, std::size_t order) {
  Counts counts;
  for (std::size_t begin = 0; begin < words.size(); ++begin) {
    for (std::size_t n = 1; n <= order && begin + n <= words.size(); ++n) {
      counts[{words.begin() + static_cast<std::ptrdiff_t>(begin), words.begin() + static_cast<std::ptrdiff_t>(begin + n)}] += 1;
    }
  }
  return counts;
}

std::vector<double> probabilities(const All& all) {
  std::vector<double> found;
  double total = 0;
  for (const Derivation& one : all.derivations) total += found.emplace_back(std::exp(kScale * one.score));
  for (double& one : found) one /= total;
  return found;
}

bool near(double a, double b) { return std::abs(a - b) < 1e-9 * (1 + std::abs(a)); }

void test_expected_counts(const All& all) {
  forest::NgramTable table(3, true);
  const forest::Refined refined = forest::refine(all.forest, table);
  const forest::Expected expected = forest::expect(refined, table.size(), kScale, 0);
  const std::vector<double> p = probabilities(all);
  Counts counts, present;
  double length = 0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    length += p[i] * static_cast<double>(all.texts[i].size());
    for (const auto& entry : ngrams(all.texts[i], 3)) {
      counts[entry.first] += p[i] * entry.second;
      present[entry.first] += p[i];
    }
  }
  assert(near(expected.length, length) && counts.size() > 10);
  for (const auto& entry : counts) {
    const std::uint32_t number = table.find(entry.first);
    assert(near(expected.counts[number], entry.second) && near(expected.present[number], present[entry.first]));
  }
}

// The worth of a translation: of its words, and of n-grams that a value is given for, as often as they are there.
double worth(std::span<const Word> words, const forest::LinearGain& gain, const Counts& values) {
  double sum = gain.word * static_cast<double>(words.size());
  for (const auto& entry : ngrams(words, gain.by_length.size())) {
    const auto value = values.find(entry.first);
    if (value != values.end()) sum += gain.by_length[entry.first.size() - 1] * value->second * entry.second;
  }
  return sum;
}

void test_consensus(const All& all) {
  forest::ConsensusOptions options;
  options.scale = kScale;
  options.gain = forest::linear_bleu(0.8, 0.6, 3);
  options.states = 1000;
  const std::vector<double> p = probabilities(all);
  Counts present;
  for (std::size_t i = 0; i < p.size(); ++i) {
    for (const auto& entry : ngrams(all.texts[i], 3)) present[entry.first] += p[i];
  }
  double best = -1e300;
  for (const auto& text : all.texts) best = std::max(best, worth(text, options.gain, present));
  DerivationReader reader(all.forest);
  const Derivation found = forest::consensus(all.forest, options);
  assert(near(worth(reader.words(found.edges), options.gain, present), best));
}

void test_oracles(const All& all) {
  const std::vector<Word> reference = all.texts.back();
  forest::OracleOptions options;
  options.gain = forest::linear_bleu(0.8, 0.6, 3);
  const forest::Wanted wishes[] = {{0, 1}, {1, 1}, {1, -1}};
  Counts liked;
  for (const auto& entry : ngrams(reference, 3)) liked[entry.first] = 1;
  const std::vector<std::vector<Word>> references{reference};
  const auto found = forest::find_oracles(all.forest, references, wishes, options);
  assert(found.size() == 3);
  DerivationReader reader(all.forest);
  for (std::size_t i = 0; i < 3; ++i) {
    const auto value = [&](std::span<const Word> words, double score) {
      return wishes[i].model * score + wishes[i].gain * worth(words, options.gain, liked);
    };
    double best = -1e300;
    for (std::size_t d = 0; d < all.derivations.size(); ++d) best = std::max(best, value(all.texts[d], all.derivations[d].score));
    double score = 0;
    for (const std::uint32_t edge : found[i].edges) score += all.forest.edge(edge).score;
    assert(near(value(reader.words(found[i].edges), score), best));
  }
}

void test_envelope(const All& all) {
  std::vector<forest::Line> lines;
  std::vector<forest::KindEdge> edges;
  std::vector<std::uint32_t> ends;
  for (std::uint32_t id = 0; id < all.forest.edges(); ++id) {
    double slope = 0;
    all.forest.for_each_feature(id, [&](features::Index feature, float value) {
      if (all.forest.features.name(feature) == "q") slope += value;
    });
    lines.push_back({slope, all.forest.edge(id).score});
    edges.push_back({id, all.forest.edge(id).tails});
  }
  for (std::uint32_t node = 0; node < all.forest.nodes(); ++node) ends.push_back(all.forest.first_edge(node + 1));
  const std::uint32_t goal = all.forest.goal();
  const auto value = [&](std::span<const std::uint32_t> derivation, double x) {
    double sum = 0;
    for (const std::uint32_t edge : derivation) sum += lines[edge].intercept + x * lines[edge].slope;
    return sum;
  };
  // With nothing known at first, and then with every other derivation.
  for (const bool some : {false, true}) {
    std::vector<std::vector<std::uint32_t>> found;
    std::vector<forest::Line> known;
    for (std::size_t d = 0; some && d < all.derivations.size(); d += 2) {
      found.push_back(all.derivations[d].edges);
      const double here = value(found.back(), 0);
      known.push_back({value(found.back(), 1) - here, here});
    }
    forest::EnvelopeSearch search;
    const auto pieces = search.search({edges, ends, std::span(&goal, 1)}, lines, known, 5, [&](std::span<const std::uint32_t> one) {
      found.emplace_back(one.begin(), one.end());
    });
    assert(pieces.size() > 1);
    for (double x = -5; x <= 5; x += 0.37) {
      double best = -1e300;
      for (const Derivation& one : all.derivations) best = std::max(best, value(one.edges, x));
      std::size_t piece = pieces.size() - 1;
      while (pieces[piece].from > x) --piece;
      assert(near(pieces[piece].at(x), best));
      assert(near(value(found[pieces[piece].line], x), best));
    }
  }
}

}  // namespace

int main() {
  const ChartDecoder decoder = make_decoder();
  const All all = all_derivations(decoder);
  assert(all.derivations.size() > 20);
  test_expected_counts(all);
  test_consensus(all);
  test_oracles(all);
  test_envelope(all);
}
