#include "common.hpp"
#include "features/discretized.hpp"
#include "features/space.hpp"
#include "features/stateful.hpp"
#include "features/weights_file.hpp"
#include "features/class_template.hpp"

#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>

#include "base/error.hpp"
#include "symbols.hpp"

namespace rectrix::bind {
namespace {

// Indexes as Python counts them: -1 for none.
std::vector<std::int64_t> wide(const std::vector<features::Index>& indexes) {
  std::vector<std::int64_t> result;
  result.reserve(indexes.size());
  for (const features::Index index : indexes) {
    result.push_back(index == features::kNoFeature ? -1 : static_cast<std::int64_t>(index));
  }
  return result;
}

void register_discretization(nb::module_& m) {
  using features::Discretization;
  nb::class_<Discretization>(m, "Discretization",
                             "What stands for a grammar's scores: bins, or probabilities for logarithms.")
      .def("__init__", [](Discretization* self, bool keep) {
        new (self) Discretization{{}, {}, keep};
      }, "keep"_a = false,
           "keep: the scores themselves stay features, too.")
      .def(
          "add_bins",
          [](Discretization& d, const nb::str& score, const In<double>& bounds, const std::vector<nb::str>& names,
             std::size_t overlap) {
            const auto given = view(bounds);
            Discretization::Bins& bins = d.bins.emplace_back(Discretization::Bins{bytes_of(score),
                {given.begin(), given.end()}, {}, overlap});
            for (const nb::str& name : names) bins.names.push_back(bytes_of(name));
          },
          "score"_a, "bounds"_a, "names"_a, "overlap"_a = 0,
          "Where all bins but the first begin, and their names; overlap: neighbors on either side that fire with a "
          "bin.")
      .def(
          "add_probability",
          [](Discretization& d, const nb::str& score, const nb::str& name) {
            d.probabilities.push_back({bytes_of(score), bytes_of(name)});
          },
          "score"_a, "name"_a, "A feature that has the exponential of the score as its value.");
}

}  // namespace

void register_features(nb::module_& m) {
  nb::module_ submodule = m.def_submodule("features", "The feature space and the feature templates.");
  using features::FeatureSpace;
  using features::Index;

  nb::class_<FeatureSpace>(submodule, "FeatureSpace",
                           "Feature names with stable 64-bit keys and dense indexes 0..D-1.")
      .def(nb::init<>())
      .def(
          "add", [](FeatureSpace& s, const nb::str& name) { return s.add(bytes_of(name)); }, "name"_a,
          "The feature's index, a new one if it had none.")
      .def(
          "find",
          [](const FeatureSpace& s, const nb::str& name) -> nb::object {
            const Index index = s.find(bytes_of(name));
            return index == features::kNoFeature ? nb::none() : nb::cast(index);
          },
          "name"_a, nb::sig("def find(self, name: str) -> int | None"), "The feature's index, None if it has none.")
      .def(
          "name", [](const FeatureSpace& s, Index index) { return text_of(s.name(index)); }, "index"_a,
          nb::sig("def name(self, index: int) -> str"), "The feature's name.")
      .def("key", &FeatureSpace::key, "index"_a, "The feature's stable 64-bit key.")
      .def(
          "keys",
          [](const FeatureSpace& s) {
            const auto keys = s.keys();
            return give(std::vector<std::uint64_t>(keys.begin(), keys.end()));
          },
          "The keys of all features, by index.")
      .def(
          "add_keys", [](FeatureSpace& s, const In<std::uint64_t>& keys) { return give(wide(s.add_keys(view(keys)))); },
          "keys"_a, "The indexes of keys; new ones join the space without a name.")
      .def(
          "find_keys",
          [](const FeatureSpace& s, const In<std::uint64_t>& keys) { return give(wide(s.find_keys(view(keys)))); },
          "keys"_a, "The indexes of keys, -1 where a key is not in the space.")
      .def(
          "named",
          [](const FeatureSpace& s, Index first) {
            std::vector<std::int64_t> indexes;
            for (Index index = first; index < s.size(); ++index) {
              if (s.named(index)) indexes.push_back(index);
            }
            return give(std::move(indexes));
          },
          "first"_a = 0, "The indexes, from `first` on, of features whose names are known here.")
      .def(
          "names",
          [](const FeatureSpace& s, const In<std::int64_t>& indexes) {
            nb::list names;
            for (const std::int64_t index : view(indexes)) names.append(text_of(s.name(static_cast<Index>(index))));
            return names;
          },
          "indexes"_a, nb::sig("def names(self, indexes: NDArray[numpy.int64]) -> list[str]"), "The names of features.")
      .def("__len__", &FeatureSpace::size)
      .def("__repr__",
           [](const FeatureSpace& space) { return "<FeatureSpace: " + std::to_string(space.size()) + " features>"; })
      .def("__contains__", [](const FeatureSpace& s, const nb::str& name) {
        return s.find(bytes_of(name)) != features::kNoFeature;
      });

  register_discretization(submodule);
  submodule.def(
      "save_weights",
      [](const std::filesystem::path& path, const std::vector<nb::str>& names, const In<double>& values) {
        std::vector<std::string> bytes;
        for (const nb::str& name : names) bytes.push_back(bytes_of(name));
        features::save_weights(path.string(), bytes, view(values));
      },
      "path"_a, "names"_a, "values"_a, "Write weights in the compact binary form.");
  submodule.def(
      "load_weights",
      [](const std::filesystem::path& path) {
        auto [names, values] = features::load_weights(path.string());
        nb::list texts;
        for (const std::string& name : names) texts.append(text_of(name));
        return nb::make_tuple(texts, give(std::move(values)));
      },
      "path"_a, nb::sig("def load_weights(path: str | os.PathLike) -> tuple[list[str], NDArray[numpy.float64]]"),
      "Names and values of a binary file of weights.");
  submodule.def(
      "template_names",
      [] {
        std::vector<std::string> names;
        for (const std::string_view name : features::template_names()) names.emplace_back(name);
        return names;
      },
      "The templates of rule-local features.");
  submodule.def(
      "stateful_names",
      [] {
        std::vector<std::string> names;
        for (const std::string_view name : features::stateful_names()) names.emplace_back(name);
        return names;
      },
      "The features that see across rules; for the chart decoder.");
  submodule.def(
      "describe_template",
      [](const std::string& name) {
        const std::string_view meaning = features::template_meaning(name);
        return std::string(meaning.empty() ? features::stateful_meaning(name) : meaning);
      },
      "name"_a, "What a template, or a feature that sees across rules, looks at; empty if there is none.");
  submodule.def(
      "rule_features",
      [](const std::string& name, const std::string& source, const std::string& target,
         const std::vector<std::pair<int, int>>& links, std::shared_ptr<WordClasses> source_classes,
         std::shared_ptr<WordClasses> target_classes) {
        const auto part = features::make_template(name, {std::move(source_classes), std::move(target_classes)});
        const Vocabulary none;
        LocalVocabulary from(none), to(none);
        const std::vector<grammar::Symbol> left = symbols(source, from);
        const std::vector<grammar::Symbol> right = symbols(target, to);
        std::vector<grammar::Link> points;
        for (const auto& [a, b] : links) {
          if (a < 0 || b < 0 || static_cast<std::size_t>(a) >= left.size() ||
              static_cast<std::size_t>(b) >= right.size()) {
            throw UsageError("a link points beyond the rule's words");
          }
          points.push_back({static_cast<std::uint8_t>(a), static_cast<std::uint8_t>(b)});
        }
        features::SentenceFeatures named;
        features::Sink sink(named);
        part->emit({{left, right, points, {}}, &from, &to}, sink);
        std::vector<std::pair<std::string, float>> result;
        for (const auto& [feature, value] : sink.found()) result.emplace_back(named.name(feature), value);
        return result;
      },
      "template"_a, "source"_a, "target"_a, "links"_a = std::vector<std::pair<int, int>>(),
      "source_classes"_a.none() = nb::none(), "target_classes"_a.none() = nb::none(),
      "The features that a template gives to a rule whose gaps are [1] and [2]; class_word_pairs: word_pairs over "
      "classes.");
}

}  // namespace rectrix::bind
