#include "phrase.hpp"

#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>

#include <optional>

#include "base/error.hpp"
#include "grammar/phrase/estimate.hpp"
#include "grammar/phrase/moses_text.hpp"
#include "grammar/phrase/significance.hpp"
#include "grammar/phrase/table.hpp"

namespace rectrix::bind {
namespace {

using namespace grammar;

std::string text(std::span<const Symbol> side, const Vocabulary& words) {
  std::string line;
  for (const Symbol symbol : side) {
    if (!line.empty()) line += ' ';
    line += words.text(static_cast<Word>(symbol));
  }
  return line;
}

// The translations of a source phrase: target, links, scores, reordering values.
nb::list translations(const PhraseTable& table, std::string_view phrase) {
  std::vector<Word> words;
  for (std::string_view word = take_word(phrase); !word.empty(); word = take_word(phrase)) {
    words.push_back(table.source_words().find(word));
  }
  nb::list found;
  const std::span<const Symbol> source(reinterpret_cast<const Symbol*>(words.data()), words.size());
  const PhraseRange range = table.find(words);
  for (std::uint32_t number = range.begin; number < range.end; ++number) {
    const Rule rule = table.option(number, source);
    nb::list links;
    for (const Link link : rule.links) links.append(nb::make_tuple(link.source, link.target));
    const auto values = table.reordering(number);
    found.append(nb::make_tuple(text_of(text(rule.target, table.target_words())), links,
                                give(std::vector<float>(rule.scores.begin(), rule.scores.end())),
                                give(std::vector<float>(values.begin(), values.end()))));
  }
  return found;
}

}  // namespace

void register_phrases(nb::module_& m) {
  nb::class_<PhraseTable>(m, "PhraseTable", "Phrase pairs with scores and reordering values, memory-mapped.")
      .def_static(
          "open",
          [](const std::filesystem::path& path, std::string_view load) {
            nb::gil_scoped_release release;
            return std::make_shared<PhraseTable>(PhraseTable::open(path.string(), load_named(load)));
          },
          "path"_a, "load"_a = "map", "Map a table into memory.")
      .def("__len__", &PhraseTable::options, "The number of phrase pairs.")
      .def_prop_ro("phrases", &PhraseTable::phrases, "The number of source phrases.")
      .def_prop_ro("longest", &PhraseTable::longest, "Words of the longest source phrase.")
      .def_prop_ro("score_names", [](const PhraseTable& self) {
        return texts_of(self.score_names());
      }, "What the scores are: natural logarithms, or raw counts.")
      .def_prop_ro("reordering_type", &PhraseTable::reordering_type, "The reordering model; empty if there is none.")
      .def("translations", translations, "source"_a,
           nb::sig("def translations(self, source: str) -> list[tuple[str, list[tuple[int, int]], "
                   "numpy.typing.NDArray[numpy.float32], numpy.typing.NDArray[numpy.float32]]]"),
           "The translations of a source phrase: words, links, scores, reordering values.")
      .def(
          "moses",
          [](const PhraseTable& table, std::size_t begin, std::size_t end) {
            std::string pairs, reordering;
            for (std::size_t phrase = begin; phrase < std::min(end, table.phrases()); ++phrase) {
              append_moses(table, phrase, pairs, reordering);
            }
            return nb::make_tuple(text_of(pairs), text_of(reordering));
          },
          "begin"_a, "end"_a, nb::sig("def moses(self, begin: int, end: int) -> tuple[str, str]"),
          "Lines of Moses' phrase table and reordering table, of source phrases begin to end.")
      .def("source", [](const PhraseTable& table, std::size_t phrase) {
             if (phrase >= table.phrases()) throw nb::index_error("no source phrase has this number");
             return text_of(text(table.source(phrase), table.source_words()));
           },
           "phrase"_a, nb::sig("def source(self, phrase: int) -> str"), "The words of a source phrase, by number.");

  nb::class_<MosesReport>(m, "MosesReport", "What was found in Moses' tables.")
      .def_ro("pairs", &MosesReport::pairs)
      .def_ro("without_reordering", &MosesReport::without_reordering, "Pairs that the reordering table lacks.")
      .def_ro("sparse", &MosesReport::sparse, "Pairs with sparse scores.");
  m.def(
      "read_moses",
      [](nb::object phrases, std::string phrases_name, nb::object reordering, std::string reordering_name,
         std::string type, const std::filesystem::path& path, const std::filesystem::path& folder, nb::object tick) {
        Lines phrase_lines(chunks(std::move(phrases)), std::move(phrases_name));
        std::optional<Lines> reordering_lines;
        if (!reordering.is_none()) reordering_lines.emplace(chunks(std::move(reordering)), std::move(reordering_name));
        const Tick told = ticks(std::move(tick));
        nb::gil_scoped_release release;
        return read_moses(phrase_lines, reordering_lines ? &*reordering_lines : nullptr,
                          {.reordering_type = std::move(type), .folder = folder.string()}, path.string(), told);
      },
      "phrases"_a, "phrases_name"_a, "reordering"_a.none(), "reordering_name"_a, "reordering_type"_a, "path"_a,
      "folder"_a, "tick"_a = nb::none(), "Read Moses' phrase and reordering tables (readers of bytes) into a table.");
  nb::enum_<PhraseSmoothing>(m, "PhraseSmoothing", "What is done about small counts.")
      .value("none", PhraseSmoothing::kNone)
      .value("good_turing", PhraseSmoothing::kGoodTuring)
      .value("kneser_ney", PhraseSmoothing::kKneserNey);
  m.def(
      "surprise",
      [](std::uint32_t both, std::uint32_t source, std::uint32_t target, std::uint32_t all) {
        return surprise({.both = both, .source = source, .target = target, .all = all});
      },
      "both"_a, "source"_a, "target"_a, "all"_a,
      "Minus the logarithm of Fisher's p-value: phrases of `source` and `target` sentence pairs of `all` meet in "
      "`both`.");
  m.def(
      "estimate_phrases",
      [](const BitextIndex& bitext, int max_length, std::string_view reordering, double reordering_smoothing,
         PhraseSmoothing smoothing, double significance, std::size_t limit, int threads, std::size_t memory,
         const std::filesystem::path& path, const std::filesystem::path& folder, nb::object tick) {
        ReorderingOptions wanted{.wanted = !reordering.empty(), .type = reordering_named(reordering),
                                 .smoothing = reordering_smoothing};
        const PhraseOptions options{.max_length = max_length, .orientation = wanted.type.model, .threads = threads,
                                    .memory = memory, .folder = folder.string()};
        const Tick told = ticks(std::move(tick));
        nb::gil_scoped_release release;
        const TableOptions table{.smoothing = smoothing, .significance = significance, .limit = limit};
        estimate_phrases(bitext, options, wanted, table, path.string(), told);
      },
      "bitext"_a, "max_length"_a, "reordering"_a, "reordering_smoothing"_a, "smoothing"_a, "significance"_a, "limit"_a,
      "threads"_a, "memory"_a, "path"_a, "folder"_a, "tick"_a = nb::none(),
      "Extract, count and score the phrase pairs of a bitext into a table.");
}

}  // namespace rectrix::bind
