#include "features/space.hpp"

#include <algorithm>

#include "base/error.hpp"

namespace rectrix::features {

Index FeatureSpace::find(const FeatureKey& feature) const {
  const Index* index = indexes_.find(feature.key);
  if (index == nullptr) return kNoFeature;
  check(*index, feature);
  return *index;
}

void FeatureSpace::find_all(std::span<const FeatureKey> features, std::span<Index> found) const {
  constexpr std::size_t kAtOnce = 32;  // requests that memory can have under way, and that stay in the cache
  for (std::size_t begin = 0; begin < features.size(); begin += kAtOnce) {
    const auto some = features.subspan(begin, std::min(kAtOnce, features.size() - begin));
    for (const FeatureKey& feature : some) indexes_.prefetch(feature.key);
    for (std::size_t i = 0; i < some.size(); ++i) {
      const Index* index = indexes_.find(some[i].key);
      found[begin + i] = index == nullptr ? kNoFeature : *index;
      if (index != nullptr) __builtin_prefetch(&checks_[*index]);
    }
    for (std::size_t i = 0; i < some.size(); ++i) {
      if (found[begin + i] != kNoFeature) check(found[begin + i], some[i]);
    }
  }
}

void FeatureSpace::check(Index index, const FeatureKey& feature) const {
  if (checks_[index] == feature.check || !named(index)) return;
  throw RunError("two features have the same key, one of them " + std::string(name(index)) +
                 "; rename one of their templates");
}

Index FeatureSpace::add(const FeatureKey& feature, std::string_view name) {
  Index index = find(feature);
  if (index == kNoFeature) index = append(feature.key);
  if (!named(index)) set_name(index, feature, name);
  return index;
}

std::vector<Index> FeatureSpace::add_keys(std::span<const std::uint64_t> keys) {
  std::vector<Index> indexes;
  indexes.reserve(keys.size());
  for (const std::uint64_t key : keys) {
    const Index* known = indexes_.find(key);
    indexes.push_back(known != nullptr ? *known : append(key));
  }
  return indexes;
}

std::vector<Index> FeatureSpace::find_keys(std::span<const std::uint64_t> keys) const {
  std::vector<Index> indexes;
  indexes.reserve(keys.size());
  for (const std::uint64_t key : keys) {
    const Index* known = indexes_.find(key);
    indexes.push_back(known != nullptr ? *known : kNoFeature);
  }
  return indexes;
}

std::string_view FeatureSpace::name(Index index) const {
  if (index >= size()) throw UsageError("no feature has the index " + std::to_string(index));
  if (!named(index)) throw UsageError("the feature with the index " + std::to_string(index) + " came without its name");
  return {names_.data() + names_begin_[index], names_size_[index]};
}

Index FeatureSpace::append(std::uint64_t key) {
  const auto index = static_cast<Index>(keys_.size());
  if (index == kNoFeature) throw RunError("too many features");
  indexes_.insert(key, index);
  keys_.push_back(key);
  checks_.push_back(0);
  names_begin_.push_back(kNameless);
  names_size_.push_back(0);
  return index;
}

void FeatureSpace::set_name(Index index, const FeatureKey& feature, std::string_view name) {
  checks_[index] = feature.check;
  names_begin_[index] = names_.size();
  names_size_[index] = static_cast<std::uint32_t>(name.size());
  names_.insert(names_.end(), name.begin(), name.end());
}

}  // namespace rectrix::features
