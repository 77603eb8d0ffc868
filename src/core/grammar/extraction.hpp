// Grammars for all sentences of a text, in order, on several threads.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "base/lines.hpp"
#include "grammar/bitext.hpp"
#include "grammar/pattern.hpp"
#include "grammar/rules.hpp"

namespace rectrix::grammar {

struct ExtractionOptions {
  HieroOptions hiero;
  bool leave_one_out = false;  // lines are sentences of the bitext, and their rules count only the other sentences
  std::vector<std::uint32_t> numbers = {};  // of the lines in the bitext, if left out; none: line n is sentence n
  int threads = 1;             // the result does not depend on it
};

// Calls sink(rules) for each line of a text, in order and never at the same time, and tick(lines done) now and then.
// Throws an InputError if lines that should be left out differ from the bitext's.
void extract_grammars(std::shared_ptr<const BitextIndex> bitext, Lines& lines, const ExtractionOptions& options,
                      const std::function<void(const Rules&)>& sink, const std::function<void(std::size_t)>& tick);

}  // namespace rectrix::grammar
