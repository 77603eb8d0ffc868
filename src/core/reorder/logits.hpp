// The dual variables of all examples as logits, the first class's being 0: K - 1 floats each, or pairs of floats.
#pragma once

#include <cstddef>
#include <memory>

#include "reorder/logistic.hpp"

namespace rectrix::reorder {

class Logits {
 public:
  // precise: what the floats lack to doubles is kept, too. All must be stored before they are loaded.
  Logits(std::size_t examples, int classes, bool precise)
      : classes_(classes), floats_(std::make_unique_for_overwrite<float[]>(examples * (classes - 1))) {
    if (precise) residues_ = std::make_unique_for_overwrite<float[]>(examples * (classes - 1));
  }

  bool precise() const { return residues_ != nullptr; }
  // A logit as it would be kept.
  double rounded(double logit) const { return precise() ? logit : static_cast<float>(logit); }

  template <int K>
  void load(std::size_t example, PerClass<K>& z) const {
    const std::size_t begin = example * (classes_ - 1);
    z[0] = 0;
    for (int k = 1; k < count<K>(classes_); ++k) {
      z[k] = floats_[begin + k - 1];
      if (precise()) z[k] += residues_[begin + k - 1];
    }
  }

  template <int K>
  void store(std::size_t example, const PerClass<K>& z) {
    const std::size_t begin = example * (classes_ - 1);
    for (int k = 1; k < count<K>(classes_); ++k) {
      floats_[begin + k - 1] = static_cast<float>(z[k]);
      if (precise()) residues_[begin + k - 1] = static_cast<float>(z[k] - floats_[begin + k - 1]);
    }
  }

 private:
  int classes_;
  std::unique_ptr<float[]> floats_, residues_;
};

}  // namespace rectrix::reorder
