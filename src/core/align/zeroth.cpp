#include "align/zeroth.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.hpp"

namespace rectrix::align {
namespace {

// Turns one row of joint probabilities into posteriors; returns the logarithm of their sum.
double normalize(std::span<float> row, float& null) {
  float total = null;
  for (const float each : row) total += each;
  total = std::max(total, std::numeric_limits<float>::min());
  const float scale = 1.0F / total;
  for (float& each : row) each *= scale;
  null *= scale;
  return std::log(static_cast<double>(total));
}

}  // namespace

double Uniform::posteriors(Lattice& lattice) const {
  const int given = lattice.lengths.given;
  const double null = null_ < 0 ? 1.0 / (given + 1) : null_;
  const auto word_prior = static_cast<float>((1.0 - null) / given), null_prior = static_cast<float>(null);
  double likelihood = 0.0;
  for (int j = 0; j < lattice.lengths.generated; ++j) {
    const std::span<float> row = lattice.row_of(j);
    for (float& each : row) each *= word_prior;
    float& empty = lattice.null[static_cast<std::size_t>(j)];
    empty *= null_prior;
    likelihood += normalize(row, empty);
  }
  return likelihood;
}

void Uniform::best(Lattice& lattice, std::span<int> positions) const {
  posteriors(lattice);
  choose_links(lattice, positions);
}

void Uniform::set_parameters(std::span<const double> parameters) {
  if (parameters.size() != 1 || !(parameters[0] < 1.0)) throw UsageError("ibm1 needs one parameter below 1");
  null_ = parameters[0];
}

double Diagonal::posteriors(Lattice& lattice) const {
  const auto word_prior = static_cast<float>(1.0 - null_), null_prior = static_cast<float>(null_);
  lattice.row.resize(static_cast<std::size_t>(lattice.lengths.given));
  double likelihood = 0.0;
  for (int j = 0; j < lattice.lengths.generated; ++j) {
    diagonal_row(j, lattice.lengths, tension_.value(), lattice.row);
    const std::span<float> row = lattice.row_of(j);
    for (std::size_t i = 0; i < row.size(); ++i) row[i] *= word_prior * lattice.row[i];
    float& empty = lattice.null[static_cast<std::size_t>(j)];
    empty *= null_prior;
    likelihood += normalize(row, empty);
  }
  return likelihood;
}

void Diagonal::collect(Lattice& lattice) {
  for (int j = 0; j < lattice.lengths.generated; ++j) {
    const std::span<float> row = lattice.row_of(j);
    double distance = 0.0;
    for (int i = 0; i < lattice.lengths.given; ++i) {
      distance +=
          static_cast<double>(row[static_cast<std::size_t>(i)]) * diagonal_distance(i, j, lattice.lengths);
    }
    const double weight = 1.0 - static_cast<double>(lattice.null[static_cast<std::size_t>(j)]);
    tension_.collect(j, lattice.lengths, std::max(weight, 0.0), distance);
  }
}

void Diagonal::best(Lattice& lattice, std::span<int> positions) const {
  posteriors(lattice);
  choose_links(lattice, positions);
}

void Diagonal::set_parameters(std::span<const double> parameters) {
  if (parameters.size() != 2 || !(parameters[0] >= 0.0 && parameters[0] < 1.0)) {
    throw UsageError("diagonal needs a null probability and a tension");
  }
  null_ = parameters[0];
  tension_.set(parameters[1]);
}

void choose_links(const Lattice& posteriors, std::span<int> positions) {
  for (int j = 0; j < posteriors.lengths.generated; ++j) {
    const std::span<const float> row = posteriors.row_of(j);
    const auto found = std::max_element(row.begin(), row.end());
    const auto at = static_cast<std::size_t>(j);
    positions[at] = *found > posteriors.null[at] ? static_cast<int>(found - row.begin()) : kNullPosition;
  }
}

}  // namespace rectrix::align
