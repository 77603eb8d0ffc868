#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/tuple.h>

#include "batch.hpp"
#include "base/error.hpp"
#include "common.hpp"
#include "learn/finding.hpp"
#include "learn/forest_lines.hpp"
#include "metric.hpp"

namespace rectrix::bind {
namespace {

using learn::ForestLines;
using learn::Forests;
using Matrix = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

Forests gather(const decode::Decoder& decoder, const nb::list& lines, const nb::object& weights,
               const std::vector<std::uint32_t>& sentences, std::vector<std::size_t> numbers, double density,
               int threads) {
  const Texts texts(lines);
  const Weights vectors(weights);
  decode::Batch batch = make_batch(texts, vectors, threads, 0, nb::none());
  if (numbers.size() != batch.texts.size()) throw UsageError("one number for each sentence is needed");
  batch.numbers = std::move(numbers);
  nb::gil_scoped_release release;
  return learn::gather(decoder, batch, sentences, {.density = density});
}

// Decodes and lists what `choose` finds.
struct Asked {
  Texts texts;
  Weights vectors;
  decode::Batch batch;

  Asked(const nb::list& lines, const nb::object& weights, std::vector<std::size_t> numbers, int threads,
        nb::object tick)
      : texts(lines), vectors(weights), batch(make_batch(texts, vectors, threads, 0, std::move(tick))) {
    if (!numbers.empty() && numbers.size() != batch.texts.size()) {
      throw UsageError("one number for each sentence, or none");
    }
    batch.numbers = std::move(numbers);
  }
  kbest::Extracted extract(const decode::Decoder& decoder, kbest::ExtractOptions options) const {
    nb::gil_scoped_release release;
    return kbest::extract(decoder, batch, options);
  }
};

void register_finding(nb::module_& m) {
  m.def(
      "sampled_lists",
      [](const decode::Decoder& decoder, const nb::list& lines, const nb::object& weights,
         std::vector<std::uint64_t> seeds, std::size_t count, double scale, std::uint64_t seed, bool unique,
         std::vector<std::size_t> numbers) {
        const Asked asked(lines, weights, std::move(numbers), 1, nb::none());
        if (seeds.size() != asked.batch.texts.size()) throw UsageError("one seed for each sentence is needed");
        const learn::Sampling sampling{.count = count, .scale = scale, .seed = seed, .unique = unique};
        return asked.extract(decoder, {.choose = learn::sampled(std::move(seeds), sampling)}).lists;
      },
      "decoder"_a, "lines"_a, "weights"_a, "seeds"_a, "count"_a, "scale"_a, "seed"_a, "unique"_a, "numbers"_a,
      nb::sig("def sampled_lists(decoder: rectrix._core.decode.Decoder, lines: list[str], weights: "
              "numpy.typing.NDArray[numpy.float64], seeds: collections.abc.Sequence[int], count: int, scale: float, "
              "seed: int, unique: bool, numbers: collections.abc.Sequence[int]) -> rectrix._core.kbest.Lists"),
      "Of each sentence the model's best derivation, and derivations drawn with probability ~ exp(scale * score).");
  m.def(
      "liked_lists",
      [](const decode::Decoder& decoder, const nb::list& lines, const nb::object& weights,
         const score::References& references, std::vector<std::size_t> sentences,
         const std::vector<std::pair<double, double>>& wishes, const std::vector<double>& worths, std::size_t each,
         double density, std::size_t states, std::vector<std::size_t> numbers) {
        const Asked asked(lines, weights, std::move(numbers), 1, nb::none());
        if (sentences.size() != asked.batch.texts.size()) throw UsageError("one number for each sentence is needed");
        std::vector<forest::Wanted> wanted;
        for (const auto& [model, gain] : wishes) wanted.push_back({model, gain});
        if (worths.size() < 2) throw UsageError("the worth of a word and of n-grams are needed");
        const forest::LinearGain gain{worths.front(), {worths.begin() + 1, worths.end()}};
        const forest::OracleOptions options{gain, each, states};
        kbest::Choose choose = learn::liked(references, std::move(sentences), std::move(wanted), options);
        return asked.extract(decoder, {.density = density, .choose = std::move(choose)}).lists;
      },
      "decoder"_a, "lines"_a, "weights"_a, "references"_a, "sentences"_a, "wishes"_a, "worths"_a, "each"_a,
      "density"_a, "states"_a, "numbers"_a,
      nb::sig("def liked_lists(decoder: rectrix._core.decode.Decoder, lines: list[str], weights: "
              "numpy.typing.NDArray[numpy.float64], references: rectrix._core.score.References, sentences: "
              "collections.abc.Sequence[int], wishes: collections.abc.Sequence[tuple[float, float]], worths: "
              "collections.abc.Sequence[float], each: int, density: float, states: int, numbers: "
              "collections.abc.Sequence[int]) -> rectrix._core.kbest.Lists"),
      "Of each sentence the model's best derivation, and for each wish (m, g) those with the highest m * score + g * "
      "gain, which is a sum over words and over matches of 1, 2 ... words: their worths.");
  m.def(
      "consensus_lists",
      [](const decode::Decoder& decoder, const nb::list& lines, const nb::object& weights,
         const std::vector<std::tuple<double, double, double, double>>& options, bool counts, std::size_t size,
         double density, std::size_t states, int threads, std::vector<std::size_t> numbers, const nb::list& constraints,
         bool alignments) {
        Asked asked(lines, weights, std::move(numbers), threads, nb::none());
        asked.batch.constraints = constraints_of(constraints, asked.batch.texts.size());
        std::vector<forest::ConsensusOptions> all;
        for (const auto& [scale, precision, ratio, model] : options) {
          all.push_back({scale, forest::linear_bleu(precision, ratio), model, counts, states});
        }
        auto choose = size == 0 ? learn::least_risky(std::move(all)) : learn::least_risky_of(std::move(all), size);
        kbest::Extracted found = asked.extract(
            decoder, {.density = density, .choose = std::move(choose), .alignments = alignments, .grow = false});
        return nb::make_tuple(std::move(found.lists), found.reports);
      },
      "decoder"_a, "lines"_a, "weights"_a, "options"_a, "counts"_a, "size"_a, "density"_a, "states"_a, "threads"_a = 1,
      "numbers"_a = std::vector<std::size_t>(), "constraints"_a = nb::list(), "alignments"_a = false,
      nb::sig("def consensus_lists(decoder: rectrix._core.decode.Decoder, lines: list[str], weights: "
              "numpy.typing.NDArray[numpy.float64], options: collections.abc.Sequence[tuple[float, float, float, "
              "float]], counts: bool, size: int, density: float, states: int, threads: int = 1, numbers: "
              "collections.abc.Sequence[int] = [], constraints: list[rectrix._core.decode.Constraints | None] = [], "
              "alignments: bool = False) -> tuple[rectrix._core.kbest.Lists, list[rectrix._core.decode.SearchReport]]"),
      "The translation with the best expected gain of each sentence, for each of the options (scale, precision, ratio, "
      "weight of the model), and reports. Size 0: expected linear BLEU over all derivations of the pruned forest; else "
      "BLEU against its expected counts, of so many best.");
}

}  // namespace

void register_forests(nb::module_& m) {
  nb::class_<Forests>(m, "Forests", "Forests of a tuning set: several of a sentence stand for all their translations.")
      .def(nb::init<std::shared_ptr<features::FeatureSpace>>(), "space"_a)
      .def("__len__", &Forests::size)
      .def("add", &Forests::add, "sentence"_a, "forest"_a,
           "One more forest of a sentence; its features join the space.")
      .def("join", &Forests::join, "others"_a, nb::call_guard<nb::gil_scoped_release>(), "Add all forests of others.")
      .def_prop_ro("space", &Forests::space, "The feature space of the edges.")
      .def_prop_ro("edges", &Forests::edges, "The number of edges of all forests.")
      .def_prop_ro("sentences", &Forests::sentences, "One more than the highest number of a sentence.")
      .def("__getstate__",
           [](const Forests& self) {
             const std::string bytes = self.bytes();
             return nb::bytes(bytes.data(), bytes.size());
           })
      .def("__setstate__", [](Forests& self, const nb::bytes& bytes) {
        new (&self) Forests(Forests::from_bytes(std::string(bytes.c_str(), bytes.size())));
      });

  nb::class_<ForestLines>(m, "ForestLines", "Exact line searches on forests; remembers the derivations that it met.")
      .def(nb::init<const Forests&>(), "forests"_a, nb::keep_alive<1, 2>())
      .def(
          "along",
          [](ForestLines& self, const In<double>& weights, const In<double>& direction, double reach, int threads) {
            nb::gil_scoped_release release;
            self.along(view(weights), view(direction), reach, threads);
          },
          "weights"_a, "direction"_a, "reach"_a, "threads"_a = 1,
          "Find the envelopes of weights + x * direction for x from -reach to reach.")
      .def(
          "pieces",
          [](const ForestLines& self, std::size_t sentence) {
            std::vector<std::pair<double, std::size_t>> pieces;
            for (const auto& piece : self.pieces(sentence)) pieces.emplace_back(piece.from, piece.row);
            return pieces;
          },
          "sentence"_a, "Where each piece of a sentence's envelope begins, and the number of its translation.")
      .def(
          "fresh",
          [](ForestLines& self) {
            std::vector<std::int64_t> sentences;
            kbest::Lists lists = self.fresh(sentences);
            return nb::make_tuple(std::move(lists), give(std::move(sentences)));
          },
          nb::sig("def fresh(self) -> tuple[rectrix._core.kbest.Lists, NDArray[numpy.int64]]"),
          "The translations that have no statistics yet, and the sentence of each list.")
      .def(
          "judge",
          [](ForestLines& self, const Matrix& rows) { self.judge(std::span(rows.data(), rows.size()), rows.shape(1)); },
          "statistics"_a, "The statistics of these.")
      .def(
          "best",
          [](const ForestLines& self, int order, nb::object function, double narrowest, int neighbors) {
            const auto found = self.best(metric_of(order, std::move(function)), {narrowest, neighbors});
            return std::make_pair(found.position, found.score);
          },
          "bleu_order"_a = 0, "metric"_a = nb::none(), "narrowest"_a = 1e-6, "neighbors"_a = 0,
          nb::sig("def best(self, bleu_order: int = 0, metric: collections.abc.Callable[[NDArray[numpy.float64]], "
                  "NDArray[numpy.float64]] | None = None, narrowest: float = 1e-6, neighbors: int = 0) -> tuple[float, "
                  "float]"),
          "The best x of the line, and the metric there. Neighbors: intervals on each side whose mean counts.")
      .def("sums", [](const ForestLines& self) { return give(self.sums()); },
           "The summed statistics of the best translations at x = 0.");

  register_finding(m);
  m.def("gather", &gather, "decoder"_a, "lines"_a, "weights"_a, "sentences"_a, "numbers"_a, "density"_a,
        "threads"_a = 1,
        nb::sig("def gather(decoder: rectrix._core.decode.Decoder, lines: list[str], weights: "
                "numpy.typing.NDArray[numpy.float64], sentences: collections.abc.Sequence[int], numbers: "
                "collections.abc.Sequence[int], density: float, threads: int = 1) -> Forests"),
        "The forests of sentences, pruned to so many edges per edge of the best derivation. Sentences: their numbers "
        "in the tuning set; numbers: those by which the decoder knows them.");
}

}  // namespace rectrix::bind
