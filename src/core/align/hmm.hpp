// The hidden Markov model of Vogel, Ney & Tillmann (1996): a word's given word depends on that of the word
// before. After Och & Ney (2003) the empty word remembers the last given word, so jumps go across it. With a
// small probability a jump is a restart, which goes to any word, or (favoring the diagonal) to a word drawn
// from the prior of Dyer et al. (2013).
#pragma once

#include "align/distortion.hpp"
#include "align/jumps.hpp"
#include "align/tension.hpp"

namespace rectrix::align {

class Hmm : public Distortion {
 public:
  explicit Hmm(const DistortionOptions& options);

  std::string_view name() const override { return "hmm"; }
  double posteriors(Lattice& lattice) const override;
  void collect(Lattice& lattice) override;
  void maximize() override;
  void best(Lattice& lattice, std::span<int> positions) const override;
  void prepare(std::span<const Lengths> pairs) override;
  std::vector<double> parameters() const override;
  void set_parameters(std::span<const double> parameters) override;

 private:
  // The probabilities of a jump, a restart and the empty word.
  struct Choice {
    float jump, restart, null;
  };
  Choice choice() const;
  void restart_row(int generated, Lengths lengths, std::span<float> row) const;
  void fill_inverse(int given, float* inverse) const;
  double run_forward(Lattice& lattice) const;
  void run_backward(Lattice& lattice) const;
  void collect_restarts(Lattice& lattice);
  void best_step(Lattice& lattice, int j) const;

  double null_, restart_;
  bool favor_diagonal_;
  Jumps jumps_;
  Tension tension_;
};

}  // namespace rectrix::align
