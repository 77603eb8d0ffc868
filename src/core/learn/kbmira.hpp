// Batch k-best MIRA (Cherry & Foster 2012), step by step as Moses' kbmira does it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "learn/lists_view.hpp"

namespace rectrix::learn {

struct KbMiraOptions {
  double cap = 0.01;              // longest step, C
  double decay = 0.999;           // of the background after each sentence
  bool model_background = false;  // the background follows the model's best hypothesis, not hope
  bool safe_hope = false;         // scale the model's score down where it dwarfs the metric in choosing hope
};

// One pass after another over the lists; what it learned stays here between passes. With Real = float every rounding is
// that of Moses' build (single precision, fused products), so that the two can be compared step by step.
template <class Real>
class KbMiraSolver {
 public:
  // Hypotheses are compared by BLEU of order N against a decaying background (statistics as in `bleu`), or, where
  // `gains` are given, by these.
  KbMiraSolver(ListsView lists, int order, std::span<const double> gains, std::span<const double> start,
         const KbMiraOptions& options);

  struct Pass {
    std::size_t updates = 0;
    double loss = 0;  // summed over the updates
  };
  // One pass over the sentences in this order.
  Pass pass(std::span<const std::int64_t> order);

  // The mean over all updates, where the start is counted once without counting in the denominator, as Moses does.
  std::vector<double> average() const;

 private:
  struct Choice;
  Choice choose(std::size_t sentence);
  Real score(std::size_t hypothesis) const;
  Real gain(std::size_t hypothesis) const;
  Real step(std::size_t hope, std::size_t fear, Real delta);
  void difference(std::size_t hope, std::size_t fear);

  ListsView lists_;
  std::size_t order_;
  std::span<const double> gains_;
  KbMiraOptions options_;
  std::vector<float> statistics_;  // the lists's, at half the size: a pass waits for memory more than for arithmetic
  std::vector<Real> weights_, totals_, background_;
  std::vector<std::size_t> last_;  // the update after which a weight's total was brought up to date
  std::size_t updates_ = 0;
  std::vector<std::pair<std::int32_t, Real>> difference_;
};

}  // namespace rectrix::learn
