// Multinomial logistic regression in the primal by stochastic gradient descent on
//   |w|^2 / (2 sigma2) - sum_i log p(class of i | x_i),
// step rate / (1 + rate t / (N sigma2)) at the t-th example (Bottou 2012), plain or averaged over all steps after
// the first pass (Polyak & Juditsky 1992). The prior's pull on all weights is one factor that multiplies them, the
// average a second sparse sum (Xu 2011): a step costs the features of its example, however many there are in all.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "reorder/examples.hpp"
#include "reorder/weights.hpp"

namespace rectrix::reorder {

struct PrimalOptions {
  double sigma2 = 1;       // variance of the Gaussian prior on w (scikit-learn's C)
  double rate = 0.1;       // the first step's size
  bool average = true;     // the mean of the weights after the first pass instead of the last weights
  std::uint64_t seed = 1;  // of the order of examples
};

class Primal {
 public:
  // Examples have passed check(); their arrays must outlive this. Starts at w = 0.
  Primal(const Examples& examples, const PrimalOptions& options);

  // Visits every example once, in an order drawn from the seed. Returns the mean loss that examples had when they
  // were visited: it falls from pass to pass and costs nothing.
  double pass(const std::function<void(std::size_t done)>& progress = {});

  std::vector<double> weights() const;  // stride(K) per feature

 private:
  template <int K>
  double visit(std::size_t i);
  void fold();  // brings the factor back to 1

  Examples examples_;
  PrimalOptions options_;
  Weights direct_;    // w = factor_ * direct_
  Weights deferred_;  // sum of steps on direct_, each times factors_ before it
  double factor_ = 1;
  double factors_ = 0;   // sum of factor_ over the averaged steps
  double averaged_ = 0;  // their number
  std::uint64_t passes_ = 0, steps_ = 0;
};

}  // namespace rectrix::reorder
