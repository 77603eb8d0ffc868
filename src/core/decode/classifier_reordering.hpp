// An orientation classifier (Alrajeh & Niranjan 2014) in the decoder: the log-probability of the orientation to the
// phrase before or after, given the words of the phrase pair and the source words beside it. One feature for each class, as
// the lexicalized model has them, or one for all.
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
  bool collapsed = true;                                  // one feature for all classes

  explicit operator bool() const { return classifier != nullptr; }
};

class ClassifierReordering : public ReorderingScorer {
 public:
  // Throws UsageError if the classifier's classes are none of ours.
  ClassifierReordering(OrientationClassifier model, grammar::Direction direction);

  bool hierarchical() const override { return model_.hierarchical; }
  void start(features::SentenceFeatures& features) override;
  void add(const PlacedPair& pair, OrientationScores& scores) override;
  std::span<const features::Index> columns() const override { return columns_; }
  void set_values(PairOfPairs pairs, Orientations found, std::span<float> values) const override;

 private:
  std::size_t column_of(std::size_t orientation) const { return model_.collapsed ? 0 : classes_[orientation]; }

  OrientationClassifier model_;
  bool backward_;
  std::array<std::size_t, kOrientations> classes_;  // of the orientations
  std::vector<features::Index> columns_;
  std::vector<double> weights_;  // by column
  std::vector<double> logs_;                               // of the pair at hand, by class
  std::vector<std::array<float, kOrientations>> values_;  // of the pairs
};

}  // namespace rectrix::decode
