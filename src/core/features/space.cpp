#include "features/space.hpp"

#include "base/error.hpp"

namespace rectrix::features {

Index FeatureSpace::find(const FeatureKey& feature) const {
  const Index* index = indexes_.find(feature.key);
  if (index == nullptr) return kNoFeature;
  if (checks_[*index] != feature.check) {
    throw RunError("two features have the same key, one of them " + std::string(name(*index)) +
                   "; rename one of their templates");
  }
  return *index;
}

Index FeatureSpace::add(const FeatureKey& feature, std::string_view name) {
  const Index known = find(feature);
  if (known != kNoFeature) return known;
  const auto index = static_cast<Index>(keys_.size());
  if (index == kNoFeature) throw RunError("too many features");
  indexes_.insert(feature.key, index);
  keys_.push_back(feature.key);
  checks_.push_back(feature.check);
  names_.insert(names_.end(), name.begin(), name.end());
  name_begin_.push_back(names_.size());
  return index;
}

std::string_view FeatureSpace::name(Index index) const {
  if (index >= size()) throw UsageError("no feature has the index " + std::to_string(index));
  return {names_.data() + name_begin_[index], name_begin_[index + 1] - name_begin_[index]};
}

}  // namespace rectrix::features
