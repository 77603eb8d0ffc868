#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>

#include <algorithm>
#include <array>
#include <optional>

#include "base/error.hpp"
#include "common.hpp"
#include "decode/best.hpp"
#include "decode/derivation.hpp"
#include "decode/forest.hpp"
#include "decode/inside.hpp"
#include "decode/restrict.hpp"
#include "forest.hpp"
#include "forest/envelope.hpp"
#include "symbols.hpp"

namespace rectrix::bind {
namespace {

using decode::Derivation;
using decode::Forest;
using decode::LocalFeature;
using decode::kNone;

// Words, and gaps as [1] and [2].
std::string side(std::span<const grammar::Symbol> symbols, const LocalVocabulary& words) {
  std::string text;
  for (const grammar::Symbol symbol : symbols) {
    if (!text.empty()) text += ' ';
    if (grammar::is_gap(symbol)) {
      text += '[' + std::to_string(grammar::gap_number(symbol) + 1) + ']';
    } else {
      text += words.text(static_cast<Word>(symbol));
    }
  }
  return text;
}

nb::dict step(const Forest& forest, std::uint32_t id) {
  const decode::Edge& edge = forest.edge(id);
  const grammar::Rule rule = forest.rules()[edge.rule];
  const decode::Span span = forest.span(edge.head);
  std::vector<std::pair<int, int>> links;
  for (const grammar::Link link : rule.links) links.emplace_back(link.source, link.target);
  decode::DerivationReader reader(forest);
  nb::dict features;
  for (const auto& [feature, value] : reader.features(std::array{id})) {
    features[nb::cast(forest.features.name(feature))] = value;
  }
  nb::dict result;
  result["span"] = std::pair(span.begin, span.end);
  result["source"] = text_of(side(rule.source, forest.source_words));
  result["target"] = text_of(side(rule.target, forest.target_words));
  result["links"] = links;
  result["score"] = edge.score;
  result["features"] = features;
  result["tails"] = std::count_if(edge.tails.begin(), edge.tails.end(), [](std::uint32_t tail) {
    return tail != kNone;
  });
  return result;
}

// Numbers of the forest's words; others that it cannot have.
std::vector<Word> words_of(const Forest& forest, std::string_view text) {
  LocalVocabulary known = forest.target_words;
  std::vector<Word> words;
  for (std::string_view w = take_word(text); !w.empty(); w = take_word(text)) words.push_back(known.find_or_add(w));
  return words;
}

void check_edges(const Forest& forest, const std::vector<std::uint32_t>& edges) {
  for (const std::uint32_t edge : edges) {
    if (edge >= forest.edges()) throw nb::index_error();
  }
}

nb::list describe_all(const Forest& forest, const std::vector<Derivation>& derivations) {
  nb::list result;
  for (const Derivation& derivation : derivations) result.append(describe(forest, derivation));
  return result;
}

void add_building(nb::class_<Forest>& forest) {
  forest
      .def(
          "__init__",
          [](Forest* self) {
            const auto words = std::make_shared<const Vocabulary>();
            new (self) Forest(words, words);
          },
          "A forest to be built by hand.")
      .def(
          "add_feature", [](Forest& f, std::string_view name) { return f.features.add(name); }, "name"_a,
          "The local number of a feature.")
      .def("set_columns", &Forest::set_columns, "features"_a, "The features of the edges' stateful values.")
      .def(
          "add_rule",
          [](Forest& f, std::string_view source, std::string_view target, const std::vector<LocalFeature>& features) {
            const auto from = symbols(source, f.source_words);
            const auto to = symbols(target, f.target_words);
            return f.add_rule({from, to, {}, {}}, features);
          },
          "source"_a, "target"_a, "features"_a, "A rule's number; its gaps are [1] and [2].")
      .def(
          "add_node", [](Forest& f, std::uint32_t begin, std::uint32_t end) { return f.add_node({begin, end}); },
          "begin"_a, "end"_a, "A node's number; tails come before heads, and the last node is the goal.")
      .def(
          "add_edge",
          [](Forest& f, std::uint32_t rule, const std::vector<std::uint32_t>& tails, double score,
             const std::vector<float>& stateful, const std::vector<LocalFeature>& more) {
            if (tails.size() > 2) throw UsageError("an edge has at most two tails");
            std::array<std::uint32_t, 2> both{kNone, kNone};
            std::copy(tails.begin(), tails.end(), both.begin());
            f.add_edge(rule, both, score, stateful, more);
          },
          "rule"_a, "tails"_a, "score"_a, "stateful"_a = std::vector<float>(), "more"_a = std::vector<LocalFeature>(),
          "An edge into the node added last.");
}

void add_sums(nb::class_<Forest>& forest) {
  forest
      .def(
          "sums",
          [](const Forest& f, double scale) {
            decode::Sums all = decode::sums(f, scale);
            return nb::make_tuple(all.total, give(std::move(all.inside)), give(std::move(all.outside)));
          },
          "scale"_a = 1.0,
          nb::sig("def sums(self, scale: float = 1.0) -> tuple[float, numpy.typing.NDArray[numpy.float64], "
                  "numpy.typing.NDArray[numpy.float64]]"),
          "Logarithms of sums of exp(scale * score) over derivations: of the goal, inside and outside of each node.")
      .def(
          "posteriors", [](const Forest& f, double scale) { return give(decode::posteriors(f, scale)); },
          "scale"_a = 1.0, "The probability of each edge.")
      .def(
          "expectations", [](const Forest& f, double scale) { return give(decode::expectations(f, scale)); },
          "scale"_a = 1.0, "The expected value of each feature, by local number.")
      .def(
          "sample",
          [](const Forest& f, std::size_t count, std::uint64_t seed, double scale) {
            return describe_all(f, decode::sample(f, count, seed, scale));
          },
          "count"_a, "seed"_a, "scale"_a = 1.0,
          nb::sig("def sample(self, count: int, seed: int, scale: float = 1.0) -> list[dict[str, typing.Any]]"),
          "Derivations drawn at random with probability ~ exp(scale * score).");
}

std::vector<double> along(const Forest& forest, const std::vector<double>& weights) {
  if (weights.size() != forest.features.size()) {
    throw UsageError("one number for each of the forest's features is needed");
  }
  std::vector<double> scores(forest.edges());
  for (std::uint32_t id = 0; id < forest.edges(); ++id) {
    forest.for_each_feature(id, [&](features::Index f, float value) {
      scores[id] += weights[f] * static_cast<double>(value);
    });
  }
  return scores;
}

nb::list envelope(const Forest& forest, const std::vector<double>& weights, const std::vector<double>& direction,
                  double reach) {
  nb::list pieces;
  if (forest.empty()) return pieces;
  const std::vector<double> slopes = along(forest, direction), intercepts = along(forest, weights);
  std::vector<forest::KindEdge> edges;  // each of a kind of its own
  std::vector<std::uint32_t> ends;
  std::vector<forest::Line> lines;
  for (std::uint32_t id = 0; id < forest.edges(); ++id) {
    edges.push_back({id, forest.edge(id).tails});
    lines.push_back({slopes[id], intercepts[id]});
  }
  for (std::uint32_t node = 0; node < forest.nodes(); ++node) ends.push_back(forest.first_edge(node + 1));
  const std::uint32_t goal = forest.goal();
  std::vector<std::vector<std::uint32_t>> found;
  forest::EnvelopeSearch search;
  const auto keep = [&](std::span<const std::uint32_t> derivation) { found.emplace_back(derivation.begin(), derivation.end()); };
  for (const EnvelopePiece& piece : search.search({edges, ends, std::span(&goal, 1)}, lines, {}, reach, keep)) {
    const Derivation derivation{found[piece.line], piece.intercept};
    pieces.append(nb::make_tuple(piece.from, piece.slope, piece.intercept, describe(forest, derivation)));
  }
  return pieces;
}

}  // namespace

nb::dict describe(const Forest& forest, const Derivation& derivation) {
  decode::DerivationReader reader(forest);
  std::string text;
  for (const Word word : reader.words(derivation.edges)) {
    if (!text.empty()) text += ' ';
    text += forest.target_words.text(word);
  }
  nb::dict features;
  for (const auto& [feature, value] : reader.features(derivation.edges)) {
    features[nb::cast(forest.features.name(feature))] = value;
  }
  nb::dict result;
  result["text"] = text;
  result["score"] = derivation.score;
  result["features"] = features;
  result["edges"] = derivation.edges;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> links;
  for (const auto [source, target] : reader.alignment(derivation.edges)) links.emplace_back(source, target);
  result["alignment"] = links;
  return result;
}

void register_forest(nb::module_& m) {
  nb::class_<Forest> forest(m, "Forest", "A hypergraph of translations: what search leaves behind.");
  add_building(forest);
  add_sums(forest);
  add_consensus(forest);
  forest.def_prop_ro("nodes", &Forest::nodes)
      .def_prop_ro("edges", &Forest::edges)
      .def(
          "feature_names",
          [](const Forest& f) {
            std::vector<std::string> names;
            for (features::Index i = 0; i < f.features.size(); ++i) names.push_back(f.features.name(i));
            return names;
          },
          "The features' names, by local number.")
      .def(
          "edge",
          [](const Forest& f, std::uint32_t id) {
            if (id >= f.edges()) throw nb::index_error();
            const decode::Edge& edge = f.edge(id);
            std::vector<std::uint32_t> tails;
            for (const std::uint32_t tail : edge.tails) {
              if (tail != kNone) tails.push_back(tail);
            }
            return nb::make_tuple(edge.head, edge.rule, tails, edge.score);
          },
          "edge"_a, nb::sig("def edge(self, edge: int) -> tuple[int, int, list[int], float]"),
          "Head, rule, tails and score of an edge.")
      .def(
          "reweight", [](Forest& f, const In<double>& weights) { f.reweight(view(weights)); }, "weights"_a,
          "Score every edge again by weights of the features, by local number.")
      .def(
          "viterbi",
          [](const Forest& f) -> nb::object {
            const Derivation best = decode::viterbi(f);
            return best.edges.empty() ? nb::object(nb::none()) : nb::object(describe(f, best));
          },
          nb::sig("def viterbi(self) -> dict[str, typing.Any] | None"), "The best derivation, None if there is none.")
      .def(
          "kbest",
          [](const Forest& f, std::size_t k, bool unique) {
            decode::Best best(f, {.unique = unique});
            nb::list result;
            Derivation derivation;
            for (std::size_t rank = 0; rank < k && best.find(rank, derivation); ++rank) {
              result.append(describe(f, derivation));
            }
            return result;
          },
          "k"_a, "unique"_a = true,
          nb::sig("def kbest(self, k: int, unique: bool = True) -> list[dict[str, typing.Any]]"),
          "The k best derivations, best first: text, score, features, edges and word alignment of each.")
      .def("envelope", &envelope, "weights"_a, "direction"_a, "reach"_a = 1e6,
           nb::sig("def envelope(self, weights: Sequence[float], direction: Sequence[float], reach: float = 1e6) -> "
                   "list[tuple[float, float, float, dict[str, typing.Any]]]"),
           "The best derivation for every x of weights + x * direction (both by local number of features) from -reach to "
           "reach: from where on it is the best, slope and intercept of its score, and the derivation, with its score at "
           "x = 0.")
      .def(
          "tree",
          [](const Forest& f, const std::vector<std::uint32_t>& edges) {
            check_edges(f, edges);
            return decode::DerivationReader(f).tree(edges);
          },
          "edges"_a, "A picture of a derivation: (span source ||| target (tail) (tail)).")
      .def(
          "steps",
          [](const Forest& f, const std::vector<std::uint32_t>& edges) {
            check_edges(f, edges);
            nb::list result;
            for (const std::uint32_t edge : edges) result.append(step(f, edge));
            return result;
          },
          "edges"_a, nb::sig("def steps(self, edges: Sequence[int]) -> list[dict[str, typing.Any]]"),
          "The rules of a derivation, each before those of its tails: span of source words, source and target side "
          "with gaps [1] and [2], links, score, features and number of tails.")
      .def(
          "prune",
          [](const Forest& f, double beam, double density) {
            return decode::prune(f, {.beam = beam, .density = density});
          },
          "beam"_a = -1.0, "density"_a = -1.0, "The better part of the forest; negative: no limit.")
      .def(
          "constrain",
          [](const Forest& f, std::string_view text) -> std::optional<Forest> {
            Forest result = decode::constrain(f, words_of(f, text));
            if (result.empty()) return std::nullopt;
            return result;
          },
          "text"_a, "The derivations of a given translation; None if the forest cannot reach it.")
      .def(
          "complete",
          [](const Forest& f, std::string_view text) -> std::optional<Forest> {
            const std::size_t blank = text.rfind(' ') + 1;  // 0 if there is none
            Forest result = decode::complete(f, words_of(f, text.substr(0, blank)), text.substr(blank));
            if (result.empty()) return std::nullopt;
            return result;
          },
          "text"_a,
          "The derivations whose text begins with the given one, which may end within a word; None if there are none.");
}

}  // namespace rectrix::bind
