#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/tuple.h>

#include <array>
#include <tuple>

#include "common.hpp"
#include "lm/arpa.hpp"
#include "lm/chart.hpp"
#include "lm/corpus.hpp"
#include "lm/exchange.hpp"
#include "lm/model.hpp"
#include "lm/remembered.hpp"
#include "lm/sentences.hpp"
#include "lm/train.hpp"

namespace rectrix::bind {
namespace {

using lm::Bounds;
using lm::ChartState;
using lm::Model;
using lm::Remembered;
using lm::RuleScore;
using lm::State;

// Python counts words itself, so a number may be anything.
Word checked(const Model& model, std::size_t word) {
  if (word >= model.vocabulary().size()) throw nb::index_error("no word of the language model has this number");
  return static_cast<Word>(word);
}

// RuleScore together with the state that it writes.
struct Rule {
  explicit Rule(const Model& of) : model(&of), score(of, state) {}
  Rule(const Rule&) = delete;
  Rule& operator=(const Rule&) = delete;

  const Model* model;
  ChartState state;
  RuleScore score;
};

// The bytes of str and bytes objects; `kept` owns what had to be encoded anew (lone surrogates).
std::string_view text_of(nb::handle line, std::vector<nb::bytes>& kept) {
  if (nb::isinstance<nb::str>(line)) {
    Py_ssize_t size = 0;
    if (const char* data = PyUnicode_AsUTF8AndSize(line.ptr(), &size)) return {data, static_cast<std::size_t>(size)};
    PyErr_Clear();
    kept.push_back(nb::cast<nb::bytes>(line.attr("encode")("utf-8", "surrogateescape")));
  } else {
    kept.push_back(nb::cast<nb::bytes>(line));
  }
  return {kept.back().c_str(), kept.back().size()};
}

std::vector<std::string_view> texts_of(const nb::list& lines, std::vector<nb::bytes>& kept) {
  std::vector<std::string_view> views;
  views.reserve(lines.size());
  for (const nb::handle line : lines) views.push_back(text_of(line, kept));
  return views;
}

double score_sentence(const Model& model, nb::handle line, bool begin, bool end) {
  std::vector<nb::bytes> kept;
  return lm::score_sentence(model, text_of(line, kept), Bounds{begin, end}).log10;
}

auto score_sentences(const Model& model, const nb::list& lines, bool begin, bool end, int threads) {
  std::vector<nb::bytes> kept;
  const std::vector<std::string_view> views = texts_of(lines, kept);
  std::vector<lm::SentenceScore> scores;
  {
    nb::gil_scoped_release release;
    scores = lm::score_sentences(model, views, Bounds{begin, end}, threads);
  }
  std::vector<double> log10;
  std::vector<double> unknown_log10;
  std::vector<std::uint32_t> words;
  std::vector<std::uint32_t> unknown;
  for (const lm::SentenceScore& score : scores) {
    log10.push_back(score.log10);
    unknown_log10.push_back(score.unknown_log10);
    words.push_back(score.words);
    unknown.push_back(score.unknown);
  }
  return std::tuple(give(std::move(log10)), give(std::move(words)), give(std::move(unknown)),
                    give(std::move(unknown_log10)));
}

auto score_words(const Model& model, nb::handle line, bool begin, bool end) {
  std::vector<nb::bytes> kept;
  std::vector<std::tuple<float, int, bool>> rows;
  for (const lm::WordScore& word : lm::score_words(model, text_of(line, kept), Bounds{begin, end})) {
    rows.emplace_back(word.log10, word.length, word.unknown);
  }
  return rows;
}

template <class Kind>
bool equal(const Kind& state, nb::object other) {
  return nb::isinstance<Kind>(other) && state == nb::cast<const Kind&>(other);
}

void register_states(nb::module_& m) {
  nb::class_<State>(m, "State", "The words that can matter for what follows; equal states score alike.")
      .def("__len__", [](const State& s) { return static_cast<std::size_t>(s.length); })
      .def("__eq__", &equal<State>, nb::is_operator())
      .def("__hash__", [](const State& s) { return static_cast<Py_hash_t>(s.hash() >> 1); });
  nb::class_<ChartState>(m, "ChartState", "A scored piece of a sentence whose left context is open.")
      .def("__eq__", &equal<ChartState>, nb::is_operator())
      .def("__hash__", [](const ChartState& s) { return static_cast<Py_hash_t>(s.hash() >> 1); });
}

// What training tells about each length: kept n-grams, discounts, whether they are the fallback.
using LevelReport = std::tuple<std::uint64_t, std::array<double, 3>, bool>;

auto train(lm::Corpus& corpus, int order, std::vector<std::uint64_t> prune, std::array<double, 3> fallback,
           std::size_t memory, int threads, const std::filesystem::path& folder, nb::object writer, bool build,
           nb::object tick) {
  const lm::TrainOptions options{order, std::move(prune), fallback, memory, threads, folder.string()};
  const lm::ArpaWriter::Write write = writer.is_none() ? lm::ArpaWriter::Write() : sink(std::move(writer));
  lm::Training training;
  {
    const Tick ticked = ticks(std::move(tick));
    nb::gil_scoped_release release;
    training = lm::train(corpus, options, write, build, ticked);
  }
  std::vector<LevelReport> levels;
  for (std::size_t i = 0; i < training.discounts.size(); ++i) {
    const lm::Discount& discount = training.discounts[i];
    levels.emplace_back(training.statistics[i].kept,
                        std::array{discount.amount[1], discount.amount[2], discount.amount[3]}, discount.fallback);
  }
  return std::pair(std::move(training.model), levels);
}

void register_training(nb::module_& m) {
  using lm::Corpus;
  nb::class_<Corpus>(m, "Corpus", "Text as word numbers, to estimate a model from.")
      .def(
          "__init__",
          [](Corpus* self, const std::filesystem::path& folder, bool skip) {
            new (self) Corpus(folder.string(), skip);
          },
          "folder"_a, "skip_markers"_a = false)
      .def(
          "read",
          [](Corpus& corpus, nb::object reader, std::string name) {
            Lines lines(chunks(std::move(reader)), std::move(name));
            nb::gil_scoped_release release;
            corpus.read(lines);
          },
          "reader"_a, "name"_a, "Add all lines of a text; name is for error messages.")
      .def("limit_to_frequent", &Corpus::limit_to_frequent, "words"_a, "Make all but the most frequent words <unk>.")
      .def(
          "limit_to",
          [](Corpus& corpus, nb::object reader, std::string name) {
            Lines lines(chunks(std::move(reader)), std::move(name));
            nb::gil_scoped_release release;
            corpus.limit_to(lines);
          },
          "reader"_a, "name"_a, "Make all words that this text does not hold <unk>.")
      .def_prop_ro("sentences", &Corpus::sentences)
      .def_prop_ro("words", [](const Corpus& corpus) { return corpus.tokens().size() - corpus.sentences(); })
      .def_prop_ro("types", [](const Corpus& corpus) { return corpus.vocabulary().size() - 3; });
  m.def(
      "exchange",
      [](const Corpus& corpus, std::uint32_t classes, int cycles, nb::object tick) {
        lm::Exchanged result;
        {
          const Tick ticked = ticks(std::move(tick));
          nb::gil_scoped_release release;
          result = lm::exchange(corpus, {.classes = classes, .cycles = cycles}, ticked);
        }
        std::vector<std::pair<nb::str, std::uint32_t>> words;
        for (Word word = kSentenceEnd + 1; word < corpus.vocabulary().size(); ++word) {
          words.emplace_back(rectrix::bind::text_of(corpus.vocabulary().text(word)), result.classes[word]);
        }
        return nb::make_tuple(words, result.log_likelihood, result.cycles);
      },
      "corpus"_a, "classes"_a, "cycles"_a, "tick"_a.none(),
      nb::sig("def exchange(corpus: Corpus, classes: int, cycles: int, tick: object | None) "
              "-> tuple[list[tuple[str, int]], float, int]"),
      "Classes of all words by the exchange algorithm, the text's natural log likelihood, and the cycles that it "
      "took.");
  m.def("train", &train, "corpus"_a, "order"_a, "prune"_a, "fallback"_a, "memory"_a, "threads"_a, "folder"_a,
        "writer"_a.none(), "build"_a, "tick"_a.none(),
        "Estimate a model; uses the corpus up. ARPA goes to writer (write(bytes)), the model is returned if build; "
        "then per length: n-grams, discounts, whether these are the fallback.");
}

void register_remembered(nb::module_& m) {
  nb::class_<Remembered>(m, "Remembered",
                         "The n-grams of a few sentences, as a model that says what mixing them into another one "
                         "gains.")
      .def(
          "__init__", [](Remembered* self, std::shared_ptr<Model> other) { new (self) Remembered(std::move(other)); },
          "other"_a.none() = nb::none(), "other: the model that it is mixed into.")
      .def("add", [](Remembered& self, const nb::str& line) { self.add(bytes_of(line)); }, "line"_a,
           nb::sig("def add(self, line: str) -> None"), "Remember a sentence.")
      .def("remove", [](Remembered& self, const nb::str& line) { self.remove(bytes_of(line)); }, "line"_a,
           nb::sig("def remove(self, line: str) -> None"), "Forget a sentence that was added.")
      .def(
          "model",
          [](const Remembered& self) {
            nb::gil_scoped_release release;
            return std::make_shared<Model>(self.model());
          },
          "The model as of now.")
      .def_ro_static("floor", &Remembered::kFloor, "The natural log score of a word that gains nothing.");
}

}  // namespace

void register_lm(nb::module_& m) {
  nb::module_ sub = m.def_submodule("lm",
                                    "N-gram language models. Scores are log10 where a name says so, else natural.");
  sub.attr("MAX_ORDER") = lm::kMaxOrder;
  sub.attr("MAX_CLASSES") = lm::kMaxClasses;
  register_states(sub);

  nb::class_<Model>(sub, "Model", "A back-off n-gram model, in memory or mapped from a file.")
      .def_static(
          "open",
          [](const std::filesystem::path& path, std::string_view load, std::shared_ptr<WordClasses> classes) {
            nb::gil_scoped_release release;
            Model model = Model::open(path.string(), load_named(load));
            model.read_as_classes(std::move(classes));
            return model;
          },
          "path"_a, "load"_a = "map", "classes"_a.none() = nb::none(),
          "Map a file that save() wrote. classes: words are read as their classes, which the model is of.")
      .def_static(
          "read_arpa",
          [](nb::object reader, std::string name, bool keep_ngrams) {
            Lines lines(chunks(std::move(reader)), std::move(name));
            nb::gil_scoped_release release;
            return lm::read_arpa(lines, keep_ngrams);
          },
          "reader"_a, "name"_a, "keep_ngrams"_a = false,
          "Read ARPA text; name is for error messages, keep_ngrams for save_trie.")
      .def(
          "save", [](const Model& model, const std::filesystem::path& path) { model.save(path.string()); }, "path"_a,
          nb::call_guard<nb::gil_scoped_release>(), "Write the memory-mapped form.")
      .def(
          "save_trie",
          [](const Model& model, const std::filesystem::path& path, unsigned bits) {
            model.save_trie(path.string(), bits);
          },
          "path"_a, "bits"_a = 0, nb::call_guard<nb::gil_scoped_release>(),
          "Write the memory-mapped form as a trie; bits: of a quantized value, 0 for exact ones.")
      .def(
          "write_arpa",
          [](const Model& model, nb::object writer, nb::object tick) {
            lm::ArpaWriter arpa(model.vocabulary(), sink(std::move(writer)));
            const Tick told = ticks(std::move(tick));
            nb::gil_scoped_release release;
            model.list(arpa, told);
          },
          "writer"_a, "tick"_a = nb::none(), "Write all n-grams as ARPA text to an object with write(bytes).")
      .def_prop_ro("order", &Model::order)
      .def_prop_ro(
          "counts",
          [](const Model& model) {
            std::vector<std::uint64_t> counts;
            for (int length = 1; length <= model.order(); ++length) counts.push_back(model.count(length));
            return counts;
          },
          "The number of n-grams of each length.")
      .def("index", &Model::index, "word"_a, "The word's number in this model, 0 if it is unknown.")
      .def(
          "word",
          [](const Model& model, std::size_t word) {
            return rectrix::bind::text_of(model.vocabulary().text(checked(model, word)));
          },
          "number"_a, nb::sig("def word(self, number: int) -> str"), "The word with this number.")
      .def("begin", &Model::begin, "The state behind <s>.")
      .def_static("null", &Model::null, "The state without any context.")
      .def(
          "score",
          [](const Model& model, const State& state, std::size_t word) {
            State next;
            const float score = model.score(state, checked(model, word), next);
            return std::pair(score, next);
          },
          "state"_a, "word"_a, "Natural log probability of a word behind a state, and the state behind it.")
      .def("score_sentences", &score_sentences, "lines"_a, "begin"_a = true, "end"_a = true, "threads"_a = 1,
           "Per line: log10 probability, words, unknown words, log10 probability of the unknown words.")
      .def("score_sentence", &score_sentence, "line"_a, "begin"_a = true, "end"_a = true,
           nb::sig("def score_sentence(self, line: str | bytes, begin: bool = True, end: bool = True) -> float"),
           "The log10 probability of a line.")
      .def("score_words", &score_words, "line"_a, "begin"_a = true, "end"_a = true,
           nb::sig("def score_words(self, line: str | bytes, begin: bool = True, end: bool = True) "
                   "-> list[tuple[float, int, bool]]"),
           "Per word: log10 probability, length of the n-gram used, whether it is unknown.");

  register_training(sub);
  register_remembered(sub);

  nb::class_<Rule>(sub, "RuleScore", "Scores one rule application: words and pieces from left to right.")
      .def(nb::init<const Model&>(), "model"_a, nb::keep_alive<1, 2>())
      .def("begin_sentence", [](Rule& rule) { rule.score.begin_sentence(); }, "Start with <s>; before anything else.")
      .def("terminal", [](Rule& rule, std::size_t word) { rule.score.terminal(checked(*rule.model, word)); }, "word"_a)
      .def("nonterminal", [](Rule& rule, const ChartState& piece) { rule.score.nonterminal(piece); }, "piece"_a)
      .def("finish", [](Rule& rule) { return std::pair(rule.score.finish(), rule.state); },
           "What to add to the pieces' natural log scores, and the state of the whole.");
}

}  // namespace rectrix::bind
