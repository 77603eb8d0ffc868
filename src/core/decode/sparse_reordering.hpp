// Discriminative lexicalized reordering (Green et al. 2013): a phrase pair together with the class of its orientation, in
// eight classes: monotone, swap, discontinuous, or other than monotone; to the phrase before and to the phrase after.
#pragma once

#include <array>
#include <vector>

#include "decode/reordering_scorer.hpp"

namespace rectrix::decode {

class SparseReordering : public ReorderingScorer {
 public:
  explicit SparseReordering(bool hierarchical) : hierarchical_(hierarchical) {}

  bool hierarchical() const override { return hierarchical_; }
  void start(features::SentenceFeatures& features) override;
  void add(const PlacedPair& pair, OrientationScores& scores) override;
  void add_features(PairOfPairs pairs, Orientations found, std::vector<LocalFeature>& features) const override;

 private:
  bool hierarchical_;
  features::SentenceFeatures* features_ = nullptr;
  std::vector<std::array<features::Index, 8>> named_;  // by pair: classes to the phrase before, then to that after
};

}  // namespace rectrix::decode
