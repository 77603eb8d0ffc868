#include "grammar/phrase/smoothing.hpp"

#include <algorithm>
#include <cmath>

namespace rectrix::grammar {

Smoother::Smoother(PhraseSmoothing kind, const std::array<double, 7>& counts, double pairs) : kind_(kind), pairs_(pairs) {
  for (std::size_t c = 1; c <= 5; ++c) {
    const double turing = counts[c] > 0 ? static_cast<double>(c + 1) * counts[c + 1] / counts[c] : 0;
    // Where counts of counts do not fall, the estimate would raise a count or make it 0: it stays.
    turing_[c] = turing > 0 && turing < static_cast<double>(c) ? turing : static_cast<double>(c);
  }
  const double y = counts[1] > 0 && counts[2] > 0 ? counts[1] / (counts[1] + 2 * counts[2]) : 0;
  for (std::size_t c = 1; c <= 3; ++c) {
    const auto exact = static_cast<double>(c);
    const double next = counts[c] > 0 ? counts[c + 1] / counts[c] : 0;
    discount_[c] = std::clamp(exact - (exact + 1) * y * next, 0.0, exact);
  }
}

double Smoother::taken(std::uint32_t count) const {
  return kind_ == PhraseSmoothing::kKneserNey ? discount_[std::min(count, 3U)] : 0;
}

double Smoother::log_probability(std::uint32_t count, const Seen& given, std::uint32_t different) const {
  const auto total = static_cast<double>(given.total);
  if (kind_ == PhraseSmoothing::kGoodTuring) return std::log((count <= 5 ? turing_[count] : static_cast<double>(count)) / total);
  const double share = given.taken / total * different / pairs_;
  return std::log((count - taken(count)) / total + share);
}

}  // namespace rectrix::grammar
