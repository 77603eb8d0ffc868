// Metrics from Python, as batch tuners want them.
#pragma once

#include "common.hpp"
#include "learn/lists_view.hpp"

namespace rectrix::bind {

// The built-in BLEU where the order is given, else Python's function from a matrix of sums to scores.
learn::Metric metric_of(int order, nb::object function);

}  // namespace rectrix::bind
