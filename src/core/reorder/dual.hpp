// Multinomial logistic regression in the dual by exponentiated gradient with shrinking
// (Alrajeh & Niranjan 2014, after Collins et al. 2008):
//
//   min over a  D(a) = |w(a)|^2 / (2 sigma2) + sum_ik a_ik log a_ik,  each a_i a distribution over the K classes,
//   w_k(a) = sigma2 sum_i (1[class of i = k] - a_ik) x_i;  at the optimum a_ik = p(k | x_i).
//
// One step on example i: grad_k = 1 + log a_k - w_k.x, a'_k ~ a_k exp(-eta grad_k), eta halved until D does not
// rise, then w_k -= sigma2 (a'_k - a_k) x, exactly. An example whose gradients differ by at most `shrink` leaves.
//
// Sufficient decrease: the paper takes any step that does not raise D. A step of nearly twice the best length then
// passes, lands on the other side at the same height, and the next one comes back: examples of a certain curvature
// never settle. We ask for a quarter of the decrease that the gradient predicts (Armijo 1966); 0 is the paper's rule.
//
// Exact visits (optional): one step of length eta moves an improbable class by eta of its way, and a stiff example
// (large sigma2 |x|^2) allows only small eta. With `exact` the visited example goes to its own minimum by Newton's
// method, which costs a few exponentials and no memory; EG remains the fallback. D falls more per pass. With an
// ordinary shrink level and small sigma2, four unsettled examples are visited at once (dual_group.hpp), in the
// registers' width and without waiting for one another's weights.
//
// The corner: gradient steps cannot leave probabilities of 0, so they start near them (`initial`). Exact visits can:
// their default is initial = 0, all probability on the true class, where w = 0 and the first pass need not compute
// where examples are. The wrong classes' logits are then lower by 80; exp(-80) is too little to show in any sum.
//
// Logits: we keep z with a_i = softmax(z_i), z_i0 = 0, as K - 1 floats per example (for shrink below 0.001 as pairs
// of floats: rounding z moves w.x by up to sigma2 |x|^2 1e-7). Up to a constant the gradient is
// z_k - w_k.x and the step is z' = z + eta (w.x - z): the shrink test needs neither exp nor log, a never leaves the
// simplex however z is rounded, and tiny probabilities keep their precision. Since w moves by the difference of two
// softmax(z) of the stored floats, w = w(a) stays true to double precision.
//
// Several threads: examples are dealt into `blocks` = P groups per round. Group p works on its own copy of w as if
// sigma2 were P sigma2, so it keeps w_p = w - P sigma2 A d_p for its change d_p (A d = sum_i d_i x_i) and lowers
//   G_p(d_p) = entropy change - <w, A d_p> + (P sigma2 / 2) |A d_p|^2.
// Then all changes are taken and the copies are averaged, which gives w - sigma2 sum_p A d_p = w(a) again. As
// |sum_p A d_p|^2 <= P sum_p |A d_p|^2 (convexity), D changes by at most sum_p G_p(d_p) <= 0: it falls for any P
// (Ma et al. 2015, "adding" updates). The four examples above step at the same weights by the same argument, as if
// sigma2 were four times as large. The result depends on P and the seed, never on the number of threads; P = 1,
// the default, is the paper's sequential algorithm and needs fewest passes.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "reorder/dual_group.hpp"
#include "reorder/examples.hpp"
#include "reorder/logits.hpp"
#include "reorder/weights.hpp"

namespace rectrix::reorder {

inline constexpr double kStart = 1e-3;  // DualOptions::initial for gradient steps; exact visits start in the corner

struct DualOptions {
  double sigma2 = 1;       // variance of the Gaussian prior on w (scikit-learn's C)
  double shrink = 0.1;     // an example leaves when its gradients differ by at most this
  std::optional<double> initial;  // probability of all wrong classes together at the start; none: see kStart
  double step = 0.5;       // eta of the first trial
  int trials = 10;         // etas tried before the example is left as it is
  double decrease = 0.25;  // share of the decrease predicted by the gradient that a step must reach; the paper: 0
  bool exact = false;      // minimize D over the visited example instead of one gradient step
  int blocks = 1;          // P above
  int threads = 1;         // at most P are of use
  std::uint64_t seed = 1;  // of the order of examples
};

// What one pass did.
struct DualPass {
  double objective = 0;        // D after it
  std::uint64_t visited = 0;   // active examples before it
  std::uint64_t active = 0;    // and after it
  std::uint64_t features = 0;  // feature values read: the work
};

template <int K>
struct Point;
template <int K>
struct Step;

using Progress = std::function<void(std::size_t done)>;

class Dual {
 public:
  // Examples have passed check(); their arrays must outlive this. Starts with every example active.
  Dual(const Examples& examples, const DualOptions& options);

  // Visits every active example once, chunks of neighbors in an order drawn from the seed. progress is told of
  // chunks that are done.
  DualPass pass(const Progress& progress = {});

  // Looks at every example again; those whose gradients differ by more than `shrink` are the new active set.
  // Returns how many. 0: the solution is optimal within the shrink tolerance.
  std::uint64_t reactivate();

  std::size_t active() const { return active_.size(); }
  std::span<const double> weights() const { return weights_; }  // stride(K) per feature
  std::vector<double> probabilities() const;                    // a, row after row
  double objective() const;                                     // D from scratch
  // Gradient of D by the probabilities of example i, as the paper writes it.
  std::vector<double> gradient(std::size_t i) const;

 private:
  struct Tally {
    double entropy = 0;  // change of sum a log a, but
    Product ratios;      // for the logarithm of these
    std::uint64_t features = 0;
  };
  template <int K>
  void start();
  template <int K>
  void round(std::span<const std::uint32_t> chunks, const Progress& progress, std::vector<Tally>& tallies);
  template <int K>
  void visit_chunk(std::uint32_t chunk, double* weights, double sigma2, Tally& tally);
  void expect(std::uint32_t chunk) const;
  template <int K>
  std::uint32_t visit_grouped(std::span<std::uint32_t> rows, double* weights, double sigma2, Tally& tally);
  template <int K>
  void visit_group(const Waiting& waiting, double* weights, double sigma2, Tally& tally, bool* stays);
  template <int K>
  bool choose_step(const Point<K>& from, Step<K>& step) const;
  template <int K>
  bool visit(std::uint32_t row, double* weights, double sigma2, Tally& tally);
  void gather_active();  // copies the active rows together once they are few
  std::uint32_t example(std::uint32_t row) const { return origin_.empty() ? row : origin_[row]; }

  Examples examples_;
  DualOptions options_;
  Weights weights_;
  Logits logits_;                      // z
  double initial_;                     // as given, or the default
  bool grouped_ = false;               // several examples are visited at once
  double entropy_ = 0;                 // sum a log a
  std::vector<std::uint32_t> active_;  // rows of store_
  std::vector<std::uint32_t> kept_;    // per chunk: how many rows stay active
  std::uint64_t passes_ = 0;

  Rows store_;                          // the rows that passes read: all, or the active ones gathered
  std::vector<std::uint32_t> origin_;   // row of store_ -> example; empty: the same
  std::vector<std::uint64_t> offsets_;  // what store_ shows once gathered
  std::vector<std::uint32_t> ids_;
  std::vector<double> values_;
  std::vector<Weights> copies_;  // of the weights, one per block
};

}  // namespace rectrix::reorder
