// N-best lists as text in any of the formats.
#pragma once

#include <string>

#include "kbest/format.hpp"
#include "kbest/lists.hpp"

namespace rectrix::kbest {

// The lines of sentences begin to end; the first sentence of `lists` has the id `first_id`. Numbers are written with as
// few digits as give the same number back. Throws UsageError where the format cannot hold what the lists have.
std::string lines(const Lists& lists, std::size_t begin, std::size_t end, Format format, std::size_t first_id);

}  // namespace rectrix::kbest
