// Where words go: the part of an alignment model that knows positions, not words.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "align/lattice.hpp"

namespace rectrix::align {

inline constexpr int kNullPosition = -1;

class Distortion {
 public:
  virtual ~Distortion() = default;

  virtual std::string_view name() const = 0;

  // Replaces the word probabilities in the lattice by posterior link probabilities (each generated word's sum
  // to 1 together with its null) and returns the natural logarithm of the pair's likelihood.
  virtual double posteriors(Lattice& lattice) const = 0;
  // Adds the expected counts of a lattice that posteriors() has filled. Several threads may call it at once.
  virtual void collect(Lattice& lattice) = 0;
  // Parameters from the counts since the last call: never a lower likelihood.
  virtual void maximize() = 0;
  // The most probable alignment: the given position of each generated word, or kNullPosition.
  virtual void best(Lattice& lattice, std::span<int> positions) const = 0;

  // Called once before training with the lengths of every pair.
  virtual void prepare(std::span<const Lengths>) {}

  // What a saved model keeps; set_parameters throws UsageError if they make no sense.
  virtual std::vector<double> parameters() const = 0;
  virtual void set_parameters(std::span<const double> parameters) = 0;
};

struct DistortionOptions {
  double null_probability =
      -1;                     // of the empty word; negative: the model's own default (ibm1: 1 / (words + 1))
  double tension = 4;         // of the diagonal, at the start
  bool learn_tension = true;  // optimize it in every iteration
  int jump_width = 20;        // hmm: longer jumps share one class per side
  double restart_probability = 0.3;  // hmm: of a jump to anywhere
  bool favor_diagonal = true;        // hmm: jumps to anywhere go to near the diagonal
};

// name: "ibm1", "diagonal" or "hmm"; throws UsageError for other names and senseless options.
std::unique_ptr<Distortion> make_distortion(std::string_view name, const DistortionOptions& options);
std::vector<std::string> distortion_names();

}  // namespace rectrix::align
