// The diagonal prior of Dyer, Chahuneau & Smith (2013): given word i of m is chosen for generated word j of n
// with probability proportional to exp(-tension |i/m - j/n|), positions counted from 1. The normalizer and
// its gradient are geometric series on either side of the diagonal. The tension is optimized exactly: the
// objective is concave.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "align/counter.hpp"
#include "align/lattice.hpp"
#include "base/flat_map.hpp"

namespace rectrix::align {

inline constexpr double kMinTension = 0.1, kMaxTension = 30.0;

// How far given word i (from 0) is from the diagonal of generated word j (from 0).
double diagonal_distance(int given, int generated, Lengths lengths);

struct DiagonalSums {
  double normalizer;  // sum over i of exp(-tension distance)
  double distance;    // expected distance: minus the derivative of the normalizer's logarithm
};
DiagonalSums diagonal_sums(int generated, Lengths lengths, double tension);

// The prior over all given words.
void diagonal_row(int generated, Lengths lengths, double tension, std::span<float> row);

class Tension {
 public:
  Tension(double value, bool learn) : value_(value), learn_(learn) {}

  double value() const { return value_; }
  void set(double value);  // throws UsageError outside the range
  void prepare(std::span<const Lengths> pairs);
  // Expected links of one generated word: their total weight and their weighted distance. Thread-safe.
  void collect(int generated, Lengths lengths, double weight, double distance);
  void maximize();

 private:
  double slope(double tension) const;

  double value_;
  bool learn_;
  std::vector<Lengths> shapes_;                  // the different lengths
  std::vector<std::uint64_t> first_;             // where the weights of a shape's generated words begin
  FlatMap<std::uint64_t, std::uint32_t> shape_;  // by both lengths
  Counter weights_, distance_{1};
};

}  // namespace rectrix::align
