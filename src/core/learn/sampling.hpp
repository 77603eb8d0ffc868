// Pairs of hypotheses for PRO (Hopkins & May 2011): draw Γ, accept by the difference of gains, keep the Ξ largest.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace rectrix::learn {

struct SamplingOptions {
  std::int64_t draws = 5000;     // Γ, per sentence
  std::int64_t keep = 50;        // Ξ, per sentence
  double threshold = 0.05;       // smallest difference of gains that is accepted
  double length_deviations = 0;  // refuse pairs whose lengths differ by more standard deviations (and 2 words); 0: do not
  std::uint64_t seed = 0;
  int threads = 1;  // the result does not depend on it
};

struct Pairs {
  std::vector<std::int64_t> better, worse;  // hypotheses, numbered over all lists
  std::vector<std::int64_t> begin;          // sentence s has pairs [s] to [s + 1]
};

Pairs sample_pairs(std::span<const std::int64_t> list_begin, std::span<const double> gains,
                   std::span<const std::int64_t> lengths, const SamplingOptions& options);

}  // namespace rectrix::learn
