// The text form of n-gram models, as SRILM, KenLM, IRSTLM and others write it.
#pragma once

#include "base/lines.hpp"
#include "lm/model.hpp"

namespace rectrix::lm {

// Accepted: text before \data\, CRLF, blank lines, blanks for tabs, <UNK>, missing <unk> <s> </s> (log10 -100), missing
// back-offs, positive back-offs, missing contexts and suffixes, -inf for a probability (-100). An InputError says
// what else is wrong in which line: counts, sections, numbers, words, n-grams that come twice.
Model read_arpa(Lines& lines);

}  // namespace rectrix::lm
