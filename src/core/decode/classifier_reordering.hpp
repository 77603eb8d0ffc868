// An orientation classifier (Alrajeh & Niranjan 2014) in the decoder: the log-probability of the orientation to the
// phrase before or after, given the words of the phrase pair and the source words beside it.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "decode/reordering_scorer.hpp"
#include "reorder/classifier.hpp"
#include "reorder/extract.hpp"

namespace rectrix::decode {

// A trained classifier and what its neighbors are.
struct OrientationClassifier {
  std::shared_ptr<const reorder::Classifier> classifier;  // null: there is none
  bool hierarchical = false;                              // blocks of phrases, not single phrases

  explicit operator bool() const { return classifier != nullptr; }
};

class ClassifierReordering : public ReorderingScorer {
 public:
  // Throws UsageError if the classifier's classes are none of ours.
  ClassifierReordering(OrientationClassifier model, grammar::Direction direction);

  bool hierarchical() const override { return model_.hierarchical; }
  void start(features::SentenceFeatures& features) override;
  void add(const PlacedPair& pair, OrientationScores& scores) override;
  std::span<const features::Index> columns() const override { return {&column_, 1}; }
  void set_values(PairOfPairs pairs, Orientations found, std::span<float> values) const override;

 private:
  OrientationClassifier model_;
  bool backward_;
  std::array<std::size_t, kOrientations> classes_;  // of the orientations
  features::Index column_ = features::kNoFeature;
  double weight_ = 0;
  std::vector<double> logs_;                               // of the pair at hand, by class
  std::vector<std::array<float, kOrientations>> values_;  // of the pairs
};

}  // namespace rectrix::decode
