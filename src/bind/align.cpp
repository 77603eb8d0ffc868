#include "align/aligner.hpp"
#include "align/digamma.hpp"
#include "align/lexical.hpp"
#include "align/symmetrize.hpp"
#include "align/tension.hpp"
#include "common.hpp"

#include <nanobind/stl/pair.h>

#include <algorithm>

namespace rectrix::bind {
namespace {

using namespace rectrix::align;

Direction direction_of(bool reverse) { return reverse ? Direction::kReverse : Direction::kForward; }

RunOptions run_options(int threads, nb::object tick) { return {threads, ticks(std::move(tick))}; }

Lines lines_of(nb::object reader, std::string name) { return {chunks(std::move(reader)), std::move(name)}; }

using LinkArray = nb::ndarray<nb::numpy, const std::uint16_t, nb::shape<-1, 2>>;

LinkArray links_of(nb::handle self) {
  const std::span<const Link> links = nb::cast<const Alignments&>(self).links();
  static_assert(sizeof(Link) == 2 * sizeof(std::uint16_t));
  return LinkArray(links.data(), {links.size(), 2}, self);
}

std::vector<std::pair<int, int>> pair_links(const Alignments& alignments, std::size_t pair) {
  if (pair >= alignments.size()) throw nb::index_error("no such sentence pair");
  std::vector<std::pair<int, int>> links;
  for (const Link link : alignments[pair]) links.emplace_back(link.source, link.target);
  return links;
}

Alignments alignments_from(const In<std::uint64_t>& offsets, const In<std::uint16_t>& links) {
  const std::span<const std::uint64_t> bounds = view(offsets);
  const std::span<const std::uint16_t> flat = view(links);
  if (bounds.empty() || bounds.front() != 0 || bounds.back() * 2 != flat.size()) {
    throw nb::value_error("offsets must begin with 0 and end with the number of links");
  }
  Alignments alignments;
  std::vector<Link> pair;
  for (std::size_t p = 0; p + 1 < bounds.size(); ++p) {
    if (bounds[p] > bounds[p + 1] || bounds[p + 1] > bounds.back())
      throw nb::value_error("offsets must ascend");
    pair.clear();
    for (std::size_t k = bounds[p]; k < bounds[p + 1]; ++k) pair.push_back({flat[2 * k], flat[2 * k + 1]});
    alignments.add(pair);
  }
  return alignments;
}

void register_alignments(nb::module_& m) {
  nb::class_<Alignments>(m, "Alignments", "Word alignments of a corpus, one set of links per sentence pair.")
      .def(nb::init<>())
      .def_static("from_arrays", &alignments_from, "offsets"_a, "links"_a,
                  "From offsets (one more than pairs) and links (source, target, source, target...).")
      .def_static(
          "read",
          [](nb::object reader, std::string name, int first) {
            Lines lines = lines_of(std::move(reader), std::move(name));
            nb::gil_scoped_release release;
            return read_pharaoh(lines, first);
          },
          "reader"_a, "name"_a, "first"_a = 0,
          "Read Pharaoh lines (0-0 1-2); first: what the first word is called.")
      .def("__len__", &Alignments::size)
      .def("__getitem__", &pair_links, "pair"_a, "The links of one pair as (source, target), ascending.")
      .def(
          "pharaoh",
          [](const Alignments& alignments, std::size_t pair) {
            if (pair >= alignments.size()) throw nb::index_error("no such sentence pair");
            std::string text;
            append_pharaoh(alignments[pair], text);
            return text;
          },
          "pair"_a, "The links of one pair as text.")
      .def(
          "text",
          [](const Alignments& alignments) {
            std::string text;
            for (std::size_t pair = 0; pair < alignments.size(); ++pair) {
              append_pharaoh(alignments[pair], text);
              text += '\n';
            }
            return text;
          },
          "All pairs in Pharaoh format, one line each.")
      .def_prop_ro(
          "offsets", [](nb::handle self) { return lend(nb::cast<const Alignments&>(self).offsets(), self); },
          "Pair p has the links offsets[p]:offsets[p + 1].")
      .def_prop_ro("links", &links_of, "All links, one row (source, target) each.");
  nb::class_<Gold>(m, "Gold", "A human's alignment with sure and possible links.")
      .def_static(
          "read",
          [](nb::object reader, std::string name, int first) {
            Lines lines = lines_of(std::move(reader), std::move(name));
            nb::gil_scoped_release release;
            return read_gold(lines, first);
          },
          "reader"_a, "name"_a, "first"_a = 0, "Read links 3-4 (sure), 3?4 or 3p4 (possible).")
      .def_ro("sure", &Gold::sure)
      .def_ro("possible", &Gold::possible, "The sure links and those that are possible only.");
  nb::class_<LinkCounts>(m, "LinkCounts", "Counts from which precision, recall and error rate follow.")
      .def_ro("found", &LinkCounts::found)
      .def_ro("sure", &LinkCounts::sure)
      .def_ro("found_sure", &LinkCounts::found_sure)
      .def_ro("found_possible", &LinkCounts::found_possible);
  m.def("compare", &compare, "found"_a, "gold"_a,
        "Count the links that an alignment and a gold standard share.");
}

void register_symmetrize(nb::module_& m) {
  m.def("heuristics", &heuristic_names, "The names of the symmetrization heuristics.");
  m.def(
      "symmetrize",
      [](const Alignments& forward, const Alignments& reverse, std::string_view heuristic) {
        const Heuristic chosen = heuristic_named(heuristic);
        nb::gil_scoped_release release;
        return symmetrize(forward, reverse, chosen);
      },
      "forward"_a, "reverse"_a, "heuristic"_a, "One alignment from two directed ones.");
}

void register_aligner(nb::module_& m) {
  nb::class_<Corpus>(m, "Corpus", "Sentence pairs as word numbers.")
      .def("__len__", &Corpus::size)
      .def_prop_ro(
          "skipped",
          [](const Corpus& corpus) {
            std::size_t skipped = 0;
            for (std::size_t p = 0; p < corpus.size(); ++p) skipped += alignable(corpus[p]) ? 0 : 1;
            return skipped;
          },
          "Pairs that stay unaligned: one side is empty or longer than MAX_LENGTH words.");
  nb::class_<Aligner>(m, "Aligner", "Both directions of an alignment model with their vocabularies.")
      .def_static(
          "open", [](const std::filesystem::path& path) { return Aligner::open(path.string()); }, "path"_a,
          "Load a saved model.")
      .def(
          "save",
          [](const Aligner& aligner, const std::filesystem::path& path, float least) {
            nb::gil_scoped_release release;
            aligner.save(path.string(), least);
          },
          "path"_a, "least"_a = 1e-6F,
          "Write the model; pairs below `least` in both directions are left out.")
      .def(
          "encode",
          [](const Aligner& aligner, nb::object source, std::string source_name, nb::object target,
             std::string target_name) {
            Lines source_lines = lines_of(std::move(source), std::move(source_name));
            Lines target_lines = lines_of(std::move(target), std::move(target_name));
            const Tick tick = ticks(nb::none());
            nb::gil_scoped_release release;
            return aligner.encode(source_lines, target_lines, tick);
          },
          "source"_a, "source_name"_a, "target"_a, "target_name"_a,
          "New sentence pairs in this model's word numbers.")
      .def(
          "align",
          [](const Aligner& aligner, const Corpus& corpus, bool reverse, bool posterior, int threads,
             nb::object tick) {
            const RunOptions run = run_options(threads, std::move(tick));
            nb::gil_scoped_release release;
            return aligner.align(corpus, direction_of(reverse),
                                 posterior ? Decoding::kPosterior : Decoding::kViterbi, run);
          },
          "corpus"_a, "reverse"_a, "posterior"_a = false, "threads"_a = 1, "tick"_a = nb::none(),
          "Align new sentence pairs in one direction.")
      .def(
          "link",
          [](const Aligner& aligner, const Corpus& corpus, std::string_view heuristic, double threshold,
             int threads, nb::object tick) {
            const LinkRule rule{heuristic_named(heuristic), threshold};
            const RunOptions run = run_options(threads, std::move(tick));
            nb::gil_scoped_release release;
            return aligner.link(corpus, rule, run);
          },
          "corpus"_a, "heuristic"_a, "threshold"_a = -1.0, "threads"_a = 1, "tick"_a = nb::none(),
          "Links of new sentence pairs from the posteriors of both directions.")
      .def(
          "lexicon",
          [](const Aligner& aligner, const Corpus& corpus, const Alignments& alignments, bool reverse) {
            nb::gil_scoped_release release;
            return aligner.lexicon(corpus, alignments, direction_of(reverse));
          },
          "corpus"_a, "alignments"_a, "reverse"_a = false,
          "Relative frequencies of links as lines `generated given probability`.")
      .def(
          "scores",
          [](const Aligner& aligner, const Corpus& corpus, bool reverse, int threads) {
            const RunOptions run{threads, {}};
            nb::gil_scoped_release release;
            return aligner.scores(corpus, direction_of(reverse), run);
          },
          "corpus"_a, "reverse"_a = false, "threads"_a = 1,
          "log p(target | source) of each pair, or (reverse) of the source, per word; NaN if unalignable.")
      .def(
          "probability",
          [](const Aligner& aligner, std::string_view source, std::string_view target, bool reverse) {
            const PairId pair =
                aligner.index().find(aligner.source().find(source), aligner.target().find(target));
            return pair == kNoPair ? 0.0F : aligner[direction_of(reverse)].lexicon.pairs()[pair];
          },
          "source"_a, "target"_a, "reverse"_a = false,
          "p(target | source), or p(source | target); 0 if not kept.")
      .def(
          "null_probability",
          [](const Aligner& aligner, std::string_view word, bool reverse) {
            const Word generated = reverse ? aligner.source().find(word) : aligner.target().find(word);
            return aligner[direction_of(reverse)].lexicon.null()[generated];
          },
          "word"_a, "reverse"_a = false,
          "p(word | empty word) of a target word, or (reverse) of a source word.")
      .def(
          "model",
          [](const Aligner& aligner, bool reverse) {
            return std::string(aligner[direction_of(reverse)].distortion->name());
          },
          "reverse"_a = false, "The name of the distortion model.")
      .def(
          "parameters",
          [](const Aligner& aligner, bool reverse) {
            return aligner[direction_of(reverse)].distortion->parameters();
          },
          "reverse"_a = false, "The parameters of the distortion model, as saved.");
}

void register_formulas(nb::module_& m) {
  m.def("exp_digamma", &exp_digamma, "x"_a, "exp(digamma(x)), the weight of a count in variational Bayes.");
  m.def(
      "diagonal_sums",
      [](int generated, int given_length, int generated_length, double tension) {
        if (given_length < 1 || generated < 0 || generated >= generated_length)
          throw nb::value_error("no such position");
        const DiagonalSums sums = diagonal_sums(generated, {given_length, generated_length}, tension);
        return std::pair(sums.normalizer, sums.distance);
      },
      "generated"_a, "given_length"_a, "generated_length"_a, "tension"_a,
      "The normalizer of the diagonal prior at a generated position (from 0), and its expected distance.");
}

void register_trainer(nb::module_& m) {
  nb::class_<DistortionOptions>(m, "DistortionOptions", "Options of the distortion models.")
      .def(nb::init<>())
      .def_rw("null_probability", &DistortionOptions::null_probability,
              "Of the empty word; negative: the model's default.")
      .def_rw("tension", &DistortionOptions::tension, "Of the diagonal, at the start.")
      .def_rw("learn_tension", &DistortionOptions::learn_tension, "Optimize it in every iteration.")
      .def_rw("jump_width", &DistortionOptions::jump_width, "hmm: longer jumps share one class per side.")
      .def_rw("restart_probability", &DistortionOptions::restart_probability, "hmm: of a jump to anywhere.")
      .def_rw("favor_diagonal", &DistortionOptions::favor_diagonal,
              "hmm: jumps to anywhere go near the diagonal.");
  nb::class_<FertilityOptions>(m, "FertilityOptions", "Options of the fertility model.")
      .def(nb::init<>())
      .def_rw("chains", &FertilityOptions::chains)
      .def_rw("lexical_sweeps", &FertilityOptions::lexical_sweeps, "With words only.")
      .def_rw("hmm_sweeps", &FertilityOptions::hmm_sweeps, "With words and jumps.")
      .def_rw("sweeps", &FertilityOptions::sweeps, "With fertilities; the later half is averaged.")
      .def_rw("lexical_prior", &FertilityOptions::lexical_prior)
      .def_rw("jump_prior", &FertilityOptions::jump_prior)
      .def_rw("fertility_prior", &FertilityOptions::fertility_prior)
      .def_rw("null_probability", &FertilityOptions::null_probability)
      .def_rw("reward", &FertilityOptions::reward, "Of a link that both directions have.")
      .def_rw("seed", &FertilityOptions::seed);
  m.def("models", &distortion_names, "The names of the alignment models.");
  nb::class_<Trainer>(m, "Trainer", "An alignment model and the corpus it is trained on.")
      .def(
          "__init__",
          [](Trainer* place, nb::object source, std::string source_name, nb::object target,
             std::string target_name, float least_posterior, const Aligner* prior, float prior_weight,
             nb::object tick) {
            Lines source_lines = lines_of(std::move(source), std::move(source_name));
            Lines target_lines = lines_of(std::move(target), std::move(target_name));
            const Tick report = ticks(std::move(tick));
            nb::gil_scoped_release release;
            const TrainerOptions options{
                .least_posterior = least_posterior,
                .prior = prior,
                .prior_weight = prior_weight,
            };
            new (place) Trainer(source_lines, target_lines, options, report);
          },
          "source"_a, "source_name"_a, "target"_a, "target_name"_a,
          "least_posterior"_a = TrainerOptions().least_posterior, "prior"_a.none() = nb::none(),
          "prior_weight"_a = TrainerOptions().prior_weight, "tick"_a = nb::none(),
          "least_posterior: cells less probable under model 1 are left out; prior: a model that lends counts.")
      .def(
          "use",
          [](Trainer& trainer, bool reverse, std::string_view model, const DistortionOptions& options) {
            trainer.use(direction_of(reverse), make_distortion(model, options));
          },
          "reverse"_a, "model"_a, "options"_a,
          "Go on with another distortion model; word probabilities stay.")
      .def(
          "iterate",
          [](Trainer& trainer, bool reverse, double concentration, int threads, nb::object tick) {
            const RunOptions run = run_options(threads, std::move(tick));
            nb::gil_scoped_release release;
            return trainer.iterate(direction_of(reverse), concentration, run);
          },
          "reverse"_a, "concentration"_a = 0.0, "threads"_a = 1, "tick"_a = nb::none(),
          "One iteration of expectation maximization (concentration > 0: variational Bayes); returns the "
          "log-likelihood before it.")
      .def(
          "iterate_agreeing",
          [](Trainer& trainer, double concentration, int threads, nb::object tick) {
            const RunOptions run = run_options(threads, std::move(tick));
            nb::gil_scoped_release release;
            return trainer.iterate_agreeing(concentration, run);
          },
          "concentration"_a = 0.0, "threads"_a = 1, "tick"_a = nb::none(),
          "One iteration of both directions, trained to agree; returns the sum of the log-likelihoods.")
      .def(
          "sample",
          [](Trainer& trainer, const FertilityOptions& options, int threads, nb::object tick) {
            const RunOptions run = run_options(threads, std::move(tick));
            nb::gil_scoped_release release;
            trainer.sample(options, run);
          },
          "options"_a, "threads"_a = 1, "tick"_a = nb::none(),
          "Sample the fertility model; ticks count sweeps of all chains.")
      .def(
          "link",
          [](const Trainer& trainer, std::string_view heuristic, double threshold, int threads,
             nb::object tick) {
            const LinkRule rule{heuristic_named(heuristic), threshold};
            const RunOptions run = run_options(threads, std::move(tick));
            nb::gil_scoped_release release;
            return trainer.link(rule, run);
          },
          "heuristic"_a, "threshold"_a = -1.0, "threads"_a = 1, "tick"_a = nb::none(),
          "Links of the training corpus from the posteriors of both directions.")
      .def(
          "align",
          [](const Trainer& trainer, bool reverse, bool posterior, int threads, nb::object tick) {
            const RunOptions run = run_options(threads, std::move(tick));
            nb::gil_scoped_release release;
            return trainer.align(direction_of(reverse), posterior ? Decoding::kPosterior : Decoding::kViterbi,
                                 run);
          },
          "reverse"_a, "posterior"_a = false, "threads"_a = 1, "tick"_a = nb::none(),
          "Align the training corpus in one direction.")
      .def("drop_corpus", &Trainer::drop_corpus, "Free what only training needs; the aligner stays as it is.")
      .def_prop_ro("corpus", &Trainer::corpus, nb::rv_policy::reference_internal)
      .def_prop_ro("aligner", &Trainer::aligner, nb::rv_policy::reference_internal,
                   "The model as trained so far.");
}

SideView side_view(const In<Word>& words, const In<std::uint64_t>& offsets) {
  const SideView side(view(words), view(offsets));
  if (side.offsets.empty() || side.offsets.back() != side.words.size() ||
      !std::is_sorted(side.offsets.begin(), side.offsets.end())) {
    throw nb::value_error("offsets must ascend and end with the number of words");
  }
  return side;
}

void register_lexical(nb::module_& m) {
  m.attr("NULL") = kNull;
  nb::class_<LexicalTable>(m, "LexicalTable",
                           "p(target | source) and p(source | target) by relative frequency of links.")
      .def(
          "__init__",
          [](LexicalTable* place, const In<Word>& source_words, const In<std::uint64_t>& source_offsets,
             const In<Word>& target_words, const In<std::uint64_t>& target_offsets,
             const Alignments& alignments) {
            const SideView source = side_view(source_words, source_offsets);
            const SideView target = side_view(target_words, target_offsets);
            nb::gil_scoped_release release;
            new (place) LexicalTable(source, target, alignments);
          },
          "source_words"_a, "source_offsets"_a, "target_words"_a, "target_offsets"_a, "alignments"_a,
          "From the two sides of a corpus as word numbers; words without a link count with NULL.")
      .def("__len__", &LexicalTable::size)
      .def(
          "find",
          [](const LexicalTable& table, Word source, Word target) {
            const Lexical found = table.find({source, target});
            return std::pair(found.target_given_source, found.source_given_target);
          },
          "source"_a, "target"_a, "p(target | source) and p(source | target); zeros for pairs never linked.")
      .def(
          "pairs",
          [](const LexicalTable& table) {
            std::vector<std::pair<Word, Word>> pairs;
            for (const WordPair pair : table.pairs()) pairs.emplace_back(pair.source, pair.target);
            return pairs;
          },
          "All linked pairs (source, target), ascending.");
}

}  // namespace

void register_align(nb::module_& m) {
  nb::module_ align = m.def_submodule("align", "Word alignment.");
  align.attr("MAX_LENGTH") = kMaxLength;
  register_alignments(align);
  register_symmetrize(align);
  register_lexical(align);
  register_aligner(align);
  register_formulas(align);
  register_trainer(align);
}

}  // namespace rectrix::bind
