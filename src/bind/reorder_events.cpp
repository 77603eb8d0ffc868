#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/pair.h>

#include <algorithm>

#include "align/corpus.hpp"
#include "common.hpp"
#include "reorder/classifier.hpp"
#include "reorder/events.hpp"

namespace rectrix::bind {
namespace {

using namespace rectrix::reorder;

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
  options.bag = wanted("bag");
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
                           int threads, nb::object tick) {
  const WriteOptions options{event_options(max_length, model, direction, classes, templates), cutoff, max_words, seed,
                             std::move(settings), threads};
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
      link_lines.fail("the alignment ends here, after " + std::to_string(alignments.size()) + " lines, but the text "
          "has " +
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
        "max_words"_a = 100, "seed"_a = 1, "settings"_a = "", "features"_a.none() = nb::none(), "threads"_a = 1,
        "tick"_a = nb::none(),
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
          [](const Events& self, std::uint32_t feature) {
            return std::string(self.names().text(feature + kFirstName));
          },
          "feature"_a, "The name of a feature.")
      .def(
          "translate",
          [](const Events& self, const Model& model) { return give(translate_features(self.names(), model.names())); },
          "model"_a, "The number of each feature in a model; 4294967295 if it has none.");
}

std::vector<double> classify(const Classifier& classifier, const In<Word>& sentence, std::size_t begin,
                             std::size_t end, const In<Word>& target, const std::vector<std::pair<int, int>>& links) {
  if (begin >= end || end > sentence.shape(0) || target.shape(0) == 0) {
    throw nb::value_error("a phrase must have a word and lie in its sentence");
  }
  std::vector<grammar::Link> checked;
  for (const auto& [s, t] : links) {
    if (s < 0 || t < 0 || static_cast<std::size_t>(s) >= std::min<std::size_t>(end - begin, 256) ||
        static_cast<std::size_t>(t) >= std::min<std::size_t>(target.shape(0), 256)) {
      throw nb::value_error("a link lies outside the phrase pair");
    }
    checked.push_back({static_cast<std::uint8_t>(s), static_cast<std::uint8_t>(t)});
  }
  const auto phrase = classifier.phrase({view(sentence).subspan(begin, end - begin), view(target), checked});
  std::vector<double> logs(static_cast<std::size_t>(classifier.classes()));
  classifier.log_probabilities(phrase, {view(sentence), begin, end}, logs);
  return logs;
}

void register_models(nb::module_& m) {
  nb::class_<Model>(m, "Model", "A mapped orientation model: a linear classifier, or a table by phrase pair.")
      .def(
          "__init__",
          [](Model* self, const std::filesystem::path& path, std::string_view load) {
            new (self) Model(path.string(), load_named(load));
          },
          "path"_a, "load"_a = "map")
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
  nb::class_<Classifier>(m, "Classifier", "A linear model as a decoder uses it, with the decoder's vocabularies.")
      .def(
          "__init__",
          [](Classifier* self, std::shared_ptr<Model> model, const Vocabulary& source, const Vocabulary& target) {
            new (self) Classifier(std::move(model), {source, target});
          },
          "model"_a, "source"_a, "target"_a)
      .def("log_probabilities", &classify, "sentence"_a, "begin"_a, "end"_a, "target"_a, "links"_a,
           "Log-probabilities of the classes of a phrase pair: source words begin to end of a sentence, target words, "
           "links (source, target) within the phrases.");
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

void register_reorder_events(nb::module_& reorder) {
  register_events(reorder);
  register_models(reorder);
}

}  // namespace rectrix::bind
