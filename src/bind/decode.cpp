#include "decode/batch.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>

#include <optional>

#include "base/error.hpp"
#include "batch.hpp"
#include "decode/chart_decoder.hpp"
#include "decode/mapped_rules.hpp"
#include "decode/memory_rules.hpp"
#include "decode/value_counts.hpp"
#include "features/class_template.hpp"
#include "forest.hpp"
#include "overlay.hpp"
#include "python_function.hpp"
#include "stack.hpp"
#include "symbols.hpp"

namespace rectrix::bind {
namespace {

using decode::ChartDecoder;
using decode::ChartOptions;
using decode::Decoder;
using decode::MemoryRules;
using decode::SearchReport;
using decode::RuleSource;
using features::FeatureSpace;

void register_sentence_rules(nb::module_& m) {
  nb::class_<RuleSource>(m, "RuleSource", "Where the rules of a sentence come from.")
      .def_prop_ro("score_names", [](const RuleSource& self) { return texts_of(self.score_names()); });
  nb::class_<MemoryRules, RuleSource>(m, "MemoryRules", "Rules given one by one.")
      .def(nb::init<std::vector<std::string>>(), "score_names"_a)
      .def(
          "add",
          [](MemoryRules& rules, std::string_view source, std::string_view target, const std::vector<float>& scores,
             const std::vector<std::pair<int, int>>& links, std::optional<std::uint32_t> sentence) {
            const auto from = symbols(source, rules.source_words());
            const auto to = symbols(target, rules.target_words());
            std::vector<grammar::Link> points;
            for (const auto& [a, b] : links) {
              if (a < 0 || b < 0 || a > 255 || b > 255) throw UsageError("a link points beyond the rule's words");
              points.push_back({static_cast<std::uint8_t>(a), static_cast<std::uint8_t>(b)});
            }
            rules.add(sentence.value_or(MemoryRules::kEverywhere), {from, to, points, scores});
          },
          "source"_a, "target"_a, "scores"_a, "links"_a = std::vector<std::pair<int, int>>(), "sentence"_a = nb::none(),
          "Add a rule with gaps [1] and [2], for one sentence number or for all.");
  nb::class_<decode::StoreRules, RuleSource>(m, "StoreRules",
                                             "The stored grammars of a set of sentences, or one for all.")
      .def(nb::init<std::shared_ptr<grammar::GrammarStore>>(), "store"_a);
  nb::class_<decode::IndexRules, RuleSource>(m, "IndexRules", "Rules extracted from an indexed bitext on demand.")
      .def(nb::init<std::shared_ptr<grammar::BitextIndex>, const grammar::HieroOptions&>(), "bitext"_a, "options"_a);
}

void register_options(nb::module_& m) {
  const ChartOptions defaults;
  nb::class_<ChartOptions>(m, "ChartOptions", "What can be chosen about chart decoding.")
      .def(
          "__init__",
          [](ChartOptions* self, int pop_limit, int span_limit, bool pass_through_all, bool length_buckets,
             double seconds, long hypotheses, int max_words, bool cdec_order) {
            new (self) ChartOptions{
                .pop_limit = pop_limit,
                .span_limit = span_limit,
                .pass_through_all = pass_through_all,
                .length_buckets = length_buckets,
                .seconds = seconds,
                .hypotheses = hypotheses,
                .max_words = max_words,
                .cdec_order = cdec_order,
            };
          },
          "pop_limit"_a = defaults.pop_limit, "span_limit"_a = defaults.span_limit,
          "pass_through_all"_a = defaults.pass_through_all, "length_buckets"_a = defaults.length_buckets,
          "seconds"_a = defaults.seconds, "hypotheses"_a = defaults.hypotheses, "max_words"_a = defaults.max_words,
          "cdec_order"_a = defaults.cdec_order)
      .def_ro("pop_limit", &ChartOptions::pop_limit, "Hypotheses taken from each cube; 0: all (exhaustive search).")
      .def_ro("span_limit", &ChartOptions::span_limit, "Source words that a rule other than glue covers at most.")
      .def_ro("pass_through_all", &ChartOptions::pass_through_all, "Every source word may be copied.")
      .def_ro("length_buckets", &ChartOptions::length_buckets, "Copied words have a feature for their length.")
      .def_ro("seconds", &ChartOptions::seconds, "Time for one sentence; 0: no limit.")
      .def_ro("hypotheses", &ChartOptions::hypotheses, "Of one sentence; long sentences get a lower pop limit.")
      .def_ro("max_words", &ChartOptions::max_words, "A longer sentence is translated in pieces; it has no forest.")
      .def_ro("cdec_order", &ChartOptions::cdec_order,
              "All rules are tried, and all cells have the same pop limit, as in cdec.");
}

void register_constraints(nb::module_& m) {
  using decode::Constraints;
  using decode::SpanPolicy;
  nb::enum_<SpanPolicy>(m, "SpanPolicy", "What becomes of other translations where a span has a given one.")
      .value("exclusive", SpanPolicy::kExclusive)
      .value("inclusive", SpanPolicy::kInclusive)
      .value("constraint", SpanPolicy::kConstraint);
  nb::class_<Constraints>(m, "Constraints", "What is demanded of one sentence's translation.")
      .def(nb::init<>())
      .def(
          "add_span",
          [](Constraints& to, std::uint32_t begin, std::uint32_t end, const nb::str& translation, SpanPolicy policy,
             double score) {
            to.spans.push_back({{begin, end}, bytes_of(translation), policy, score});
          },
          "begin"_a, "end"_a, "translation"_a, "policy"_a = SpanPolicy::kExclusive, "score"_a = 0.0,
          "A translation of the source words begin to end; score: the value of the feature `forced`.")
      .def("add_wall", [](Constraints& to, std::uint32_t word) { to.walls.push_back(word); }, "word"_a,
           "Nothing from this word on is translated before all that stands before it.")
      .def("add_zone", [](Constraints& to, std::uint32_t begin, std::uint32_t end) {
        to.zones.push_back({begin, end});
      },
           "begin"_a, "end"_a, "The words begin to end are translated without others in between.");
}

nb::dict value_counts(const Decoder& decoder, const nb::list& lines, std::vector<std::size_t> numbers,
                      nb::object tick) {
  const Texts texts(lines);
  const std::vector<std::string_view> views = texts.views();
  for (std::size_t i = numbers.size(); i < views.size(); ++i) numbers.push_back(i);
  const decode::NumberedTexts sentences{views, numbers, ticks(std::move(tick))};
  const auto counts = [&] {
    nb::gil_scoped_release release;
    return decoder.count_values(sentences);
  }();
  nb::dict result;
  std::vector<std::string> names = decoder.score_names();
  names.emplace_back(features::kRawWords);
  for (std::size_t i = 0; i < names.size(); ++i) {
    decode::ValueCounts::Column column = counts.column(i);
    result[text_of(names[i])] = nb::make_tuple(give(std::move(column.values)), give(std::move(column.counts)));
  }
  return result;
}

using Links = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

std::vector<Links> pairs(const std::vector<decode::Alignment>& alignments) {
  std::vector<Links> result;
  for (const decode::Alignment& links : alignments) {
    auto& made = result.emplace_back();
    for (const auto [source, target] : links) made.emplace_back(source, target);
  }
  return result;
}

void register_decoder(nb::module_& m) {
  nb::class_<SearchReport>(m, "SearchReport", "What there is to say about the decoding of a sentence.")
      .def_ro("words", &SearchReport::words)
      .def_ro("pieces", &SearchReport::pieces,
              "How many the sentence was translated in; more than one if it was too long.")
      .def_ro("pop_limit", &SearchReport::pop_limit, "The pop limit in the end.")
      .def_ro("out_of_time", &SearchReport::out_of_time, "The time limit struck.")
      .def_ro("unknown", &SearchReport::unknown, "Words without a rule, copied.")
      .def_ro("hypotheses", &SearchReport::hypotheses)
      .def(
          "of_hypothesis",
          [](const SearchReport& report, std::size_t rank) {
            SearchReport one = report;
            one.alignments = {report.alignments.at(rank)};
            return one;
          },
          "rank"_a, "The same with the alignment of one hypothesis of a list alone.")
      .def_prop_ro("alignments", [](const SearchReport& report) { return pairs(report.alignments); },
                   "Places of linked source and target words: of the translation, or of each in a k-best list if asked "
                   "for.");
  nb::class_<Decoder>(m, "Decoder", "Sentences in, translations or forests out.")
      .def_prop_ro("space", &Decoder::space, "The feature space.")
      .def(
          "translate",
          [](const Decoder& decoder, const nb::list& lines, const nb::object& weights, int threads, std::size_t first,
             nb::object tick, const nb::list& constraints) {
            Texts texts(lines);
            const Weights vectors(weights);
            decode::Batch batch = make_batch(texts, vectors, threads, first, std::move(tick));
            batch.constraints = constraints_of(constraints, batch.texts.size());
            std::vector<decode::Translation> found(batch.texts.size());
            {
              nb::gil_scoped_release release;
              decode::for_each_sentence(decoder, batch,
                                        [&](decode::Worker& worker, const decode::Request& request, std::size_t i) {
                found[i] = worker.translate(request);
              });
            }
            nb::list result;
            for (decode::Translation& one : found) {
              result.append(nb::make_tuple(to_str(one.text), one.score, one.report));
            }
            return result;
          },
          "lines"_a, "weights"_a, "threads"_a = 1, "first"_a = 0, "tick"_a = nb::none(), "constraints"_a = nb::list(),
          nb::sig("def translate(self, lines: list[str], weights: numpy.typing.NDArray[numpy.float64] | "
                  "list[numpy.typing.NDArray[numpy.float64]], threads: int = 1, first: int = 0, tick: object | None = "
                  "None, constraints: list[Constraints | None] = []) -> list[tuple[str, float, SearchReport]]"),
          "Text, score and report of each sentence's best translation. Weights: one vector for all, or one for each "
          "sentence. Constraints: one for each sentence, or none.")
      .def("with_space", &Decoder::with_space, "space"_a, "The same decoder with its features in another space.")
      .def(
          "with_learned",
          [](const Decoder& decoder, std::shared_ptr<decode::Overlay> overlay,
             const std::vector<std::shared_ptr<lm::Model>>& models) {
            const std::vector<std::shared_ptr<const lm::Model>> more(models.begin(), models.end());
            return decoder.with_learned(std::move(overlay), more);
          },
          "overlay"_a, "models"_a,
          "The same decoder with what was learned since: rules, and language models behind its own.")
      .def(
          "discretized",
          [](const Decoder& decoder, const features::Discretization& what) { return decoder.discretized(what); },
          "what"_a, "The same decoder with bins for its grammar's scores.")
      .def("value_counts", &value_counts, "lines"_a, "numbers"_a = std::vector<std::size_t>(), "tick"_a = nb::none(),
           nb::sig("def value_counts(self, lines: list[str], numbers: Sequence[int] = [], tick: object | None = None) "
                   "-> dict[str, tuple[NDArray[numpy.float64], NDArray[numpy.int64]]]"),
           "The values of each of the grammar's scores in all rules of these sentences, ascending, and how many rules "
           "have them.")
      .def(
          "forest",
          [](const Decoder& decoder, const nb::str& line, const nb::object& weights, std::size_t sentence,
             const decode::Constraints* constraints) {
            nb::list lines;
            lines.append(line);
            Texts texts(lines);
            const Weights vectors(weights);
            decode::Batch batch = make_batch(texts, vectors, 1, sentence, nb::none());
            batch.features = true;
            batch.constraints = {constraints};
            nb::gil_scoped_release release;
            SearchReport report;
            return decoder.worker()->forest(batch.request(0), report);
          },
          "line"_a, "weights"_a, "sentence"_a = 0, "constraints"_a.none() = nb::none(),
          nb::sig("def forest(self, line: str, weights: numpy.typing.NDArray[numpy.float64], sentence: int = 0, "
                  "constraints: Constraints | None = None) -> Forest"),
          "The forest of a sentence.")
      .def(
          "reach",
          [](const Decoder& decoder, const nb::str& line, const nb::str& target, const nb::object& weights,
             std::size_t sentence, const decode::Constraints* constraints) -> std::optional<decode::Forest> {
            nb::list lines;
            lines.append(line);
            lines.append(target);
            const Texts texts(lines);
            const Weights vectors(weights);
            const decode::Request request{.sentence = sentence,
                                          .text = texts.views()[0],
                                          .weights = vectors.views(1)[0],
                                          .features = true,
                                          .target = texts.views()[1],
                                          .constraints = constraints};
            nb::gil_scoped_release release;
            SearchReport report;
            decode::Forest forest = decoder.worker()->forest(request, report);
            if (forest.empty()) return std::nullopt;
            return forest;
          },
          "line"_a, "target"_a, "weights"_a, "sentence"_a = 0, "constraints"_a.none() = nb::none(),
          nb::sig("def reach(self, line: str, target: str, weights: numpy.typing.NDArray[numpy.float64], sentence: int "
                  "= 0, constraints: Constraints | None = None) -> Forest | None"),
          "All derivations of one translation, whatever the limits of the search (forced decoding); None if there is "
          "none.");
  nb::class_<ChartDecoder, Decoder>(m, "ChartDecoder", "The decoder of hierarchical models.")
      .def(
          "__init__",
          [](ChartDecoder* self, std::shared_ptr<RuleSource> grammar,
             const std::vector<std::shared_ptr<lm::Model>>& models, const std::vector<std::string>& templates,
             std::shared_ptr<FeatureSpace> space, const ChartOptions& options, const nb::list& functions,
             std::shared_ptr<WordClasses> source_classes, std::shared_ptr<WordClasses> target_classes) {
            decode::ChartParts parts{scoring_parts(models, std::move(space), functions), std::move(grammar)};
            const features::ClassFiles classes{std::move(source_classes), std::move(target_classes)};
            for (const std::string& name : templates) {
              if (auto stateful = features::make_stateful(name)) {
                parts.stateful.push_back(std::move(stateful));
              } else {
                parts.templates.push_back(features::make_template(name, classes));
              }
            }
            new (self) ChartDecoder(std::move(parts), options);
          },
          "grammar"_a, "models"_a, "templates"_a, "space"_a, "options"_a, "functions"_a = nb::list(),
          "source_classes"_a.none() = nb::none(), "target_classes"_a.none() = nb::none(),
          "templates: names of rule_features' templates, class_ before those over word classes, or of stateful ones. "
          "functions: called with all rules of a sentence, each a tuple of source, target and alignment; give tuples "
          "of rule number, feature name and value.");
}

}  // namespace

void register_decode(nb::module_& m) {
  nb::module_ submodule = m.def_submodule("decode", "Search and the forest it leaves.");
  register_forest(submodule);
  register_sentence_rules(submodule);
  register_options(submodule);
  register_constraints(submodule);
  register_overlay(submodule);
  register_decoder(submodule);
  register_stack(submodule);
}

}  // namespace rectrix::bind
