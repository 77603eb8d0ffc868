// The metric of a whole tuning set along a line, from the points at which sentences change their best hypothesis.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "learn/lists_view.hpp"

namespace rectrix::learn {

struct SweepOptions {
  double narrowest = 1e-6;  // intervals shorter than this are passed over: rounding would miss them
  int neighbors = 0;        // an interval is judged by the mean with so many on each side (Cer et al. 2008)
};

// Where a line is best, and how good it is there.
struct LineBest {
  double position = 0;
  double score = 0;
};

// Sentence by sentence: the row of statistics far left on the line, then each change of it by ascending position.
class Sweep {
 public:
  // statistics: rows of so many numbers.
  Sweep(std::span<const double> statistics, std::size_t width, const SweepOptions& options)
      : statistics_(statistics), width_(width), options_(options) { clear(); }

  void clear();
  void begin_sentence(std::size_t row);
  void change(double at, std::size_t row);

  // The best interval's middle; beyond the last changes the point 1 further; 0 if nothing is better than there.
  LineBest best(const Metric& metric);

 private:
  struct Event {
    double at;
    std::uint32_t from, to;  // rows
  };

  void sum_up();
  double middle(std::size_t interval) const;
  double smoothed(std::size_t interval) const;

  std::span<const double> statistics_;
  std::size_t width_;
  SweepOptions options_;
  std::uint32_t last_ = 0;  // the row of the sentence at hand
  std::vector<Event> events_;
  std::vector<double> left_, borders_, sums_, scores_;  // borders_[i] is the right end of interval i
};

}  // namespace rectrix::learn
