#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>

#include "base/error.hpp"
#include "common.hpp"
#include "grammar/bitext.hpp"
#include "grammar/cdec_text.hpp"
#include "grammar/extractor.hpp"
#include "phrase.hpp"

namespace rectrix::bind {
namespace {

using namespace grammar;

std::vector<Word> encode(const Vocabulary& vocabulary, std::string_view line) {
  std::vector<Word> words;
  for (std::string_view word = take_word(line); !word.empty(); word = take_word(line)) words.push_back(vocabulary.find(word));
  return words;
}

void register_index(nb::module_& m) {
  nb::class_<Bitext>(m, "Bitext", "An aligned bitext, memory-mapped, with the suffix array of its source side.")
      .def_static(
          "build",
          [](nb::object source, nb::object target, nb::object alignment, const std::vector<std::string>& names,
             const std::filesystem::path& path, nb::object tick) {
            if (names.size() != 3) throw UsageError("a bitext has three files");
            Lines source_lines(chunks(std::move(source)), names[0]);
            Lines target_lines(chunks(std::move(target)), names[1]);
            Lines alignment_lines(chunks(std::move(alignment)), names[2]);
            const Tick told = ticks(std::move(tick));
            nb::gil_scoped_release release;
            index_bitext(source_lines, target_lines, alignment_lines, path.string(), told);
          },
          "source"_a, "target"_a, "alignment"_a, "names"_a, "path"_a, "tick"_a = nb::none(),
          "Index three parallel texts (readers of bytes, with their names for messages) into a file.")
      .def_static(
          "open",
          [](const std::filesystem::path& path) {
            nb::gil_scoped_release release;
            return std::make_shared<Bitext>(Bitext::open(path.string()));
          },
          "path"_a, "Map an index into memory.")
      .def("__len__", &Bitext::size)
      .def_prop_ro("source_words", &Bitext::source_words, nb::rv_policy::reference_internal)
      .def_prop_ro("target_words", &Bitext::target_words, nb::rv_policy::reference_internal);
}

}  // namespace

void register_grammar(nb::module_& m) {
  nb::module_ submodule = m.def_submodule("grammar", "Translation rules: extraction, stores, text.");
  register_index(submodule);
  register_phrases(submodule);

  nb::class_<HieroOptions>(submodule, "HieroOptions", "Limits of rule extraction.")
      .def(nb::init<>())
      .def_rw("max_span", &HieroOptions::max_span)
      .def_rw("max_symbols", &HieroOptions::max_symbols)
      .def_rw("max_gaps", &HieroOptions::max_gaps)
      .def_rw("min_gap", &HieroOptions::min_gap)
      .def_rw("max_samples", &HieroOptions::max_samples)
      .def_rw("tight", &HieroOptions::tight)
      .def_rw("cache_bytes", &HieroOptions::cache_bytes);

  struct Extracting {
    std::shared_ptr<const Bitext> bitext;
    std::unique_ptr<Extractor> extractor;
  };
  nb::class_<Extracting>(submodule, "Extractor", "")
      .def("__init__", [](Extracting* self, std::shared_ptr<Bitext> bitext, const HieroOptions& options) {
             new (self) Extracting{bitext, std::make_unique<Extractor>(bitext, options)};
           })
      .def("cdec", [](Extracting& self, std::string_view line, std::optional<std::uint32_t> left_out) {
             Rules rules(column_names());
             self.extractor->extract(encode(self.bitext->source_words(), line), left_out, rules);
             std::string text;
             const CdecWriter writer(rules.score_names(), self.bitext->source_words(), self.bitext->target_words());
             for (std::size_t i = 0; i < rules.size(); ++i) writer.append(rules[i], text);
             return text;
           }, "line"_a, "left_out"_a = nb::none())
      .def("count", [](Extracting& self, std::string_view line, std::optional<std::uint32_t> left_out) {
             Rules rules(column_names());
             self.extractor->extract(encode(self.bitext->source_words(), line), left_out, rules);
             return rules.size();
           }, "line"_a, "left_out"_a = nb::none());
}

}  // namespace rectrix::bind
