#include <nanobind/stl/optional.h>

#include <optional>

#include "common.hpp"
#include "reorder/dual.hpp"
#include "reorder/logistic.hpp"
#include "reorder/primal.hpp"

namespace rectrix::bind {
namespace {

using namespace rectrix::reorder;

// The core's examples and the NumPy arrays that hold them.
struct HeldExamples {
  In<std::uint64_t> offsets;
  In<std::uint32_t> ids;
  std::optional<In<double>> values;
  In<Class> classes;
  Examples examples;
};

Rows rows_of(const In<std::uint64_t>& offsets, const In<std::uint32_t>& ids, const std::optional<In<double>>& values) {
  return {view(offsets), view(ids), values ? view(*values) : std::span<const double>()};
}

void register_solvers(nb::module_& m) {
  nb::class_<DualPass>(m, "DualPass", "What one pass of the dual did.")
      .def_ro("objective", &DualPass::objective, "The dual objective after the pass.")
      .def_ro("visited", &DualPass::visited, "Active examples before the pass.")
      .def_ro("active", &DualPass::active, "Active examples after the pass.")
      .def_ro("features", &DualPass::features, "Feature values read: the work.");

  nb::class_<Dual>(m, "Dual", "Multinomial logistic regression in the dual: exponentiated gradient with shrinking.")
      .def(
          "__init__",
          [](Dual* self, const HeldExamples& examples, double sigma2, double shrink, std::optional<double> initial,
             double step, int trials, double decrease, bool exact, int blocks, int threads, std::uint64_t seed) {
            const nb::gil_scoped_release release;
            new (self) Dual(examples.examples,
                            {sigma2, shrink, initial, step, trials, decrease, exact, blocks, threads, seed});
          },
          "examples"_a, "sigma2"_a = 1.0, "shrink"_a = 0.1, "initial"_a = nb::none(), "step"_a = 0.5, "trials"_a = 10,
          "decrease"_a = 0.25, "exact"_a = false, "blocks"_a = 1, "threads"_a = 1, "seed"_a = 1, nb::keep_alive<1, 2>())
      .def(
          "run",
          [](Dual& self, nb::object tick) {
            const Tick progress = ticks(std::move(tick));
            const nb::gil_scoped_release release;
            return self.pass(progress);
          },
          "tick"_a = nb::none(), "Visit every active example once.")
      .def("reactivate", &Dual::reactivate, nb::call_guard<nb::gil_scoped_release>(),
           "Look at all examples again; returns how many are active now. 0: optimal within the tolerance.")
      .def_prop_ro("active", &Dual::active, "The number of active examples.")
      .def(
          "weights",
          [](const Dual& self) {
            const auto weights = self.weights();
            return give(std::vector<double>(weights.begin(), weights.end()));
          },
          "The weights, stride(classes) numbers per feature.")
      .def(
          "probabilities", [](const Dual& self) { return give(self.probabilities()); },
          "The dual variables, example after example.")
      .def("objective", &Dual::objective, nb::call_guard<nb::gil_scoped_release>(),
           "The dual objective, computed from scratch.")
      .def(
          "gradient", [](const Dual& self, std::size_t i) { return give(self.gradient(i)); }, "example"_a,
          "The dual objective's gradient by the probabilities of one example.");

  nb::class_<Primal>(m, "Primal", "Multinomial logistic regression in the primal: stochastic gradient descent.")
      .def(
          "__init__",
          [](Primal* self, const HeldExamples& examples, double sigma2, double rate, bool average,
             std::uint64_t seed) {
            const nb::gil_scoped_release release;
            new (self) Primal(examples.examples, {sigma2, rate, average, seed});
          },
          "examples"_a, "sigma2"_a = 1.0, "rate"_a = 0.1, "average"_a = true, "seed"_a = 1, nb::keep_alive<1, 2>())
      .def(
          "run",
          [](Primal& self, nb::object tick) {
            const Tick progress = ticks(std::move(tick));
            const nb::gil_scoped_release release;
            return self.pass(progress);
          },
          "tick"_a = nb::none(), "Visit every example once; the mean loss that examples had when visited.")
      .def("weights", [](const Primal& self) { return give(self.weights()); },
           "The weights, stride(classes) numbers per feature.");
}

void register_logistic(nb::module_& m) {
  nb::class_<HeldExamples>(m, "Examples",
                           "Labeled sparse rows; without values all features are indicators. Keeps the arrays.")
      .def(
          "__init__",
          [](HeldExamples* self, const In<std::uint64_t>& offsets, const In<std::uint32_t>& ids,
             const std::optional<In<double>>& values, const In<Class>& classes, std::uint32_t features,
             int class_count) {
            const Examples examples{rows_of(offsets, ids, values), view(classes), features, class_count};
            check(examples);
            new (self) HeldExamples{offsets, ids, values, classes, examples};
          },
          "offsets"_a, "ids"_a, "values"_a.none(), "classes"_a, "features"_a, "class_count"_a)
      .def("__len__", [](const HeldExamples& self) { return self.examples.size(); });
  m.def("stride", &stride, "classes"_a, "Weights kept per feature: the classes, padded.");
  m.def(
      "probabilities",
      [](const In<std::uint64_t>& offsets, const In<std::uint32_t>& ids, const std::optional<In<double>>& values,
         const In<double>& weights, int classes, int threads) {
        const Rows rows = rows_of(offsets, ids, values);
        if (classes < 2 || classes > kMaxClasses) throw nb::value_error("classes must be 2 to 256");
        check(rows, static_cast<std::uint32_t>(weights.shape(0) / static_cast<std::size_t>(stride(classes))));
        std::vector<double> result;
        {
          const nb::gil_scoped_release release;
          result = probabilities(rows, view(weights), classes, threads);
        }
        return give(std::move(result));
      },
      "offsets"_a, "ids"_a, "values"_a.none(), "weights"_a, "classes"_a, "threads"_a = 1,
      "Class probabilities of every row, row after row.");
  m.def(
      "primal_objective",
      [](const HeldExamples& examples, const In<double>& weights, double sigma2, int threads) {
        const auto& e = examples.examples;
        if (weights.shape(0) != std::size_t{e.features} * static_cast<std::size_t>(stride(e.class_count))) {
          throw nb::value_error("weights must be stride(classes) numbers per feature");
        }
        const nb::gil_scoped_release release;
        return primal_objective(e, view(weights), sigma2, threads);
      },
      "examples"_a, "weights"_a, "sigma2"_a, "threads"_a = 1, "|w|^2 / (2 sigma2) plus the log-loss of all examples.");
}

}  // namespace

void register_reorder(nb::module_& m) {
  nb::module_ reorder = m.def_submodule("reorder", "Orientation classifiers.");
  register_logistic(reorder);
  register_solvers(reorder);
  register_reorder_events(reorder);
}

}  // namespace rectrix::bind
