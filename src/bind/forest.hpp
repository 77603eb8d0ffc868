// The forest's bindings, a part of the decode stage's.
#pragma once

#include "common.hpp"

namespace rectrix::bind {

void register_forest(nb::module_& m);

}  // namespace rectrix::bind
