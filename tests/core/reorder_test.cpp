// Orientation classifiers: both solvers agree on a small problem, threads change nothing, wrong arrays are refused.
#include <cassert>
#include <cmath>

#include "base/error.hpp"
#include "making.hpp"
#include "reorder/dual.hpp"
#include "reorder/primal.hpp"

using namespace rectrix;
using namespace rectrix::reorder;

namespace {

const std::vector<std::uint64_t> kOffsets{0, 2, 3, 5, 6, 8};
const std::vector<std::uint32_t> kIds{0, 1, 1, 0, 2, 2, 1, 2};
const std::vector<Class> kClasses{0, 1, 0, 2, 1};

Examples examples() { return {{kOffsets, kIds, {}}, kClasses, 3, 3}; }

std::vector<double> solve(int threads, int blocks) {
  DualOptions options;
  options.sigma2 = 0.1;
  options.shrink = 1e-6;
  options.exact = true;
  options.threads = threads;
  options.blocks = blocks;
  Dual dual(examples(), options);
  double before = 1e300;
  for (int pass = 0; pass < 200; ++pass) {
    const double objective = dual.pass().objective;
    assert(objective <= before + 1e-9);
    before = objective;
  }
  return {dual.weights().begin(), dual.weights().end()};
}

void test_the_objective_falls_and_threads_change_nothing() {
  const auto expected = solve(1, 3);
  assert(solve(3, 3) == expected);
  const auto sequential = solve(1, 1);
  assert(sequential.size() == expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) assert(std::abs(expected[i] - sequential[i]) < 1e-3);
}

void test_gradient_descent_goes_to_the_same_place() {
  PrimalOptions options;
  options.sigma2 = 0.1;
  options.rate = 0.05;
  Primal primal(examples(), options);
  for (int pass = 0; pass < 3000; ++pass) primal.pass();
  const auto found = primal.weights(), expected = solve(1, 1);
  assert(found.size() == expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) assert(std::abs(found[i] - expected[i]) < 0.02);
}

void test_arrays_that_do_not_fit_are_refused() {
  Examples wrong = examples();
  wrong.features = 2;
  assert(making::throws<UsageError>([&] { check(wrong); }));
}

}  // namespace

int main() {
  test_the_objective_falls_and_threads_change_nothing();
  test_gradient_descent_goes_to_the_same_place();
  test_arrays_that_do_not_fit_are_refused();
}
