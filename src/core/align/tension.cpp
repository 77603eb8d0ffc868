#include "align/tension.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"

namespace rectrix::align {
namespace {

std::uint64_t key(Lengths lengths) {
  return (static_cast<std::uint64_t>(lengths.given) << 32) | static_cast<std::uint64_t>(lengths.generated);
}

// Given words 1..top lie on or before the diagonal of generated word j (from 1), the others after it.
struct Split {
  int top;
  double before, after;  // distances of the nearest word on either side; negative: there is none
};

Split split(int generated, Lengths lengths) {
  const std::int64_t product = static_cast<std::int64_t>(generated + 1) * lengths.given;
  const int top = static_cast<int>(product / lengths.generated);
  const double diagonal = static_cast<double>(generated + 1) / lengths.generated;
  return {top, diagonal - static_cast<double>(top) / lengths.given,
          static_cast<double>(top + 1) / lengths.given - diagonal};
}

// Sums of ratio^k and k ratio^k for k below terms.
struct Series {
  double plain, weighted;
};

Series series(double log_ratio, int terms) {
  if (terms == 0) return {0.0, 0.0};
  const double one_minus = -std::expm1(log_ratio), ratio = std::exp(log_ratio),
               last = std::exp(log_ratio * terms);
  const double plain = -std::expm1(log_ratio * terms) / one_minus;
  return {plain, (ratio * plain - terms * last) / one_minus};
}

}  // namespace

double diagonal_distance(int given, int generated, Lengths lengths) {
  return std::abs(static_cast<double>(given + 1) / lengths.given -
                  static_cast<double>(generated + 1) / lengths.generated);
}

DiagonalSums diagonal_sums(int generated, Lengths lengths, double tension) {
  const Split at = split(generated, lengths);
  const double step = 1.0 / lengths.given;
  const Series before = series(-tension * step, at.top),
               after = series(-tension * step, lengths.given - at.top);
  const double first_before = std::exp(-tension * at.before), first_after = std::exp(-tension * at.after);
  const double normalizer = first_before * before.plain + first_after * after.plain;
  const double distance = first_before * (at.before * before.plain + step * before.weighted) +
                          first_after * (at.after * after.plain + step * after.weighted);
  return {normalizer, distance / normalizer};
}

void diagonal_row(int generated, Lengths lengths, double tension, std::span<float> row) {
  const Split at = split(generated, lengths);
  const double ratio = std::exp(-tension / lengths.given);
  double total = 0.0, value = std::exp(-tension * at.before);
  for (int i = at.top - 1; i >= 0; --i, value *= ratio) {
    row[static_cast<std::size_t>(i)] = static_cast<float>(value);
    total += value;
  }
  value = std::exp(-tension * at.after);
  for (int i = at.top; i < lengths.given; ++i, value *= ratio) {
    row[static_cast<std::size_t>(i)] = static_cast<float>(value);
    total += value;
  }
  const auto scale = static_cast<float>(1.0 / total);
  for (float& each : row) each *= scale;
}

void Tension::set(double value) {
  if (!(value >= 0.0 && value <= kMaxTension)) {
    throw UsageError("diagonal tension " + std::to_string(value) + " is not between 0 and " +
                     std::to_string(static_cast<int>(kMaxTension)));
  }
  value_ = value;
}

void Tension::prepare(std::span<const Lengths> pairs) {
  shapes_.clear();
  first_.assign(1, 0);
  shape_.clear();
  for (const Lengths lengths : pairs) {
    if (!shape_.insert(key(lengths), static_cast<std::uint32_t>(shapes_.size())).second) continue;
    shapes_.push_back(lengths);
    first_.push_back(first_.back() + static_cast<std::uint64_t>(lengths.generated));
  }
  weights_ = Counter(first_.back());
  distance_.clear();
}

void Tension::collect(int generated, Lengths lengths, double weight, double distance) {
  const std::uint32_t* shape = shape_.find(key(lengths));
  weights_.add_shared(first_[*shape] + static_cast<std::uint64_t>(generated), weight);
  distance_.add_shared(0, distance);
}

// The derivative of the expected log-likelihood by the tension.
double Tension::slope(double tension) const {
  double expected = 0.0;
  for (std::size_t shape = 0; shape < shapes_.size(); ++shape) {
    for (int j = 0; j < shapes_[shape].generated; ++j) {
      const double weight = weights_[first_[shape] + static_cast<std::uint64_t>(j)];
      if (weight > 0.0) expected += weight * diagonal_sums(j, shapes_[shape], tension).distance;
    }
  }
  return expected - distance_[0];
}

void Tension::maximize() {
  if (learn_) {
    // The Illinois form of regula falsi: the slope falls with the tension.
    double low = kMinTension, high = kMaxTension, at_low = slope(low), at_high = slope(high);
    if (at_low <= 0.0) {
      value_ = low;
    } else if (at_high >= 0.0) {
      value_ = high;
    } else {
      int kept = 0;  // the end that stayed in the last step: -1 low, 1 high
      for (int step = 0; step < 40 && high - low > 1e-4; ++step) {
        value_ = (low * at_high - high * at_low) / (at_high - at_low);
        const double here = slope(value_);
        if (here > 0.0) {
          low = value_;
          at_low = here;
          if (kept == 1) at_high /= 2;
          kept = 1;
        } else {
          high = value_;
          at_high = here;
          if (kept == -1) at_low /= 2;
          kept = -1;
        }
        if (std::abs(here) < 1e-9 * distance_[0]) break;
      }
    }
  }
  weights_.clear();
  distance_.clear();
}

}  // namespace rectrix::align
