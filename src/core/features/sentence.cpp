#include "features/sentence.hpp"

#include <algorithm>

#include "base/error.hpp"

namespace rectrix::features {

Index SentenceFeatures::add(const FeatureKey& key, std::string_view name) {
  if (const Index* known = numbers_.find(key.key)) {
    // A dropped feature has no entry to compare with, and nothing to mix up.
    if (*known != kNoFeature && entries_[*known].key.check != key.check) {
      throw RunError("two features have the same key, one of them " + std::string(name) +
                     "; rename one of their templates");
    }
    return *known;
  }
  const Index index = space_ == nullptr ? kNoFeature : space_->find(key);
  if (index == kNoFeature && !keep_new_) {
    numbers_.insert(key.key, kNoFeature);
    return kNoFeature;
  }
  Entry entry{key, index, kNone, weight_at(index)};
  if (keep_new_ && (index == kNoFeature || !space_->named(index))) {
    entry.fresh = static_cast<std::uint32_t>(fresh_names_.size());
    fresh_names_.emplace_back(name);
  }
  const auto local = static_cast<Index>(entries_.size());
  entries_.push_back(entry);
  numbers_.insert(key.key, local);
  return local;
}

std::vector<double> SentenceFeatures::weights(std::span<const FeatureKey> keys) const {
  std::vector<double> found(keys.size());
  if (space_ == nullptr) return found;
  std::vector<Index> indexes(keys.size());
  space_->find_all(keys, indexes);
  std::ranges::transform(indexes, found.begin(), [&](Index index) { return weight_at(index); });
  return found;
}

Index SentenceFeatures::adopt(const SentenceFeatures& other, Index from) {
  Entry entry = other.entries_[from];
  const auto [local, fresh] = numbers_.insert(entry.key.key, static_cast<Index>(entries_.size()));
  if (!fresh) return local;
  if (entry.fresh != kNone) {
    fresh_names_.push_back(other.fresh_names_[entry.fresh]);
    entry.fresh = static_cast<std::uint32_t>(fresh_names_.size() - 1);
  }
  entries_.push_back(entry);
  return local;
}

std::string SentenceFeatures::name(Index local) const {
  const Entry& entry = entries_.at(local);
  return entry.fresh != kNone ? fresh_names_[entry.fresh] : std::string(space_->name(entry.index));
}

std::vector<Index> SentenceFeatures::resolve(FeatureSpace& space) const {
  std::vector<Index> indexes;
  indexes.reserve(entries_.size());
  for (const Entry& entry : entries_) {
    indexes.push_back(entry.fresh != kNone ? space.add(entry.key, fresh_names_[entry.fresh]) : entry.index);
  }
  return indexes;
}

}  // namespace rectrix::features
