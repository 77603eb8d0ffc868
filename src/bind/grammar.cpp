#include <nanobind/stl/function.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>

#include <algorithm>

#include "base/error.hpp"
#include "base/lines.hpp"
#include "common.hpp"
#include "grammar/bitext.hpp"
#include "grammar/cdec_text.hpp"
#include "grammar/extraction.hpp"
#include "grammar/extractor.hpp"
#include "grammar/rule_text.hpp"
#include "grammar/store.hpp"
#include "phrase.hpp"

namespace rectrix::bind {
namespace {

using namespace grammar;

std::string cdec_text(const Rules& rules, const Vocabulary& source, const Vocabulary& target) {
  std::string text;
  const CdecWriter writer(rules.score_names(), source, target);
  for (std::size_t i = 0; i < rules.size(); ++i) writer.append(rules[i], text);
  return text;
}

nb::bytes as_bytes(const std::string& text) { return nb::bytes(text.data(), text.size()); }

Rule rule_at(const Rules& rules, std::size_t index) {
  if (index >= rules.size()) throw nb::index_error();
  return rules[index];
}

std::uint32_t sentence_number(const BitextIndex& bitext, std::size_t sentence) {
  if (sentence >= bitext.size()) throw nb::index_error();
  return static_cast<std::uint32_t>(sentence);
}

nb::str sentence_text(const Vocabulary& words, std::span<const Word> sentence) {
  std::string line;
  for (const Word word : sentence) {
    if (!line.empty()) line += ' ';
    line += words.text(word);
  }
  return text_of(line);
}

void register_rules(nb::module_& m) {
  nb::class_<Rules>(m, "Rules",
                    "Translation rules in flat arrays. Words are numbers; the first gap is -1, the second -2.")
      .def("__len__", &Rules::size)
      .def_prop_ro("score_names", [](const Rules& self) {
        return texts_of(self.score_names());
      }, "The names of the score columns.")
      .def(
          "source",
          [](const Rules& rules, std::size_t i) {
            return std::vector<Symbol>(rule_at(rules, i).source.begin(), rule_at(rules, i).source.end());
          },
          "rule"_a, "The source side of a rule.")
      .def(
          "target",
          [](const Rules& rules, std::size_t i) {
            return std::vector<Symbol>(rule_at(rules, i).target.begin(), rule_at(rules, i).target.end());
          },
          "rule"_a, "The target side of a rule.")
      .def(
          "scores",
          [](const Rules& rules, std::string_view name) {
            const auto& names = rules.score_names();
            const auto column = static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
            if (column == names.size()) throw UsageError("no score column '" + std::string(name) + "'");
            std::vector<float> values(rules.size());
            for (std::size_t i = 0; i < rules.size(); ++i) values[i] = rules[i].scores[column];
            return give(std::move(values));
          },
          "name"_a, "One score column, a value for each rule.");
}

void register_bitext(nb::module_& m) {
  nb::class_<BitextIndex>(m, "BitextIndex",
                          "An aligned bitext, memory-mapped, with the suffix array of its source side.")
      .def_static(
          "open",
          [](const std::filesystem::path& path, std::string_view load) {
            nb::gil_scoped_release release;
            return std::make_shared<BitextIndex>(BitextIndex::open(path.string(), load_named(load)));
          },
          "path"_a, "load"_a = "map", "Map an index into memory.")
      .def("__len__", &BitextIndex::size)
      .def_prop_ro("source_words", &BitextIndex::source_words, nb::rv_policy::reference_internal,
                   "The source vocabulary.")
      .def_prop_ro("target_words", &BitextIndex::target_words, nb::rv_policy::reference_internal,
                   "The target vocabulary.")
      .def(
          "source",
          [](const BitextIndex& bitext, std::size_t sentence) {
            return sentence_text(bitext.source_words(), bitext.source(sentence_number(bitext, sentence)));
          },
          "sentence"_a, nb::sig("def source(self, sentence: int) -> str"), "A source sentence.")
      .def(
          "target",
          [](const BitextIndex& bitext, std::size_t sentence) {
            return sentence_text(bitext.target_words(), bitext.pair(sentence_number(bitext, sentence)).target);
          },
          "sentence"_a, nb::sig("def target(self, sentence: int) -> str"), "Its translation.")
      .def(
          "links",
          [](const BitextIndex& bitext, std::size_t sentence) {
            const auto pair = bitext.pair(sentence_number(bitext, sentence));
            std::string line;
            for (std::size_t word = 0; word + 1 < pair.link_begin.size(); ++word) {
              for (auto i = pair.link_begin[word]; i < pair.link_begin[word + 1]; ++i) {
                line += (line.empty() ? "" : " ") + std::to_string(word) + "-" + std::to_string(pair.links[i]);
              }
            }
            return line;
          },
          "sentence"_a, "Its word alignment, in Pharaoh format.")
      .def(
          "find",
          [](const BitextIndex& bitext, std::string_view phrase, std::size_t limit) {
            std::vector<Word> words;
            bool known = true;
            for (std::string_view word = take_word(phrase); !word.empty(); word = take_word(phrase)) {
              words.push_back(bitext.source_words().find(word));
              known &= words.back() > kSentenceEnd;
            }
            const auto found = known && !words.empty() ? bitext.suffixes().find(words) : grammar::Interval{};
            std::vector<std::pair<std::uint32_t, std::uint32_t>> places;
            for (const std::uint32_t place : bitext.positions(found)) {
              if (places.size() == limit) break;
              const std::uint32_t sentence = bitext.sentence_at(place);
              places.emplace_back(sentence, place - bitext.begin(sentence));
            }
            return std::pair(found.size(), places);
          },
          "phrase"_a, "limit"_a,
          "How often source words stand one after another, and the first places: sentence and word.");

  m.def(
      "index_bitext",
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
      "Index three parallel texts (readers of bytes, with their names for messages) into a file.");
}

void register_extraction(nb::module_& m) {
  nb::class_<HieroOptions>(m, "HieroOptions", "Limits of rule extraction.")
      .def(nb::init<>())
      .def_rw("max_span", &HieroOptions::max_span)
      .def_rw("max_symbols", &HieroOptions::max_symbols)
      .def_rw("max_gaps", &HieroOptions::max_gaps)
      .def_rw("min_gap", &HieroOptions::min_gap)
      .def_rw("max_samples", &HieroOptions::max_samples)
      .def_rw("max_search", &HieroOptions::max_search)
      .def_rw("search_words", &HieroOptions::search_words)
      .def_rw("tight", &HieroOptions::tight)
      .def_rw("cache_bytes", &HieroOptions::cache_bytes)
      .def("check", &HieroOptions::check, "Raise UsageError for values that make no sense.");

  m.def(
      "extract",
      [](std::shared_ptr<BitextIndex> bitext, nb::object reader, const std::string& name, const HieroOptions& hiero,
         bool leave_one_out, int threads, const std::function<void(nb::bytes)>& sink, nb::object tick) {
        Lines lines(chunks(std::move(reader)), name);
        const Tick told = ticks(std::move(tick));
        nb::gil_scoped_release release;
        extract_grammars(
            bitext, lines, {.hiero = hiero, .leave_one_out = leave_one_out, .threads = threads},
            [&](const Rules& rules) {
              const std::string text = cdec_text(rules, bitext->source_words(), bitext->target_words());
              nb::gil_scoped_acquire gil;
              sink(as_bytes(text));
            },
            told);
      },
      "bitext"_a, "reader"_a, "name"_a, "options"_a, "leave_one_out"_a, "threads"_a, "sink"_a, "tick"_a = nb::none(),
      "Extract the grammar of every line of a text and give it, as cdec's text, to sink.");
  m.def(
      "extract_to_store",
      [](std::shared_ptr<BitextIndex> bitext, nb::object reader, const std::string& name, const HieroOptions& hiero,
         bool leave_one_out, int threads, const std::filesystem::path& path, std::vector<std::uint32_t> numbers,
         nb::object tick) {
        Lines lines(chunks(std::move(reader)), name);
        const Tick told = ticks(std::move(tick));
        nb::gil_scoped_release release;
        GrammarWriter writer(path.string(), column_names());
        const ExtractionOptions options{
            .hiero = hiero, .leave_one_out = leave_one_out, .numbers = std::move(numbers), .threads = threads};
        extract_grammars(bitext, lines, options, [&](const Rules& rules) { writer.add(rules); }, told);
        writer.finish(bitext->source_words(), bitext->target_words(), false);
      },
      "bitext"_a, "reader"_a, "name"_a, "options"_a, "leave_one_out"_a, "threads"_a, "path"_a,
      "numbers"_a = std::vector<std::uint32_t>(), "tick"_a = nb::none(),
      "Extract the grammar of every line of a text into a store. numbers: of the lines in the bitext, to leave them "
      "out; none: line n is sentence n.");
}

void register_store(nb::module_& m) {
  nb::class_<GrammarStore>(m, "GrammarStore", "The grammars of many sentences, memory-mapped.")
      .def_static(
          "open",
          [](const std::filesystem::path& path, std::string_view load) {
            nb::gil_scoped_release release;
            return std::make_shared<GrammarStore>(GrammarStore::open(path.string(), load_named(load)));
          },
          "path"_a, "load"_a = "map", "Map a store into memory.")
      .def("__len__", &GrammarStore::size)
      .def_prop_ro("shared", &GrammarStore::shared, "Whether the only grammar serves every sentence.")
      .def_prop_ro("score_names", [](const GrammarStore& self) {
        return texts_of(self.score_names());
      }, "The names of the score columns.")
      .def_prop_ro("source_words", &GrammarStore::source_words, nb::rv_policy::reference_internal,
                   "The source vocabulary.")
      .def_prop_ro("target_words", &GrammarStore::target_words, nb::rv_policy::reference_internal,
                   "The target vocabulary.")
      .def(
          "rules",
          [](const GrammarStore& store, std::size_t sentence) {
            nb::gil_scoped_release release;
            Rules rules(store.score_names());
            store.rules(sentence, rules);
            return rules;
          },
          "sentence"_a, "The rules of a sentence, counted from 0.")
      .def(
          "find",
          [](const GrammarStore& store, std::size_t sentence, const In<Word>& words) {
            Rules rules(store.score_names());
            store.find(sentence, view(words), rules);
            return rules;
          },
          "sentence"_a, "words"_a, "The rules of a sentence; of a shared grammar only those that its words can use.")
      .def(
          "cdec",
          [](const GrammarStore& store, std::size_t sentence) {
            Rules rules(store.score_names());
            store.rules(sentence, rules);
            return as_bytes(cdec_text(rules, store.source_words(), store.target_words()));
          },
          "sentence"_a, "The rules of a sentence as cdec's text.");

  struct TextImport {
    Vocabulary source, target;
    RuleReader reader;
    std::unique_ptr<GrammarWriter> writer;
    explicit TextImport(std::string unnamed) : reader(std::move(unnamed), source, target) {}
  };
  nb::class_<TextImport>(m, "TextImport", "Makes a store from grammars in text: all names first, then all rules.")
      .def(nb::init<std::string>(), "unnamed"_a)
      .def(
          "find_names",
          [](TextImport& self, nb::object file, const std::string& name) {
            Lines lines(chunks(std::move(file)), name);
            nb::gil_scoped_release release;
            self.reader.find_names(lines);
          },
          "file"_a, "name"_a, "Note the score names of a text.")
      .def_prop_ro("score_names", [](const TextImport& self) {
        return texts_of(self.reader.names());
      }, "The names found.")
      .def("begin", [](TextImport& self, const std::filesystem::path& path) {
             self.writer = std::make_unique<GrammarWriter>(path.string(), self.reader.names());
           }, "path"_a, "Begin the store; all names are known.")
      .def(
          "add",
          [](TextImport& self, nb::object file, const std::string& name) {
            if (!self.writer) throw UsageError("begin the store before adding grammars");
            Lines lines(chunks(std::move(file)), name);
            nb::gil_scoped_release release;
            Rules rules(self.reader.names());
            self.reader.read(lines, rules);
            self.writer->add(rules);
            return rules.size();
          },
          "file"_a, "name"_a, "Add the grammar of the next sentence; returns the number of its rules.")
      .def("finish", [](TextImport& self, bool shared) {
             if (!self.writer) throw UsageError("begin the store before finishing it");
             self.writer->finish(self.source, self.target, shared);
           }, "shared"_a, "Complete the store.");
}

}  // namespace

void register_grammar(nb::module_& m) {
  nb::module_ submodule = m.def_submodule("grammar", "Translation rules: extraction, stores, text.");
  register_phrases(submodule);
  nb::list columns;
  for (const CdecColumn& column : cdec_columns()) {
    columns.append(nb::make_tuple(column.name, column_names()[column.column], column.scale));
  }
  submodule.attr("CDEC_COLUMNS") = nb::tuple(columns);  // (cdec's name, our column, their value divided by ours)
  register_rules(submodule);
  register_bitext(submodule);
  register_extraction(submodule);
  register_store(submodule);
}

}  // namespace rectrix::bind
