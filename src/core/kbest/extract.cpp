#include "kbest/extract.hpp"

#include <utility>

#include "decode/best.hpp"
#include "decode/derivation.hpp"
#include "decode/restrict.hpp"

namespace rectrix::kbest {
namespace {

// One sentence's list with words and features still in their local numbers.
struct Part {
  decode::SearchReport report;
  features::SentenceFeatures features;
  std::vector<std::string> words;  // the list's own, by their place here
  std::vector<Word> tokens;
  std::vector<std::size_t> token_ends, feature_ends;
  std::vector<double> scores;
  std::vector<decode::LocalFeature> values;
  std::vector<std::string> trees;
};

std::vector<decode::Derivation> best(const decode::Forest& forest, const ExtractOptions& options) {
  decode::Best search(forest, {.unique = options.unique});
  std::vector<decode::Derivation> found;
  decode::Derivation derivation;
  while (found.size() < options.size && search.find(found.size(), derivation)) found.push_back(derivation);
  return found;
}

std::vector<decode::Derivation> chosen(const decode::Forest& forest, const ExtractOptions& options, std::size_t i) {
  return options.choose ? options.choose(forest, i) : best(forest, options);
}

void read_features(const decode::Forest& forest, std::span<const decode::LocalFeature> features, Part& part) {
  for (const auto& [feature, value] : features) {
    if (value != 0) part.values.emplace_back(part.features.adopt(forest.features, feature), value);
  }
}

// Only features that the list has are kept: a forest's are many more.
void read_list(const decode::Forest& forest, std::span<const decode::Derivation> derivations, const ExtractOptions& options, Part& part) {
  part.features = forest.features.emptied();
  decode::DerivationReader reader(forest);
  FlatMap<std::uint32_t, Word> places;
  for (const decode::Derivation& derivation : derivations) {
    for (const Word word : reader.words(derivation.edges)) {
      const auto [place, fresh] = places.insert(word, static_cast<Word>(part.words.size()));
      if (fresh) part.words.emplace_back(forest.target_words.text(word));
      part.tokens.push_back(place);
    }
    part.token_ends.push_back(part.tokens.size());
    if (options.features) read_features(forest, reader.features(derivation.edges), part);
    part.feature_ends.push_back(part.values.size());
    part.scores.push_back(derivation.score);
    if (options.alignments) part.report.alignments.push_back(reader.alignment(derivation.edges));
    if (options.trees) part.trees.push_back(reader.tree(derivation.edges));
  }
}

void append(Part& part, Extracted& result) {
  Lists& lists = result.lists;
  lists.begin_sentence();
  const std::vector<features::Index> indexes = part.features.resolve(lists.space());
  std::vector<Word> words;
  for (const std::string& word : part.words) words.push_back(lists.words().add(word));
  std::vector<Word> tokens;
  std::vector<std::pair<features::Index, float>> values;
  for (std::size_t h = 0, token = 0, value = 0; h < part.scores.size(); ++h) {
    tokens.clear();
    values.clear();
    for (; token < part.token_ends[h]; ++token) tokens.push_back(words[part.tokens[token]]);
    for (; value < part.feature_ends[h]; ++value) {
      values.emplace_back(indexes[part.values[value].first], part.values[value].second);
    }
    lists.add(tokens, part.scores[h], values);
  }
  result.reports.push_back(std::move(part.report));
  for (std::string& tree : part.trees) result.trees.push_back(std::move(tree));
}

}  // namespace

Extracted extract(const decode::Decoder& decoder, decode::Batch batch, const ExtractOptions& options) {
  batch.features = true;
  std::vector<Part> parts(batch.texts.size());
  decode::for_each_sentence(decoder, batch, [&](decode::Worker& worker, const decode::Request& request, std::size_t i) {
    if (options.density >= 0) {
      const decode::Forest forest = worker.forest(request, parts[i].report);
      const decode::Forest pruned = forest.empty() ? forest : decode::prune(forest, {.density = options.density});
      return read_list(pruned, chosen(pruned, options, i), options, parts[i]);
    }
    decode::Forest forest = worker.bare_forest(request, parts[i].report);
    const std::vector<decode::Derivation> derivations = chosen(forest, options, i);
    for (const decode::Derivation& derivation : derivations) {
      if (options.features) worker.describe(forest, derivation.edges);
    }
    read_list(forest, derivations, options, parts[i]);
  });
  Extracted result{Lists(options.grow ? decoder.space() : std::make_shared<features::FeatureSpace>(*decoder.space())), {}, {}};
  for (Part& part : parts) {
    append(part, result);
    part = {};
  }
  return result;
}

}  // namespace rectrix::kbest
