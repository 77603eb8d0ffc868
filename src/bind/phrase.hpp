// Phrase tables, part of the grammar submodule.
#pragma once

#include "common.hpp"

namespace rectrix::bind {

void register_phrases(nb::module_& grammar);

}  // namespace rectrix::bind
