// The features of one sentence while it is decoded: local numbers, so that threads never touch the shared space.
//
// A feature's weight is looked up once, when it first appears. Features that the space does not know weigh 0; they
// are kept, by name, only if the caller asked for them (k-best lists for training), and join the space
// afterwards, sentence by sentence, so that indexes do not depend on threads. So do the names of features that the
// space knows by their keys alone.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/flat_map.hpp"
#include "features/space.hpp"

namespace rectrix::features {

class SentenceFeatures {
 public:
  SentenceFeatures() = default;
  // weights: one for each index of the space; those beyond its end are 0. They must outlive this.
  SentenceFeatures(std::shared_ptr<const FeatureSpace> space, std::span<const double> weights, bool keep_new)
      : space_(std::move(space)), weights_(weights), keep_new_(keep_new) {}

  // The local number of a feature; kNoFeature if it is not in the space and new ones are not kept.
  // Throws RunError if another name has the same key.
  Index add(const FeatureKey& key, std::string_view name);
  Index add(std::string_view name) { return add(FeatureKey(name), name); }

  std::size_t size() const { return entries_.size(); }
  // 0 for kNoFeature.
  double weight(Index local) const { return local == kNoFeature ? 0 : entries_[local].weight; }
  // The same of a feature that may have no number.
  double weight(const FeatureKey& key) const { return space_ == nullptr ? 0 : weight_at(space_->find(key)); }
  // The same of many features.
  std::vector<double> weights(std::span<const FeatureKey> keys) const;
  std::string name(Index local) const;

  // No features yet, but the same space, and new ones are kept. Features added by name weigh 0.
  SentenceFeatures emptied() const { return {space_, {}, true}; }
  // Takes over a feature of another sentence's table, which must have the same space.
  Index adopt(const SentenceFeatures& other, Index local);

  // Puts every feature into the space and returns their indexes by local number.
  std::vector<Index> resolve(FeatureSpace& space) const;

 private:
  struct Entry {
    FeatureKey key;
    Index index;          // in the space, kNoFeature if new
    std::uint32_t fresh;  // the place of a name that the space lacks, kNone if it has it
    double weight;
  };

  static constexpr std::uint32_t kNone = 0xffffffff;

  double weight_at(Index index) const { return index < weights_.size() ? weights_[index] : 0; }

  std::shared_ptr<const FeatureSpace> space_;
  std::span<const double> weights_;
  bool keep_new_ = true;
  FlatMap<std::uint64_t, Index> numbers_;
  std::vector<Entry> entries_;
  std::vector<std::string> fresh_names_;
};

}  // namespace rectrix::features
