// Models in which each generated word chooses its given word for itself: the uniform prior of IBM model 1
// (Brown et al. 1993) and the diagonal prior (Dyer et al. 2013).
#pragma once

#include "align/distortion.hpp"
#include "align/tension.hpp"

namespace rectrix::align {

class Uniform : public Distortion {
 public:
  // null_probability: negative for 1 / (given words + 1).
  explicit Uniform(double null_probability) : null_(null_probability) {}

  std::string_view name() const override { return "ibm1"; }
  double posteriors(Lattice& lattice) const override;
  void collect(Lattice&) override {}
  void maximize() override {}
  void best(Lattice& lattice, std::span<int> positions) const override;
  std::vector<double> parameters() const override { return {null_}; }
  void set_parameters(std::span<const double> parameters) override;

 private:
  double null_;
};

class Diagonal : public Distortion {
 public:
  Diagonal(double null_probability, Tension tension)
      : null_(null_probability), tension_(std::move(tension)) {}

  std::string_view name() const override { return "diagonal"; }
  double posteriors(Lattice& lattice) const override;
  void collect(Lattice& lattice) override;
  void maximize() override { tension_.maximize(); }
  void best(Lattice& lattice, std::span<int> positions) const override;
  void prepare(std::span<const Lengths> pairs) override { tension_.prepare(pairs); }
  std::vector<double> parameters() const override { return {null_, tension_.value()}; }
  void set_parameters(std::span<const double> parameters) override;

 private:
  double null_;
  Tension tension_;
};

// Each generated word's most probable link in a lattice of posteriors: with a zeroth-order model the best
// alignment, with others the one with the most expected links right.
void choose_links(const Lattice& posteriors, std::span<int> positions);

}  // namespace rectrix::align
