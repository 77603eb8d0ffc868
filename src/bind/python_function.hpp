// Feature functions written in Python.
#pragma once

#include <memory>

#include "common.hpp"
#include "features/rule_function.hpp"

namespace rectrix::bind {

// Calls a Python object with all rules of a sentence, with the GIL, which it takes once for them all.
std::shared_ptr<const features::RuleFunction> python_function(nb::object callable);

}  // namespace rectrix::bind
