// The lexicalized reordering model of a phrase table: log p(orientation | phrase pair), one feature for each direction
// and class (Koehn et al. 2005; Galley & Manning 2008).
#pragma once

#include <vector>

#include "decode/reordering_scorer.hpp"
#include "grammar/phrase/reordering_type.hpp"
#include "grammar/phrase/table.hpp"

namespace rectrix::decode {

class LexicalizedReordering : public ReorderingScorer {
 public:
  // Throws InputError if the table's values do not fit its model.
  explicit LexicalizedReordering(const grammar::PhraseTable& table);

  bool hierarchical() const override { return type_.model == grammar::OrientationModel::kHierarchical; }
  void start(features::SentenceFeatures& features) override;
  void add(const PlacedPair& pair, OrientationScores& scores) override;
  std::span<const features::Index> columns() const override { return columns_; }
  void set_values(PairOfPairs pairs, Orientations found, std::span<float> values) const override;

 private:
  grammar::ReorderingType type_;
  std::size_t classes_, width_;
  std::vector<features::Index> columns_;
  std::vector<double> weights_;  // by column
  std::vector<float> values_;    // of the pairs, as in the table
};

}  // namespace rectrix::decode
