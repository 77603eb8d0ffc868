// The templates: a line for each, with its name and meaning; the template itself stands in the file of its name, which
// defines make_NAME().
#pragma once

#include <memory>

#include "features/template.hpp"

// In the order of the documentation.
#define RECTRIX_TEMPLATES(TEMPLATE)                                                                     \
  TEMPLATE(rule_id, "the rule itself (Simianer et al. 2012)")                                           \
  TEMPLATE(source_bigrams, "neighbors on the rule's source side and its boundaries (Simianer et al. 2012)") \
  TEMPLATE(target_bigrams, "neighbors on the rule's target side and its boundaries (Simianer et al. 2012)") \
  TEMPLATE(target_words, "words of the rule's target side")                                             \
  TEMPLATE(shape, "which slots of words and gaps are filled on each side (Simianer et al. 2012)")       \
  TEMPLATE(word_pairs, "words that the rule's alignment links (Eidelman 2012)")                         \
  TEMPLATE(insertions, "target words that the rule's alignment leaves alone")                           \
  TEMPLATE(insertion_pairs, "the same with each source word of the rule (Eidelman 2012)")               \
  TEMPLATE(deletions, "source words that the rule's alignment leaves alone")                            \
  TEMPLATE(phrase_length, "how many words the rule has on each side")

namespace rectrix::features {

#define RECTRIX_DECLARE(name, meaning) std::unique_ptr<const Template> make_##name();
RECTRIX_TEMPLATES(RECTRIX_DECLARE)
#undef RECTRIX_DECLARE

}  // namespace rectrix::features
