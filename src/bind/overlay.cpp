#include "overlay.hpp"

#include <nanobind/stl/shared_ptr.h>

#include "base/error.hpp"
#include "decode/overlay.hpp"
#include "grammar/phrase/occurrences.hpp"

namespace rectrix::bind {

void register_overlay(nb::module_& m) {
  using decode::LearnOptions;
  using decode::Overlay;
  using Pairs = std::shared_ptr<grammar::BitextIndex>;
  nb::class_<Overlay>(m, "Overlay", "The rules of confirmed pairs, in memory beside a grammar.")
      .def(
          "__init__",
          [](Overlay* self, double weight) {
            if (!(weight > 0)) throw UsageError("the weight of a confirmed occurrence must be positive");
            new (self) Overlay(weight);
          },
          "weight"_a, "weight: of a confirmed occurrence, in occurrences of the training text.")
      .def(
          "add",
          [](Overlay& overlay, const Pairs& pairs, const grammar::HieroOptions& hiero, int phrase_length) {
            if (phrase_length < 0 || phrase_length > grammar::kMaxPhraseLength) {
              throw UsageError("phrases have 1 to 8 words");
            }
            const LearnOptions chosen{.hiero = hiero, .phrase_length = phrase_length};
            nb::gil_scoped_release release;
            return overlay.add(pairs, chosen);
          },
          "pairs"_a, "hiero"_a, "phrase_length"_a = 0,
          "Add the rules of a bitext (phrases, if these have a length); how many there were.");
}

}  // namespace rectrix::bind
