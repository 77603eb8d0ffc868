#include "common.hpp"
#include "score/bleu.hpp"
#include "score/chrf.hpp"
#include "score/consensus.hpp"
#include "score/error_rate.hpp"
#include "score/references.hpp"
#include "score/ter.hpp"

#include <nanobind/stl/optional.h>

#include "base/error.hpp"

namespace rectrix::bind {
namespace {

score::LengthPolicy policy_named(std::string_view name) {
  if (name == "closest") return score::LengthPolicy::closest;
  if (name == "shortest") return score::LengthPolicy::shortest;
  if (name == "average") return score::LengthPolicy::average;
  throw UsageError("unknown length policy '" + std::string(name) + "'; known: average, closest, shortest");
}

score::Consensus consensus_named(std::string_view name) {
  if (name == "votes") return score::Consensus::votes;
  if (name == "bleu") return score::Consensus::bleu;
  if (name == "bleu+1") return score::Consensus::bleu_plus_one;
  if (name == "chrf") return score::Consensus::chrf;
  throw UsageError("unknown consensus '" + std::string(name) + "'; known: bleu, bleu+1, chrf, votes");
}

using Sentences = std::optional<In<std::int64_t>>;

score::Alignment aligned(const kbest::Lists& lists, const score::References& references, const Sentences& sentences) {
  return {lists, references, sentences ? view(*sentences) : std::span<const std::int64_t>()};
}

}  // namespace

void register_score(nb::module_& m) {
  nb::module_ submodule = m.def_submodule("score", "Sufficient statistics of metrics.");
  using score::References;

  nb::class_<References>(submodule, "References", "Reference translations, one or more for every sentence.")
      .def(nb::init<>())
      .def(
          "read",
          [](References& references, nb::object reader, std::string name) {
            Lines lines(chunks(std::move(reader)), std::move(name));
            nb::gil_scoped_release release;
            references.read(std::move(lines));
          },
          "reader"_a, "name"_a, "Add one reference for every sentence, a line each.")
      .def("__len__", &References::sentences)
      .def("__repr__",
           [](const References& references) {
             return "<References: " + std::to_string(references.sentences()) + " sentences>";
           })
      .def_prop_ro("per_sentence", &References::per_sentence, "The number of references of each sentence.")
      .def_prop_ro("words", &References::vocabulary, nb::rv_policy::reference_internal)
      .def(
          "text",
          [](const References& references, std::size_t sentence, std::size_t reference) {
            if (sentence >= references.sentences() || reference >= references.per_sentence()) throw nb::index_error();
            std::string line;
            for (const Word word : references.words(sentence, reference)) {
              line.append(line.empty() ? "" : " ").append(references.vocabulary().text(word));
            }
            return text_of(line);
          },
          "sentence"_a, "reference"_a = 0, nb::sig("def text(self, sentence: int, reference: int = 0) -> str"),
          "The words of a reference, joined by spaces.");

  submodule.def(
      "bleu_statistics",
      [](const kbest::Lists& lists, const References& references, const Sentences& sentences, int order,
         std::string_view length, int threads) {
        const score::BleuOptions options{order, policy_named(length), threads};
        std::vector<double> rows;
        {
          nb::gil_scoped_release release;
          const auto words = score::map_words(lists.words(), references);
          rows = score::bleu_statistics(lists, references, aligned(lists, references, sentences), words, options);
        }
        return give_rows(std::move(rows), 2 + 2 * static_cast<std::size_t>(order));
      },
      "lists"_a, "references"_a, "sentences"_a = nb::none(), "order"_a = 4, "length"_a = "closest", "threads"_a = 1,
      "For every hypothesis: its length, its reference length, matches of order 1..N, n-grams of order 1..N.\n"
      "sentences: whose references each list is compared with; by default list i with sentence i.");

  submodule.def(
      "chrf_statistics",
      [](const kbest::Lists& lists, const References& references, const Sentences& sentences, int char_order,
         int word_order, int beta, int threads) {
        const score::ChrfOptions options{
            .char_order = char_order, .word_order = word_order, .beta = beta, .threads = threads};
        std::vector<double> rows;
        {
          nb::gil_scoped_release release;
          rows = score::chrf_statistics(lists, references, aligned(lists, references, sentences), options);
        }
        return give_rows(std::move(rows), 3 * static_cast<std::size_t>(char_order + word_order));
      },
      "lists"_a, "references"_a, "sentences"_a = nb::none(), "char_order"_a = 6, "word_order"_a = 0, "beta"_a = 2,
      "threads"_a = 1,
      "For every hypothesis and order: its n-grams, the reference's, and common ones; characters, then words.");
  submodule.def(
      "ter_statistics",
      [](const kbest::Lists& lists, const References& references, const In<Word>& list_words,
         const In<Word>& reference_words, const Sentences& sentences, int threads) {
        std::vector<double> rows;
        {
          nb::gil_scoped_release release;
          rows = score::ter_statistics(lists, references, aligned(lists, references, sentences),
                                       {view(list_words), view(reference_words)}, threads);
        }
        return give_rows(std::move(rows), 2);
      },
      "lists"_a, "references"_a, "list_words"_a, "reference_words"_a, "sentences"_a = nb::none(), "threads"_a = 1,
      "For every hypothesis: the fewest edits to any reference, and the references' average length.\n"
      "list_words, reference_words: numbers under which words are compared.");
  submodule.def(
      "error_statistics",
      [](const kbest::Lists& lists, const References& references, const Sentences& sentences, bool characters,
         int threads) {
        std::vector<double> rows;
        {
          nb::gil_scoped_release release;
          rows = score::error_statistics(lists, references, aligned(lists, references, sentences), characters, threads);
        }
        return give_rows(std::move(rows), 2);
      },
      "lists"_a, "references"_a, "sentences"_a = nb::none(), "characters"_a = false, "threads"_a = 1,
      "For every hypothesis: insertions, deletions and substitutions, and the reference's length, in words or "
      "characters.");
  submodule.def(
      "consensus",
      [](const kbest::Lists& lists, const In<double>& shares, std::string_view kind, int threads) {
        std::vector<double> values;
        {
          nb::gil_scoped_release release;
          values = score::consensus(lists, view(shares), consensus_named(kind), threads);
        }
        return give(std::move(values));
      },
      "lists"_a, "shares"_a, "kind"_a, "threads"_a = 1,
      "Of every hypothesis: the expectation of sentence BLEU or chrF with the list's hypotheses as references, each "
      "with its share, or (votes) the mean share of the hypotheses that have a word.");
}

}  // namespace rectrix::bind
