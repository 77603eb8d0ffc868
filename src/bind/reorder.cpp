#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>

#include <algorithm>
#include <optional>

#include "align/corpus.hpp"
#include "common.hpp"
#include "reorder/classifier.hpp"
#include "reorder/dual.hpp"
#include "reorder/events.hpp"
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
          [](Dual* self, const HeldExamples& examples, double sigma2, double shrink, double initial, double step,
             int trials, double decrease, bool exact, int blocks, int threads, std::uint64_t seed) {
            const nb::gil_scoped_release release;
            new (self) Dual(examples.examples,
                            {sigma2, shrink, initial, step, trials, decrease, exact, blocks, threads, seed});
          },
          "examples"_a, "sigma2"_a = 1.0, "shrink"_a = 0.1, "initial"_a = 1e-3, "step"_a = 0.5, "trials"_a = 10,
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

EventOptions event_options(int max_length, std::string_view model, std::string_view direction,
                           std::string_view classes, const std::vector<std::string>& templates) {
  EventOptions options;
  options.max_length = max_length;
  options.model = orientation_model_named(model);
  options.direction = direction_named(direction);
  options.classes = class_set_named(classes);
  const auto wanted = [&](std::string_view name) { return std::count(templates.begin(), templates.end(), name) > 0; };
  options.pairs = wanted("pairs");
  options.context = wanted("context");
  options.boundary = wanted("boundary");
  options.target_neighbor = wanted("target-neighbor");
  options.lengths = wanted("lengths");
  return options;
}

// A text file that Python has opened, and its name for messages.
struct NamedReader {
  nb::object reader;
  std::string name;
  Lines lines() const { return {chunks(reader), name}; }
};

nb::tuple write_event_file(const std::filesystem::path& path, nb::object source, std::string source_name,
                           nb::object target, std::string target_name, nb::object links, std::string links_name,
                           int max_length, std::string_view model, std::string_view direction,
                           std::string_view classes, const std::vector<std::string>& templates, std::uint32_t cutoff,
                           std::size_t max_words, std::uint64_t seed, std::string settings, const Model* features,
                           nb::object tick) {
  const WriteOptions options{event_options(max_length, model, direction, classes, templates), cutoff, max_words, seed,
                             std::move(settings)};
  Lines source_lines = NamedReader{std::move(source), std::move(source_name)}.lines();
  Lines target_lines = NamedReader{std::move(target), std::move(target_name)}.lines();
  Lines link_lines = NamedReader{std::move(links), std::move(links_name)}.lines();
  const Tick progress = ticks(std::move(tick)), quiet = ticks(nb::none());
  WriteReport report;
  {
    const nb::gil_scoped_release release;
    Vocabulary source_words, target_words;
    const align::Corpus corpus = align::read_corpus(
        source_lines, target_lines, [&](std::string_view word) { return source_words.add(word); },
        [&](std::string_view word) { return target_words.add(word); }, quiet);
    const align::Alignments alignments = align::read_pharaoh(link_lines);
    if (alignments.size() != corpus.size()) {
      link_lines.fail("the alignment ends here, after " + std::to_string(alignments.size()) + " lines, but the text has " +
                      std::to_string(corpus.size()));
    }
    alignments.require_within(corpus.source.offsets, corpus.target.offsets, link_lines.name());
    report = write_events({corpus, alignments, {source_words, target_words}}, options,
                          features == nullptr ? nullptr : &features->names(), path.string(), progress);
  }
  return nb::make_tuple(report.events, report.features, report.sentences);
}

// For tests and teaching: every phrase pair of one sentence pair and its orientation.
nb::tuple phrase_orientations(const std::vector<std::pair<int, int>>& links, int source_length, int target_length,
                              int max_length, std::string_view model, std::string_view direction) {
  std::vector<align::Link> checked;
  for (const auto& [s, t] : links) {
    if (s < 0 || s >= source_length || t < 0 || t >= target_length || source_length > 65535 || target_length > 65535) {
      throw nb::value_error("a link lies outside the sentence pair");
    }
    checked.push_back({static_cast<std::uint16_t>(s), static_cast<std::uint16_t>(t)});
  }
  const grammar::LinkGrid grid(std::span<const align::Link>(checked), {source_length, target_length});
  const grammar::Corners corners(grid, max_length);
  std::vector<int> boxes;
  std::vector<std::uint8_t> found;
  const auto chosen = orientation_model_named(model);
  const auto where = direction_named(direction);
  grammar::for_each_phrase(grid, max_length, [&](const grammar::Box& box) {
    boxes.insert(boxes.end(), {box.source_begin, box.source_end, box.target_begin, box.target_end});
    found.push_back(static_cast<std::uint8_t>(grammar::orientation(chosen, where, grid, corners, box)));
  });
  return nb::make_tuple(give(std::move(boxes)), give(std::move(found)));
}

void register_events(nb::module_& m) {
  m.attr("ORIENTATIONS") = nb::make_tuple("monotone", "swap", "left", "right", "discontinuous");
  m.def("class_names", [](std::string_view set) { return class_names(class_set_named(set)); }, "classes"_a,
        "The classes of a set such as msd, in order.");
  m.def("phrase_orientations", &phrase_orientations, "links"_a, "source_length"_a, "target_length"_a,
        "max_length"_a = 7, "model"_a = "phrase", "direction"_a = "backward",
        "All phrase pairs of a sentence pair (source begin, end, target begin, end) and numbers into ORIENTATIONS.");
  m.def("write_events", &write_event_file, "path"_a, "source"_a, "source_name"_a, "target"_a, "target_name"_a,
        "links"_a, "links_name"_a, "max_length"_a = 7, "model"_a = "phrase", "direction"_a = "backward",
        "classes"_a = "msd", "templates"_a = std::vector<std::string>{"pairs", "context"}, "cutoff"_a = 10,
        "max_words"_a = 100, "seed"_a = 1, "settings"_a = "", "features"_a.none() = nb::none(), "tick"_a = nb::none(),
        "Extract orientation events to a file; returns the numbers of events, features and sentence pairs. With a "
        "model as `features`, its features are used and none is cut off.");
  nb::class_<Events>(m, "Events", "A mapped file of orientation events.")
      .def(
          "__init__", [](Events* self, const std::filesystem::path& path) { new (self) Events(path.string()); },
          "path"_a)
      .def_prop_ro("offsets", [](nb::handle self) { return lend(nb::cast<Events&>(self).rows().offsets, self); })
      .def_prop_ro("ids", [](nb::handle self) { return lend(nb::cast<Events&>(self).rows().ids, self); })
      .def_prop_ro("classes", [](nb::handle self) { return lend(nb::cast<Events&>(self).classes(), self); })
      .def_prop_ro(
          "phrase_pairs", [](nb::handle self) { return lend(nb::cast<Events&>(self).phrase_pairs(), self); },
          "A hash of each event's phrase pair.")
      .def_prop_ro(
          "sentences", [](nb::handle self) { return lend(nb::cast<Events&>(self).sentences(), self); },
          "The first event of each sentence pair, then the number of events.")
      .def_prop_ro("features", &Events::features, "The number of features.")
      .def_prop_ro("class_names", &Events::class_names)
      .def_prop_ro("settings", &Events::settings, "How the file was made.")
      .def(
          "name",
          [](const Events& self, std::uint32_t feature) { return std::string(self.names().text(feature + kFirstName)); },
          "feature"_a, "The name of a feature.")
      .def(
          "translate",
          [](const Events& self, const Model& model) { return give(translate_features(self.names(), model.names())); },
          "model"_a, "The number of each feature in a model; 4294967295 if it has none.");
}

void register_models(nb::module_& m) {
  nb::class_<Model>(m, "Model", "A mapped orientation model: a linear classifier, or a table by phrase pair.")
      .def("__init__", [](Model* self, const std::filesystem::path& path) { new (self) Model(path.string()); }, "path"_a)
      .def_prop_ro("is_table", &Model::is_table)
      .def_prop_ro("class_names", [](const Model& self) { return self.card().class_names; })
      .def_prop_ro("settings", [](const Model& self) { return self.card().settings; }, "How the model was made.")
      .def_prop_ro("weights", [](nb::handle self) { return lend(nb::cast<Model&>(self).weights(), self); })
      .def_prop_ro("keys", [](nb::handle self) { return lend(nb::cast<Model&>(self).keys(), self); })
      .def_prop_ro("probabilities", [](nb::handle self) { return lend(nb::cast<Model&>(self).probabilities(), self); })
      .def_prop_ro("features", [](const Model& self) { return self.names().size() - kFirstName; })
      .def(
          "name",
          [](const Model& self, std::uint32_t feature) { return std::string(self.names().text(feature + kFirstName)); },
          "feature"_a, "The name of a feature.");
  m.def(
      "save_classifier",
      [](const std::filesystem::path& path, std::vector<std::string> names, std::string settings, const Events& events,
         const In<double>& weights) {
        save_classifier(path.string(), {std::move(names), std::move(settings)}, events.names(), view(weights));
      },
      "path"_a, "class_names"_a, "settings"_a, "events"_a, "weights"_a, "Write a linear classifier of these events.");
  m.def(
      "save_table",
      [](const std::filesystem::path& path, std::vector<std::string> names, std::string settings,
         const In<std::uint64_t>& keys, const In<double>& probabilities) {
        save_table(path.string(), {std::move(names), std::move(settings)}, view(keys), view(probabilities));
      },
      "path"_a, "class_names"_a, "settings"_a, "keys"_a, "probabilities"_a,
      "Write class probabilities by phrase pair; keys ascend.");
}

}  // namespace

void register_reorder(nb::module_& m) {
  nb::module_ reorder = m.def_submodule("reorder", "Orientation classifiers.");
  register_logistic(reorder);
  register_solvers(reorder);
  register_events(reorder);
  register_models(reorder);
}

}  // namespace rectrix::bind
