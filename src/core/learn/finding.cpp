#include "learn/finding.hpp"

#include <algorithm>
#include <set>

#include "base/error.hpp"
#include "base/hash.hpp"
#include "decode/best.hpp"
#include "decode/inside.hpp"

namespace rectrix::learn {
namespace {

using decode::Derivation;
using decode::Forest;

std::vector<Derivation> best(const Forest& forest, std::size_t count) {
  decode::Best search(forest, {.unique = true});
  std::vector<Derivation> found;
  Derivation derivation;
  while (found.size() < count && search.find(found.size(), derivation)) found.push_back(derivation);
  return found;
}

// A derivation that is there is not listed again.
void add(std::vector<Derivation>& list, std::set<std::vector<std::uint32_t>>& seen, Derivation derivation) {
  if (seen.insert(derivation.edges).second) list.push_back(std::move(derivation));
}

// A derivation's score is the model's again.
void rescore(const Forest& forest, Derivation& derivation) {
  derivation.score = 0;
  for (const std::uint32_t edge : derivation.edges) derivation.score += forest.edge(edge).score;
}

}  // namespace

kbest::Choose sampled(std::vector<std::uint64_t> seeds, const Sampling& options) {
  return [seeds = std::move(seeds), options](const Forest& forest, std::size_t i) {
    std::vector<Derivation> list = best(forest, 1);
    std::set<std::vector<std::uint32_t>> seen;
    for (const Derivation& one : list) seen.insert(one.edges);
    for (Derivation& one : decode::sample(forest, options.count, combine(options.seed, seeds.at(i)), options.scale)) {
      if (options.unique) {
        add(list, seen, std::move(one));
      } else {
        list.push_back(std::move(one));
      }
    }
    return list;
  };
}

kbest::Choose liked(const score::References& references, std::vector<std::size_t> sentences, std::vector<forest::Wanted> wishes,
                    const forest::OracleOptions& options) {
  for (const std::size_t sentence : sentences) {
    if (sentence >= references.sentences()) throw UsageError("a sentence has no reference");
  }
  return [&references, sentences = std::move(sentences), wishes = std::move(wishes), options](const Forest& forest, std::size_t i) {
    LocalVocabulary known = forest.target_words;
    std::vector<std::vector<Word>> texts(references.per_sentence());
    for (std::size_t r = 0; r < texts.size(); ++r) {
      for (const Word word : references.words(sentences.at(i), r)) texts[r].push_back(known.find_or_add(references.vocabulary().text(word)));
    }
    std::vector<Derivation> list = best(forest, 1);
    std::set<std::vector<std::uint32_t>> seen;
    for (const Derivation& one : list) seen.insert(one.edges);
    for (Derivation& one : forest::find_oracles(forest, texts, wishes, options)) {
      rescore(forest, one);
      add(list, seen, std::move(one));
    }
    return list;
  };
}

kbest::Choose least_risky(std::vector<forest::ConsensusOptions> options) {
  return [options = std::move(options)](const Forest& forest, std::size_t) -> std::vector<Derivation> {
    if (forest.empty()) return {};
    std::vector<Derivation> found = forest::consensus(forest, options);
    for (Derivation& one : found) rescore(forest, one);
    return found;
  };
}

kbest::Choose least_risky_of(std::vector<forest::ConsensusOptions> options, std::size_t size) {
  return [options = std::move(options), size](const Forest& forest, std::size_t) -> std::vector<Derivation> {
    const std::vector<Derivation> list = best(forest, size);
    if (list.empty()) return {};
    std::vector<Derivation> found;
    for (const forest::ConsensusOptions& one : options) {
      const std::vector<double> values = forest::expected_bleu(forest, list, one);
      found.push_back(list[static_cast<std::size_t>(std::ranges::max_element(values) - values.begin())]);
    }
    return found;
  };
}

}  // namespace rectrix::learn
