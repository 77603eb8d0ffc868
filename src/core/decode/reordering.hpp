// All reordering scorers of a phrase-based decoder together.
#pragma once

#include <span>
#include <vector>

#include "base/flat_map.hpp"
#include "decode/reordering_scorer.hpp"
#include "decode/stack_options.hpp"

namespace rectrix::decode {

// How a phrase stands to the phrase before it, and to the block of phrases before it.
struct FoundOrientations {
  Orientations phrase, block;
};

// What all scorers give a phrase pair.
struct ReorderingScores {
  OrientationScores phrase, block;
  std::uint32_t forward_class = 0;  // pairs of the same class weigh what comes next alike
};

class Reordering {
 public:
  // Throws InputError if a table's values do not fit its model. The parts must outlive this.
  Reordering(const StackParts& parts, const StackOptions& options);

  bool any() const { return !scorers_.empty(); }
  bool hierarchical() const { return hierarchical_; }

  void start(features::SentenceFeatures& features);
  // The next phrase pair; pairs are numbered from 0.
  ReorderingScores add(const PlacedPair& pair);

  // ---- For forests: the columns of all scorers, one scorer after another.
  std::span<const features::Index> columns() const { return columns_; }
  void set_values(PairOfPairs pairs, const FoundOrientations& found, std::span<float> values) const;
  void add_features(PairOfPairs pairs, const FoundOrientations& found, std::vector<LocalFeature>& features) const;

 private:
  std::vector<std::unique_ptr<ReorderingScorer>> scorers_;
  bool hierarchical_ = false;
  std::vector<features::Index> columns_;
  FlatMap<std::uint64_t, std::uint32_t> classes_;
};

}  // namespace rectrix::decode
