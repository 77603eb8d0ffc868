#include "kbest/combine.hpp"
#include "kbest/lists.hpp"
#include "kbest/reader.hpp"
#include "kbest/rows.hpp"
#include "kbest/writer.hpp"

#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>

#include "batch.hpp"
#include "base/error.hpp"
#include "common.hpp"
#include "kbest/extract.hpp"

namespace rectrix::bind {

void register_kbest(nb::module_& m) {
  nb::module_ submodule = m.def_submodule("kbest", "K-best lists.");
  using kbest::Lists;

  const auto array = [](auto member) {
    return [member](nb::handle self) {
      Lists& lists = nb::cast<Lists&>(self);
      lists.seal();
      return lend((lists.*member)(), self);
    };
  };
  nb::class_<Lists>(submodule, "Lists",
                    "The k-best lists of many sentences, as parallel arrays. Complete once an array was looked at.")
      .def(nb::init<std::shared_ptr<features::FeatureSpace>>(), "space"_a)
      .def(
          "begin_sentence", [](Lists& lists, const nb::str& id) { lists.begin_sentence(bytes_of(id)); }, "id"_a = "",
          "Begin the list of the next sentence, which may have a name.")
      .def(
          "note", [](Lists& lists, const std::string& name, const nb::str& text) { lists.note(name, bytes_of(text)); },
          "name"_a, "text"_a, "Attach a text (alignment, word_scores) to the hypothesis added last.")
      .def(
          "notes",
          [](const Lists& lists, const std::string& name) {
            std::vector<nb::str> texts;
            for (std::size_t h = 0; h < lists.hypotheses(); ++h) texts.push_back(text_of(lists.note(name, h)));
            return texts;
          },
          "name"_a, nb::sig("def notes(self, name: str) -> list[str]"),
          "The texts with this name (alignment, word_scores) of all hypotheses; '' where one has none.")
      .def_prop_ro(
          "note_names",
          [](const Lists& lists) {
            std::vector<std::string> names;
            for (const auto& [name, texts] : lists.notes()) names.push_back(name);
            return names;
          },
          "The names of the texts that are attached to hypotheses.")
      .def_prop_ro(
          "ids", [](const Lists& lists) { return texts_of(lists.ids()); },
          nb::for_getter(nb::sig("def ids(self) -> list[str]")),
          "The names of the sentences; empty if they have numbers only.")
      .def(
          "add",
          [](Lists& lists, const nb::str& line, double score,
             const std::vector<std::pair<features::Index, float>>& features) {
            const std::string bytes = bytes_of(line);
            std::string_view text = bytes;
            std::vector<Word> tokens;
            while (true) {
              const std::string_view word = take_word(text);
              if (word.empty()) break;
              tokens.push_back(lists.words().add(word));
            }
            lists.add(tokens, score, features);
          },
          "text"_a, "score"_a, "features"_a, "Add a hypothesis to the sentence begun last.")
      .def(
          "extend",
          [](Lists& lists, const In<std::int64_t>& list_begin, const In<std::int64_t>& token_begin,
             const In<Word>& tokens, const std::vector<nb::str>& words, const In<double>& scores,
             const In<std::int64_t>& feature_begin, const In<std::uint32_t>& feature_ids,
             const In<float>& feature_values) {
            std::vector<std::string> texts;
            for (const nb::str& word : words) texts.push_back(bytes_of(word));
            lists.extend({view(list_begin), view(token_begin), view(tokens), texts, view(scores), view(feature_begin),
                          view(feature_ids), view(feature_values)});
          },
          "list_begin"_a, "token_begin"_a, "tokens"_a, "words"_a, "scores"_a, "feature_begin"_a, "feature_ids"_a,
          "feature_values"_a, "Append the lists of other sentences; tokens are places in `words`.")
      .def(
          "rows",
          [](const Lists& lists, std::size_t sentence) {
            kbest::Rows rows = kbest::rows_by_key(lists, sentence);
            return nb::make_tuple(give(std::move(rows.columns)), give(std::move(rows.begin)),
                                  give(std::move(rows.places)), give(std::move(rows.values)));
          },
          "sentence"_a,
          nb::sig("def rows(self, sentence: int) -> tuple[NDArray[numpy.int64], NDArray[numpy.int32], "
                  "NDArray[numpy.int32], NDArray[numpy.float64]]"),
          "A sentence's features as a sparse matrix in the order of keys: feature indexes of its columns, indptr, "
          "indices, data.")
      .def("__len__", &Lists::sentences)
      .def("__repr__",
           [](const Lists& lists) {
             return "<Lists: " + std::to_string(lists.hypotheses()) + " hypotheses of " +
                    std::to_string(lists.sentences()) + " sentences>";
           })
      .def_prop_ro("hypotheses", &Lists::hypotheses, "The number of hypotheses in all lists.")
      .def_prop_ro("words", [](Lists& lists) -> Vocabulary& { return lists.words(); },
                   nb::rv_policy::reference_internal)
      .def_prop_ro("space", &Lists::shared_space, "The feature space of the lists.")
      .def_prop_ro("list_begin", array(&Lists::list_begin), "Sentence s has hypotheses [s] to [s + 1].")
      .def_prop_ro("token_begin", array(&Lists::token_begin), "Hypothesis h has tokens [h] to [h + 1].")
      .def_prop_ro("tokens", array(&Lists::tokens), "Word numbers of all hypotheses.")
      .def_prop_ro("scores", array(&Lists::scores), "Model scores.")
      .def_prop_ro("feature_begin", array(&Lists::feature_begin), "Hypothesis h has features [h] to [h + 1].")
      .def_prop_ro("feature_ids", array(&Lists::feature_ids), "Feature indexes, ascending in each hypothesis.")
      .def_prop_ro("feature_values", array(&Lists::feature_values), "Feature values.")
      .def(
          "text",
          [](const Lists& lists, std::size_t hypothesis) {
            if (hypothesis >= lists.hypotheses()) throw nb::index_error();
            std::string line;
            for (const Word word : lists.hypothesis(hypothesis)) {
              if (!line.empty()) line += ' ';
              line += lists.words().text(word);
            }
            return text_of(line);
          },
          "hypothesis"_a, nb::sig("def text(self, hypothesis: int) -> str"),
          "The words of a hypothesis, joined by blanks.")
      .def(
          "set_column",
          [](Lists& lists, std::string name, const In<double>& values) {
            const auto items = view(values);
            lists.set_column(std::move(name), {items.begin(), items.end()});
          },
          "name"_a, "values"_a, "Attach an external value to every hypothesis (COMET, human scores ...).")
      .def(
          "column",
          [](nb::handle self, const std::string& name) {
            Lists& lists = nb::cast<Lists&>(self);
            lists.seal();
            const auto values = lists.column(name);
            return give(std::vector<double>(values.begin(), values.end()));
          },
          "name"_a, "A copy of the external values with this name.")
      .def_prop_ro(
          "columns",
          [](const Lists& lists) {
            std::vector<std::string> names;
            for (const auto& [name, values] : lists.columns()) names.push_back(name);
            return names;
          },
          "The names of the external values.");

  using kbest::Reader;
  nb::class_<Reader>(submodule, "Reader", "An n-best file, read list by list.")
      .def(
          "__init__",
          [](Reader* self, nb::object reader, std::string name, std::string_view format) {
            new (self) Reader(chunks(std::move(reader)), std::move(name), kbest::format_named(format));
          },
          "reader"_a, "name"_a, "format"_a, "reader: any object with read(size) -> bytes; name: for error messages.")
      .def(
          "read",
          [](Reader& reader, std::shared_ptr<features::FeatureSpace> space, std::size_t sentences) {
            Lists lists(std::move(space));
            nb::gil_scoped_release release;
            reader.read(lists, sentences);
            return lists;
          },
          "space"_a, "sentences"_a, "The lists of the next sentences, at most so many; none at the end of the file.");

  submodule.def(
      "lines",
      [](const Lists& lists, std::size_t begin, std::size_t end, std::string_view format, std::size_t first_id,
         const std::vector<std::pair<nb::str, std::vector<std::pair<nb::str, float>>>>& dense) {
        std::vector<kbest::DenseFeature> features;
        for (const auto& [name, values] : dense) {
          features.push_back({bytes_of(name), {}});
          for (const auto& [feature, scale] : values) features.back().values.push_back({bytes_of(feature), scale});
        }
        std::string text;
        {
          nb::gil_scoped_release release;
          text = kbest::lines(lists, begin, end, kbest::format_named(format), first_id, features);
        }
        return text_of(text);
      },
      "lists"_a, "begin"_a, "end"_a, "format"_a, "first_id"_a = 0, "dense"_a = nb::list(),
      nb::sig("def lines(lists: Lists, begin: int, end: int, format: str, first_id: int = 0, "
              "dense: list[tuple[str, list[tuple[str, float]]]] = []) -> str"),
      "The lines of sentences begin to end in an n-best format; the first sentence of the lists has the id first_id. "
      "Dense: for Moses' format, the names of dense features with the features and factors of their values.");
  submodule.def(
      "merge",
      [](const Lists& first, const Lists& second) {
        kbest::Merged merged = [&] {
          nb::gil_scoped_release release;
          return kbest::merge(first, second);
        }();
        return nb::make_tuple(std::move(merged.lists), give(std::move(merged.rows)));
      },
      "first"_a, "second"_a, nb::sig("def merge(first: Lists, second: Lists) -> tuple[Lists, NDArray[numpy.int64]]"),
      "The hypotheses of both, sentence by sentence, without repetitions of the same words and features; and the "
      "number of each among those of the first, then of the second lists.");
  submodule.def("append", &kbest::append, "lists"_a, "more"_a, nb::call_guard<nb::gil_scoped_release>(),
                "Append the lists of other sentences.");
  submodule.def(
      "with_features",
      [](const Lists& lists, const std::vector<std::string>& names, const In<double>& values,
         const In<double>& factors) {
        nb::gil_scoped_release release;
        return kbest::with_features(lists, {names, view(values), view(factors)});
      },
      "lists"_a, "names"_a, "values"_a, "factors"_a,
      "The lists with more features, in place of any of the same name: values of all names of hypothesis 0, then of 1 "
      "...; factors: what the features that are there are multiplied by, by index, 0 leaves one out; none: they stay "
      "as they are.");
  submodule.def("unique", &kbest::unique, "lists"_a, nb::call_guard<nb::gil_scoped_release>(),
                "Lists without repeated strings: of each the hypothesis with the highest score stays.");
  submodule.def(
      "extract",
      [](const decode::Decoder& decoder, const nb::list& lines, const nb::object& weights, std::size_t size,
         bool unique, bool trees, int threads, std::size_t first, std::vector<std::size_t> numbers, nb::object tick,
         const nb::list& constraints, bool alignments, bool grow) {
        const Texts texts(lines);
        const Weights vectors(weights);
        decode::Batch batch = make_batch(texts, vectors, threads, first, std::move(tick));
        if (!numbers.empty() && numbers.size() != batch.texts.size()) {
          throw UsageError("one number for each sentence, or none");
        }
        batch.numbers = std::move(numbers);
        batch.constraints = constraints_of(constraints, batch.texts.size());
        kbest::Extracted found = [&] {
          nb::gil_scoped_release release;
          return kbest::extract(
              decoder, batch,
              {.size = size, .unique = unique, .trees = trees, .alignments = alignments, .grow = grow});
        }();
        return nb::make_tuple(std::move(found.lists), found.reports, found.trees);
      },
      "decoder"_a, "lines"_a, "weights"_a, "size"_a = 100, "unique"_a = true, "trees"_a = false, "threads"_a = 1,
      "first"_a = 0, "numbers"_a = std::vector<std::size_t>(), "tick"_a = nb::none(), "constraints"_a = nb::list(),
      "alignments"_a = false, "grow"_a = true,
      nb::sig("def extract(decoder: rectrix._core.decode.Decoder, lines: list[str], weights: "
              "numpy.typing.NDArray[numpy.float64] | list[numpy.typing.NDArray[numpy.float64]], size: int = 100, "
              "unique: bool = True, trees: bool = False, threads: int = 1, first: int = 0, numbers: list[int] = [], "
              "tick: object | None = None, constraints: list[rectrix._core.decode.Constraints | None] = [], "
              "alignments: bool = False, grow: bool = True) -> tuple[Lists, "
              "list[rectrix._core.decode.SearchReport], list[str]]"),
      "The k-best lists of sentences, a report for each, and pictures of the derivations if asked for. Sentences are "
      "numbered from first on, or by numbers: per-sentence grammars are found by them. Weights: one vector for all, or "
      "one for each sentence. Constraints: one for each sentence, or none. Alignments: of each hypothesis, in the "
      "reports. Grow: new features join the decoder's space, as learning wants it; if not, a copy that the lists "
      "have.");
}

}  // namespace rectrix::bind
