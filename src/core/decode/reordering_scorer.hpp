// What gives phrase pairs scores by how they stand to the phrases before and after them: a table's lexicalized
// reordering model, sparse features of phrase pair and orientation, or a classifier.
//
// A scorer is asked once for each phrase pair and place of a sentence, never for each hypothesis: what every orientation
// weighs is added up over all scorers, and search looks that up.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "decode/forest.hpp"
#include "features/sentence.hpp"
#include "features/template.hpp"
#include "grammar/orientation.hpp"

namespace rectrix::decode {

inline constexpr std::size_t kOrientations = 4;  // monotone, swap, left, right: grammar::Orientation

// Of a phrase to the one before it: as its own backward model sees it, and as the forward model of the one before.
struct Orientations {
  grammar::Orientation backward, forward;
};

// What orientations weigh: to the phrase before, and to the phrase after.
struct OrientationScores {
  std::array<float, kOrientations> backward{}, forward{};
};

// A phrase pair in its place. Owns nothing.
struct PlacedPair {
  features::RuleText text;
  std::span<const Word> sentence;
  std::uint32_t begin, end;        // of the source phrase
  std::span<const float> values;   // the table's reordering values; zeros for a pair that is not the table's
};

// The two phrases of an edge by their numbers; before: kNone if the phrase is the first.
struct PairOfPairs {
  std::uint32_t pair, before;
};

class ReorderingScorer {
 public:
  virtual ~ReorderingScorer() = default;

  // Whether orientations are to the block of phrases before (Galley & Manning 2008), not to the phrase before.
  virtual bool hierarchical() const = 0;
  // At the start of a sentence. The features live as long as the sentence.
  virtual void start(features::SentenceFeatures& features) = 0;
  // The next phrase pair; pairs are numbered from 0. Adds what its orientations weigh.
  virtual void add(const PlacedPair& pair, OrientationScores& scores) = 0;

  // ---- For forests.
  // The features whose values every edge has; by local number, kNoFeature for those that nobody asked for.
  virtual std::span<const features::Index> columns() const { return {}; }
  // Their values on an edge; `values` has room for columns() and holds zeros.
  virtual void set_values(PairOfPairs, Orientations, std::span<float> /*values*/) const {}
  // Further features of an edge.
  virtual void add_features(PairOfPairs, Orientations, std::vector<LocalFeature>&) const {}
};

}  // namespace rectrix::decode
