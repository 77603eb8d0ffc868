#include <nanobind/stl/pair.h>

#include "base/error.hpp"
#include "decode/best.hpp"
#include "forest.hpp"
#include "forest/consensus.hpp"

namespace rectrix::bind {
namespace {

using decode::Derivation;
using decode::Forest;

std::vector<std::vector<Word>> words_of(const Forest& forest, const std::vector<nb::str>& lines) {
  LocalVocabulary known = forest.target_words;
  std::vector<std::vector<Word>> found;
  for (const nb::str& line : lines) {
    const std::string bytes = bytes_of(line);
    std::string_view text = bytes;
    found.emplace_back();
    for (std::string_view word = take_word(text); !word.empty(); word = take_word(text)) {
      found.back().push_back(known.find_or_add(word));
    }
  }
  return found;
}

nb::tuple expected(const Forest& forest, std::size_t order, double scale, std::size_t states) {
  forest::NgramTable table(order, true);
  const forest::Refined refined = forest::refine(forest, table, states);
  const forest::Expected found = forest::expect(refined, table.size(), scale, 0);
  nb::dict counts, present;
  for (std::uint32_t ngram = 1; ngram < table.size(); ++ngram) {
    std::string text;
    for (const Word word : table.words(ngram)) {
      text += (text.empty() ? "" : " ") + std::string(refined.forest.target_words.text(word));
    }
    counts[text_of(text)] = found.counts[ngram];
    present[text_of(text)] = found.present[ngram];
  }
  return nb::make_tuple(counts, present, found.length, refined.capped);
}

forest::ConsensusOptions options_of(double scale, double word, const std::vector<double>& by_length, double model,
                                    bool counts, std::size_t states) {
  return {.scale = scale, .gain = {word, by_length}, .model = model, .counts = counts, .states = states};
}

}  // namespace

void add_consensus(nb::class_<Forest>& forest) {
  constexpr std::size_t kAll = 1'000'000;
  forest
      .def("expected", &expected, "order"_a = 4, "scale"_a = 1.0, "states"_a = kAll,
           nb::sig("def expected(self, order: int = 4, scale: float = 1.0, states: int = 1000000) -> tuple[dict[str, "
                   "float], dict[str, float], float, int]"),
           "Of every n-gram, how often it is expected in a translation and the probability that it is in it; the "
           "expected number of words; and how many nodes had more states than the limit.")
      .def(
          "consensus",
          [](const Forest& f, double word, const std::vector<double>& by_length, double scale, double model,
             bool counts, std::size_t states) {
            return describe(f, forest::consensus(f, options_of(scale, word, by_length, model, counts, states)));
          },
          "word"_a, "by_length"_a, "scale"_a = 1.0, "model"_a = 0.0, "counts"_a = false, "states"_a = kAll,
          nb::sig("def consensus(self, word: float, by_length: Sequence[float], scale: float = 1.0, model: float = "
                  "0.0, counts: bool = False, states: int = 1000000) -> dict[str, typing.Any]"),
          "The derivation with the best expected gain: word for each word and by_length[n - 1] times the probability "
          "(or the expected count) of each n-gram; model: weight of the scaled model score. Its score is that sum.")
      .def(
          "expected_bleu",
          [](const Forest& f, std::size_t k, double scale, std::size_t order, std::size_t states) {
            decode::Best best(f, {.unique = true});
            std::vector<Derivation> found;
            Derivation derivation;
            while (found.size() < k && best.find(found.size(), derivation)) found.push_back(derivation);
            const std::vector<double> values =
                forest::expected_bleu(f, found, options_of(scale, 0, std::vector<double>(order), 0, true, states));
            nb::list result;
            for (std::size_t i = 0; i < found.size(); ++i) {
              result.append(nb::make_tuple(values[i], describe(f, found[i])));
            }
            return result;
          },
          "k"_a, "scale"_a = 1.0, "order"_a = 4, "states"_a = kAll,
          nb::sig("def expected_bleu(self, k: int, scale: float = 1.0, order: int = 4, states: int = 1000000) -> "
                  "list[tuple[float, dict[str, typing.Any]]]"),
          "Of each of the k best translations the BLEU whose reference has the expected counts and length.")
      .def(
          "oracles",
          [](const Forest& f, const std::vector<nb::str>& references,
             const std::vector<std::pair<double, double>>& wishes, double word, const std::vector<double>& by_length,
             std::size_t each, std::size_t states) {
            std::vector<forest::Wanted> wanted;
            for (const auto& [model, gain] : wishes) wanted.push_back({model, gain});
            nb::list result;
            const forest::OracleOptions options{.gain = {word, by_length}, .each = each, .states = states};
            for (const Derivation& derivation : forest::find_oracles(f, words_of(f, references), wanted, options)) {
              result.append(describe(f, derivation));
            }
            return result;
          },
          "references"_a, "wishes"_a, "word"_a, "by_length"_a, "each"_a = 1, "states"_a = kAll,
          nb::sig("def oracles(self, references: Sequence[str], wishes: Sequence[tuple[float, float]], word: float, "
                  "by_length: Sequence[float], each: int = 1, states: int = 1000000) -> list[dict[str, typing.Any]]"),
          "For each wish (m, g) the derivations with the highest m * score + g * gain, where the gain is `word` for "
          "each word and by_length[n - 1] for each n-gram that a reference has. Their scores are those sums.");
}

}  // namespace rectrix::bind
