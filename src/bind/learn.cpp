
#include <nanobind/stl/pair.h>

#include <memory>

#include "base/error.hpp"
#include "common.hpp"
#include "learn/kbmira.hpp"
#include "learn/mert.hpp"
#include "learn/sampling.hpp"
#include "metric.hpp"

namespace rectrix::bind {
namespace {

using Matrix = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

// Keeps Python's arrays alive beside the core's view of them.
struct Held {
  In<std::int64_t> list_begin, feature_begin;
  In<std::int32_t> feature_ids;
  In<float> feature_values;
  Matrix statistics;
  learn::ListsView view;

  Held(In<std::int64_t> lists, In<std::int64_t> begins, In<std::int32_t> ids, In<float> values, Matrix rows)
      : list_begin(lists), feature_begin(begins), feature_ids(ids), feature_values(values), statistics(rows) {
    view = {bind::view(list_begin), bind::view(feature_begin), bind::view(feature_ids), bind::view(feature_values),
            std::span(statistics.data(), statistics.size()), statistics.shape(1), 0, false};
    view.check();
  }
};

void check_order(const Held& held, int order) {
  if (order > 0 && held.view.width != 2 * static_cast<std::size_t>(order) + 2) {
    throw UsageError("these are not BLEU's statistics");
  }
}

nb::tuple run_mert(const Held& held, Matrix starts, int order, nb::object function, nb::object tick,
                   const learn::MertOptions& options) {
  check_order(held, order);
  const learn::Metric metric = metric_of(order, std::move(function));
  const Tick report = ticks(std::move(tick));
  std::vector<learn::MertResult> results;
  {
    nb::gil_scoped_release release;
    results = learn::mert(held.view, metric, std::span(starts.data(), starts.size()), starts.shape(1), options, report);
  }
  nb::list out;
  for (learn::MertResult& result : results) {
    out.append(nb::make_tuple(give(std::move(result.weights)), result.score, result.start_score, result.line_searches));
  }
  return nb::tuple(out);
}

template <class Real>
void register_kbmira(nb::module_& m, const char* name, const char* doc) {
  using Learner = learn::KbMiraSolver<Real>;
  nb::class_<Learner>(m, name, doc)
      .def(
          "__init__",
          [](Learner* self, const Held& held, In<double> start, int order, In<double> gains, double cap, double decay,
             bool model_background, bool safe_hope) {
            const learn::KbMiraOptions options{
                .cap = cap, .decay = decay, .model_background = model_background, .safe_hope = safe_hope};
            new (self) Learner(held.view, order, view(gains), view(start), options);
          },
          "lists"_a, "start"_a, "bleu_order"_a, "gains"_a, "cap"_a = 0.01, "decay"_a = 0.999,
          "model_background"_a = false, "safe_hope"_a = false, nb::keep_alive<1, 2>(), nb::keep_alive<1, 5>())
      .def(
          "run",
          [](Learner& self, In<std::int64_t> order) {
            nb::gil_scoped_release release;
            const auto pass = self.pass(view(order));
            return std::make_pair(pass.updates, pass.loss);
          },
          "order"_a, "One pass over the sentences in this order: number of updates and their summed loss.")
      .def("average", [](const Learner& self) { return give(self.average()); }, "The averaged weights.");
}

}  // namespace

void register_learn(nb::module_& m) {
  nb::module_ submodule = m.def_submodule("learn", "Batch tuners over stored k-best lists.");

  nb::class_<Held>(submodule, "ListsView", "Features and metric statistics of every hypothesis; shares the arrays.")
      .def(nb::init<In<std::int64_t>, In<std::int64_t>, In<std::int32_t>, In<float>, Matrix>(), "list_begin"_a,
           "feature_begin"_a, "feature_ids"_a, "feature_values"_a, "statistics"_a)
      .def(
          "scores",
          [](const Held& held, In<double> weights) {
            held.view.check_weights(weights.shape(0));
            nb::gil_scoped_release release;
            std::vector<double> scores = learn::model_scores(held.view, view(weights));
            nb::gil_scoped_acquire acquire;
            return give(std::move(scores));
          },
          "weights"_a, "w·f of every hypothesis.")
      .def(
          "one_best",
          [](const Held& held, In<double> weights) {
            held.view.check_weights(weights.shape(0));
            return give(learn::one_best(held.view, learn::model_scores(held.view, view(weights))));
          },
          "weights"_a, "The best hypothesis of each sentence, the first of equals; -1 for an empty list.")
      .def(
          "sums",
          [](const Held& held, In<double> weights) {
            held.view.check_weights(weights.shape(0));
            return give(learn::one_best_sums(held.view, learn::model_scores(held.view, view(weights))));
          },
          "weights"_a, "The summed statistics of the best hypotheses.")
      .def(
          "line_search",
          [](const Held& held, In<double> intercepts, In<double> slopes, int order, nb::object function,
             double narrowest) {
            check_order(held, order);
            const auto best = learn::line_search(held.view, metric_of(order, std::move(function)), view(intercepts),
                                                 view(slopes), narrowest);
            return std::make_pair(best.position, best.score);
          },
          "intercepts"_a, "slopes"_a, "bleu_order"_a = 0, "metric"_a = nb::none(), "narrowest"_a = 1e-6,
          nb::sig("def line_search(self, intercepts: NDArray[numpy.float64], slopes: NDArray[numpy.float64], "
                  "bleu_order: int = 0, metric: collections.abc.Callable[[NDArray[numpy.float64]], "
                  "NDArray[numpy.float64]] | None = None, narrowest: float = 1e-6) -> tuple[float, float]"),
          "The best point on the line of scores intercept + x · slope, and the metric there.");

  submodule.def(
      "mert",
      [](const Held& held, Matrix starts, int order, nb::object function, int passes, int random_directions,
         double tolerance, double narrowest, std::uint64_t seed, int threads, nb::object tick) {
        return run_mert(held, starts, order, std::move(function), std::move(tick),
                        {.passes = passes,
                         .random_directions = random_directions,
                         .tolerance = tolerance,
                         .narrowest = narrowest,
                         .seed = seed,
                         .threads = threads});
      },
      "lists"_a, "starts"_a, "bleu_order"_a = 0, "metric"_a = nb::none(), "passes"_a = 100, "random_directions"_a = 0,
      "tolerance"_a = 1e-6, "narrowest"_a = 1e-6, "seed"_a = 0, "threads"_a = 1, "tick"_a = nb::none(),
      nb::sig("def mert(lists: ListsView, starts: NDArray[numpy.float64], bleu_order: int = 0, metric: "
              "collections.abc.Callable[[NDArray[numpy.float64]], NDArray[numpy.float64]] | None = None, passes: int = "
              "100, random_directions: int = 0, tolerance: float = 1e-6, narrowest: float = 1e-6, seed: int = 0, "
              "threads: int = 1, tick: object | None = None) -> tuple[tuple[NDArray[numpy.float64], float, float, "
              "int], ...]"),
      "Climb from each row of starts: (weights, score, score at the start, line searches) of each.");

  register_forests(submodule);
  register_kbmira<double>(submodule, "KbMiraSolver", "Batch k-best MIRA, one pass after another.");
  register_kbmira<float>(submodule, "KbMiraSolverSingle", "The same in single precision, rounding as Moses does.");

  submodule.def(
      "sample_pairs",
      [](In<std::int64_t> list_begin, In<double> gains, In<std::int64_t> lengths, std::int64_t draws, std::int64_t keep,
         double threshold, double length_deviations, std::uint64_t seed, int threads) {
        learn::Pairs pairs;
        {
          nb::gil_scoped_release release;
          pairs = learn::sample_pairs(view(list_begin), view(gains), view(lengths),
                                      {.draws = draws,
                                       .keep = keep,
                                       .threshold = threshold,
                                       .length_deviations = length_deviations,
                                       .seed = seed,
                                       .threads = threads});
        }
        return nb::make_tuple(give(std::move(pairs.better)), give(std::move(pairs.worse)),
                              give(std::move(pairs.begin)));
      },
      "list_begin"_a, "gains"_a, "lengths"_a, "draws"_a = 5000, "keep"_a = 50, "threshold"_a = 0.05,
      "length_deviations"_a = 0.0, "seed"_a = 0, "threads"_a = 1,
      nb::sig("def sample_pairs(list_begin: NDArray[numpy.int64], gains: NDArray[numpy.float64], lengths: "
              "NDArray[numpy.int64], draws: int = 5000, keep: int = 50, threshold: float = 0.05, length_deviations: "
              "float = 0.0, seed: int = 0, threads: int = 1) -> tuple[NDArray[numpy.int64], NDArray[numpy.int64], "
              "NDArray[numpy.int64]]"),
      "PRO's pairs of every sentence: better and worse hypotheses, and where each sentence's pairs begin.");
}

}  // namespace rectrix::bind
