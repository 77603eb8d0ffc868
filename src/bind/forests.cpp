#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>

#include "batch.hpp"
#include "base/error.hpp"
#include "common.hpp"
#include "learn/forest_lines.hpp"
#include "metric.hpp"

namespace rectrix::bind {
namespace {

using learn::ForestLines;
using learn::Forests;
using Matrix = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

Forests gather(const decode::Decoder& decoder, const nb::list& lines, const nb::object& weights,
               const std::vector<std::uint32_t>& sentences, std::vector<std::size_t> numbers, double density, int threads) {
  const Texts texts(lines);
  const Weights vectors(weights);
  decode::Batch batch = make_batch(texts, vectors, threads, 0, nb::none());
  if (numbers.size() != batch.texts.size()) throw UsageError("one number for each sentence is needed");
  batch.numbers = std::move(numbers);
  nb::gil_scoped_release release;
  return learn::gather(decoder, batch, sentences, {.density = density});
}

}  // namespace

void register_forests(nb::module_& m) {
  nb::class_<Forests>(m, "Forests", "Forests of a tuning set: several of a sentence stand for all their translations.")
      .def(nb::init<std::shared_ptr<features::FeatureSpace>>(), "space"_a)
      .def("__len__", &Forests::size)
      .def("add", &Forests::add, "sentence"_a, "forest"_a, "One more forest of a sentence; its features join the space.")
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

  nb::class_<ForestLines>(m, "ForestLines", "Exact line searches on forests; remembers the translations that it met.")
      .def(nb::init<const Forests&>(), "forests"_a, nb::keep_alive<1, 2>())
      .def(
          "along",
          [](ForestLines& self, const In<double>& weights, const In<double>& direction, std::size_t limit, int threads) {
            nb::gil_scoped_release release;
            return self.along(view(weights), view(direction), limit, threads);
          },
          "weights"_a, "direction"_a, "limit"_a, "threads"_a = 1,
          "Find the envelopes of weights + x * direction; how many nodes had more pieces than the limit.")
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
          "judge", [](ForestLines& self, const Matrix& rows) { self.judge(std::span(rows.data(), rows.size()), rows.shape(1)); },
          "statistics"_a, "The statistics of these.")
      .def(
          "best",
          [](const ForestLines& self, int order, nb::object function, double narrowest, int neighbors) {
            const auto found = self.best(metric_of(order, std::move(function)), {narrowest, neighbors});
            return std::make_pair(found.position, found.score);
          },
          "bleu_order"_a = 0, "metric"_a = nb::none(), "narrowest"_a = 1e-6, "neighbors"_a = 0,
          nb::sig("def best(self, bleu_order: int = 0, metric: collections.abc.Callable[[NDArray[numpy.float64]], NDArray[numpy.float64]] | None = None, narrowest: float = 1e-6, neighbors: int = 0) -> tuple[float, float]"),
          "The best x of the line, and the metric there. Neighbors: intervals on each side whose mean counts.")
      .def("sums", [](const ForestLines& self) { return give(self.sums()); },
           "The summed statistics of the best translations at x = 0.");

  m.def("gather", &gather, "decoder"_a, "lines"_a, "weights"_a, "sentences"_a, "numbers"_a, "density"_a, "threads"_a = 1,
        nb::sig("def gather(decoder: rectrix._core.decode.Decoder, lines: list[str], weights: numpy.typing.NDArray[numpy.float64], sentences: collections.abc.Sequence[int], numbers: collections.abc.Sequence[int], density: float, threads: int = 1) -> Forests"),
        "The forests of sentences, pruned to so many edges per edge of the best derivation. Sentences: their numbers in the "
        "tuning set; numbers: those by which the decoder knows them.");
}

}  // namespace rectrix::bind
