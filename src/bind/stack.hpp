// The phrase-based decoder, part of the decode submodule.
#pragma once

#include "common.hpp"

namespace rectrix::bind {

void register_stack(nb::module_& decode);

}  // namespace rectrix::bind
