// Minimum error rate training on k-best lists (Och 2003): exact line search on the upper envelope of every sentence.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "learn/lists_view.hpp"
#include "learn/sweep.hpp"

namespace rectrix::learn {

struct MertOptions {
  int passes = 100;           // over all directions at most
  int random_directions = 0;  // beside the axes, in each pass
  double tolerance = 1e-6;    // stop when a pass gains less
  double narrowest = 1e-6;    // intervals shorter than this are passed over: rounding would miss them
  std::uint64_t seed = 0;     // of random directions
  int threads = 1;            // over starts; the result does not depend on it
};

struct MertResult {
  std::vector<double> weights;
  double score = 0;        // of the metric at these weights
  double start_score = 0;  // and at the start
  int line_searches = 0;
};

// The best point on the line of model scores intercept + x · slope over all hypotheses; 0 if nothing is better.
// Between two breakpoints the middle is taken, beyond the last ones the point 1 further.
LineBest line_search(const ListsView& lists, const Metric& metric, std::span<const double> intercepts,
                     std::span<const double> slopes, double narrowest);

// Coordinate ascent from each start (rows of `starts`): the axes one after another, each followed to its best point at
// once, then random directions, until a pass gains nothing. `tick` is called after each pass from any start, from any
// thread, with the number of starts that are done; it may throw to stop the work.
std::vector<MertResult> mert(const ListsView& lists, const Metric& metric, std::span<const double> starts,
                             std::size_t features, const MertOptions& options,
                             const std::function<void(std::size_t done)>& tick);

}  // namespace rectrix::learn
