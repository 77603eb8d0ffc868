#include "stack.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>

#include "decode/stack_decoder.hpp"
#include "features/class_template.hpp"
#include "python_function.hpp"

namespace rectrix::bind {
namespace {

// A classifier with the table's words; hierarchical: the second of the pair.
decode::OrientationClassifier classifier(const std::optional<std::pair<std::shared_ptr<reorder::Model>, bool>>& given,
                                         const grammar::PhraseTable& table) {
  if (!given) return {};
  const reorder::Vocabularies words{table.source_words(), table.target_words()};
  return {std::make_shared<reorder::Classifier>(given->first, words), given->second};
}

}  // namespace

void register_stack(nb::module_& m) {
  using decode::StackDecoder;
  using decode::StackOptions;
  using decode::UnknownWords;
  nb::enum_<UnknownWords>(m, "UnknownWords", "What becomes of a word without a translation.")
      .value("copy", UnknownWords::kCopy)
      .value("drop", UnknownWords::kDrop)
      .value("mark", UnknownWords::kMark);
  const StackOptions defaults;
  nb::class_<StackOptions>(m, "StackOptions", "What can be chosen about phrase-based decoding.")
      .def(
          "__init__",
          [](StackOptions* self, int pop_limit, int stack, double threshold, int table_limit, int distortion_limit,
             bool distortion_ahead, bool itg, bool markup, UnknownWords unknown, bool rule_counts,
             bool sparse_reordering, double seconds, long hypotheses, int max_words, std::size_t cache_bytes) {
            new (self) StackOptions{
                .pop_limit = pop_limit,
                .stack = stack,
                .threshold = threshold,
                .table_limit = table_limit,
                .distortion_limit = distortion_limit,
                .distortion_ahead = distortion_ahead,
                .itg = itg,
                .markup = markup,
                .unknown = unknown,
                .rule_counts = rule_counts,
                .sparse_reordering = sparse_reordering,
                .seconds = seconds,
                .hypotheses = hypotheses,
                .max_words = max_words,
                .cache_bytes = cache_bytes,
            };
          },
          "pop_limit"_a = defaults.pop_limit, "stack"_a = defaults.stack, "threshold"_a = defaults.threshold,
          "table_limit"_a = defaults.table_limit, "distortion_limit"_a = defaults.distortion_limit,
          "distortion_ahead"_a = defaults.distortion_ahead, "itg"_a = defaults.itg,
          "markup"_a = defaults.markup, "unknown"_a = defaults.unknown, "rule_counts"_a = defaults.rule_counts,
          "sparse_reordering"_a = defaults.sparse_reordering, "seconds"_a = defaults.seconds,
          "hypotheses"_a = defaults.hypotheses, "max_words"_a = defaults.max_words,
          "cache_bytes"_a = defaults.cache_bytes)
      .def_ro("pop_limit", &StackOptions::pop_limit, "Hypotheses taken from the cubes of each stack; 0: all.")
      .def_ro("stack", &StackOptions::stack, "Hypotheses kept of each coverage and last word, in forests of each stack; 0: all.")
      .def_ro("threshold", &StackOptions::threshold, "Those worse than the best by more than this go, too; 0: none.")
      .def_ro("table_limit", &StackOptions::table_limit, "Translations of a source phrase; 0: all.")
      .def_ro("distortion_limit", &StackOptions::distortion_limit, "Source words jumped at most; -1: no limit.")
      .def_ro("distortion_ahead", &StackOptions::distortion_ahead,
              "Count the jump back to the first gap before it comes.")
      .def_ro("itg", &StackOptions::itg, "Only orders that phrases joined two by two can have.")
      .def_ro("markup", &StackOptions::markup, "<wall/>, <zone> and </zone> in the input limit reordering.")
      .def_ro("unknown", &StackOptions::unknown, "What becomes of words without a translation.")
      .def_ro("rule_counts", &StackOptions::rule_counts, "The features log_count and unique.")
      .def_ro("sparse_reordering", &StackOptions::sparse_reordering,
              "The features lo: a phrase pair with its orientation.")
      .def_ro("seconds", &StackOptions::seconds, "Time for one sentence; 0: no limit.")
      .def_ro("hypotheses", &StackOptions::hypotheses, "Of one sentence; long sentences get a lower pop limit.")
      .def_ro("max_words", &StackOptions::max_words, "A longer sentence is translated in pieces; it has no forest.")
      .def_ro("cache_bytes", &StackOptions::cache_bytes,
              "Phrases kept with their scores between sentences, by all threads together.");
  nb::class_<StackDecoder, decode::Decoder>(m, "StackDecoder", "The decoder of phrase-based models.")
      .def(
          "__init__",
          [](StackDecoder* self, std::shared_ptr<grammar::PhraseTable> table,
             const std::vector<std::shared_ptr<lm::Model>>& models, const std::vector<std::string>& templates,
             std::shared_ptr<features::FeatureSpace> space, const StackOptions& options, const nb::list& functions,
             std::shared_ptr<grammar::BitextIndex> left_out, std::shared_ptr<WordClasses> source_classes,
             std::shared_ptr<WordClasses> target_classes,
             const std::optional<std::pair<std::shared_ptr<reorder::Model>, bool>>& previous,
             const std::optional<std::pair<std::shared_ptr<reorder::Model>, bool>>& next) {
            decode::StackParts parts{scoring_parts(models, std::move(space), functions), table, std::move(left_out),
                                     classifier(previous, *table), classifier(next, *table)};
            const features::ClassFiles classes{std::move(source_classes), std::move(target_classes)};
            for (const std::string& name : templates) parts.templates.push_back(features::make_template(name, classes));
            new (self) StackDecoder(std::move(parts), options);
          },
          "table"_a, "models"_a, "templates"_a, "space"_a, "options"_a, "functions"_a = nb::list(),
          "left_out"_a.none() = nb::none(), "source_classes"_a.none() = nb::none(),
          "target_classes"_a.none() = nb::none(), "previous"_a = nb::none(), "next"_a = nb::none(),
          "templates, functions and classes: as for ChartDecoder. left_out: the bitext that the table was extracted "
          "from; its sentence n is translated as if it were new. previous, next: orientation classifiers of the phrase "
          "before and after, each with whether its neighbors are hierarchical blocks.");
}

}  // namespace rectrix::bind
