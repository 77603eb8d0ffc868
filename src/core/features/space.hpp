// The feature space: readable names, stable 64-bit keys, and dense indexes within one process.
//
// A name is `template:content`. Its key is a hash that never changes between versions or machines, so that
// weights travel between processes as (key, value). Within a process a key has an index 0..D-1, given in the
// order of addition: add features in an order that does not depend on threads. A feature that came by its key alone
// has no name until somebody adds it by name.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/flat_map.hpp"
#include "base/hash.hpp"

namespace rectrix::features {

using Index = std::uint32_t;
inline constexpr Index kNoFeature = 0xffffffff;

// The key of a name and an independent check by which a collision of keys is noticed.
// Hot code builds it from pieces (NameHash) and asks for the name only if the feature is new.
struct FeatureKey {
  std::uint64_t key;
  std::uint32_t check;

  explicit FeatureKey(const NameHash& hash) : key(hash.key()), check(hash.check()) {}
  explicit FeatureKey(std::string_view name) : FeatureKey(NameHash().add(name)) {}
};

class FeatureSpace {
 public:
  // The index of a feature, kNoFeature if it is not in the space. Safe from several threads while nobody adds.
  // Throws RunError if another name has the same key.
  Index find(const FeatureKey& feature) const;
  Index find(std::string_view name) const { return find(FeatureKey(name)); }
  // Those of many at once, which does not wait for memory once for each.
  void find_all(std::span<const FeatureKey> features, std::span<Index> found) const;

  Index add(const FeatureKey& feature, std::string_view name);
  Index add(std::string_view name) { return add(FeatureKey(name), name); }

  // The indexes of keys; those that are not in the space join it without a name.
  std::vector<Index> add_keys(std::span<const std::uint64_t> keys);
  // The same without adding: kNoFeature where a key is not in the space.
  std::vector<Index> find_keys(std::span<const std::uint64_t> keys) const;

  // Throws UsageError if the feature came by its key alone. Valid until the next add.
  std::string_view name(Index index) const;
  bool named(Index index) const { return names_begin_.at(index) != kNameless; }
  std::uint64_t key(Index index) const { return keys_.at(index); }
  std::span<const std::uint64_t> keys() const { return keys_; }  // by index; valid until the next add
  std::size_t size() const { return keys_.size(); }

 private:
  FlatMap<std::uint64_t, Index> indexes_;
  static constexpr std::uint64_t kNameless = ~std::uint64_t{0};

  void check(Index index, const FeatureKey& feature) const;
  Index append(std::uint64_t key);
  void set_name(Index index, const FeatureKey& feature, std::string_view name);

  std::vector<std::uint64_t> keys_;
  std::vector<std::uint32_t> checks_;       // of the names
  std::vector<std::uint64_t> names_begin_;  // where each name lies, kNameless if there is none
  std::vector<std::uint32_t> names_size_;
  std::vector<char> names_;  // all names, one after another
};

}  // namespace rectrix::features
