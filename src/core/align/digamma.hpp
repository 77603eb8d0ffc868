// exp(digamma(x)), the weight that mean-field variational Bayes gives to a count (Beal 2003).
#pragma once

#include <cmath>

namespace rectrix::align {

// Relative error below 1e-8 for every x > 0.
inline double exp_digamma(double x) {
  // digamma(x) = digamma(x + 6) - sum 1 / (x + k), and exp(digamma(y + 1/2)) has a short series for large y.
  if (x < 0.0014) return 0.0;  // below exp(-700)
  double below = 0.0;
  for (; x < 6.0; x += 1.0) below += 1.0 / x;
  const double y = x - 0.5, square = 1.0 / (y * y);
  const double series =
      y * (1.0 + square * (1.0 / 24 + square * (-37.0 / 5760 + square * (10313.0 / 2903040))));
  return below == 0.0 ? series : series * std::exp(-below);
}

}  // namespace rectrix::align
