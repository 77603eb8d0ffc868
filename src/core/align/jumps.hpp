// How far an HMM jumps: from given word p to i with probability s(i - p) / sum over words l of s(l - p), and
// from the sentence's begin with a distribution of its own (Vogel, Ney & Tillmann 1996; Och & Ney 2003).
// Jumps beyond a width share one class per side. Because the normalizer depends on position and length,
// taking expected counts for s would not maximize the likelihood; the minorization steps of Hunter (2004) do,
// and never lower it.
#pragma once

#include <span>
#include <vector>

#include "align/counter.hpp"

namespace rectrix::align {

class Jumps {
 public:
  // width: jumps that have a class of their own, to either side.
  explicit Jumps(int width);

  // s(d) for d = i - p; contiguous in d, within the longest sentence.
  const float* weights() const { return weights_.data() + weights_.size() / 2; }
  // s(-d), contiguous in d.
  const float* reversed_weights() const { return reversed_weights_.data() + reversed_weights_.size() / 2; }
  // The same for a start: s(i), i counted from 1.
  const float* start_weights() const { return start_weights_.data(); }
  // 1 / normalizer of position p (from 1; 0: the begin) in a sentence of `length` given words.
  double inverse_normalizer(int position, int length) const;

  void prepare(int longest);
  // Expected jumps within one pair: by distance (centered as weights()), by first position, and away from
  // each position 0..length. Thread-safe.
  void collect(const float* jumps, const float* starts, std::span<const float> leaving, int length);
  void maximize();

  std::span<const double> classes() const { return classes_; }
  std::span<const double> start_classes() const { return start_classes_; }
  void set(std::span<const double> classes, std::span<const double> start_classes);
  int width() const { return width_; }

 private:
  void expand();
  void improve_jumps();
  void improve_starts();

  int width_;
  std::vector<double> classes_;        // of d = -(width + 1) .. width + 1; the ends are the tails
  std::vector<double> start_classes_;  // of i = 1 .. width + 1
  std::vector<float> weights_, reversed_weights_, start_weights_;
  std::vector<double> sums_, start_sums_;  // prefix sums of the weights, for normalizers
  int longest_ = 0;
  Counter jump_counts_, start_counts_, leaving_;
};

}  // namespace rectrix::align
