// joint_bigrams: every two neighbors of a translation with its boundaries, bi:<s>_the, bi:the_house, bi:house_</s>.
//
// Unlike the templates it is stateful: a bigram may span rules, so hypotheses carry their first and last word. Over a
// derivation the values are the counts of the translation's bigrams (Eidelman 2012).
#pragma once

#include <cstdint>
#include <string>

#include "base/flat_map.hpp"
#include "features/sentence.hpp"
#include "text/vocabulary.hpp"

namespace rectrix::features {

// The features of pairs of target words; a pair's name is spelled once per sentence.
class PairFeatures {
 public:
  PairFeatures() = default;
  PairFeatures(SentenceFeatures& features, const LocalVocabulary& words) : features_(&features), words_(&words) {}

  // The local number of a pair's feature, kNoFeature if it is of no interest (see SentenceFeatures).
  Index find(Word left, Word right);
  double weight(Index local) const { return local == kNoFeature ? 0 : features_->weight(local); }

 private:
  SentenceFeatures* features_ = nullptr;
  const LocalVocabulary* words_ = nullptr;
  FlatMap<std::uint64_t, Index> numbers_;
  std::string name_;
};

}  // namespace rectrix::features
