#include "decode/sparse_reordering.hpp"

#include <string>
#include <string_view>

namespace rectrix::decode {
namespace {

using grammar::Orientation;

constexpr std::array<std::string_view, 4> kClasses{"monotone", "swap", "discontinuous", "other"};
constexpr std::array<std::size_t, 1> kMonotone{0};
constexpr std::array<std::size_t, 2> kSwap{1, 3}, kDiscontinuous{2, 3};

// A swap or a jump is also "other" than monotone.
constexpr std::span<const std::size_t> classes_of(Orientation orientation) {
  switch (orientation) {
    case Orientation::kMonotone: return kMonotone;
    case Orientation::kSwap: return kSwap;
    default: return kDiscontinuous;
  }
}

}  // namespace

void SparseReordering::start(features::SentenceFeatures& features) {
  features_ = &features;
  named_.clear();
}

void SparseReordering::add(const PlacedPair& pair, OrientationScores& scores) {
  auto& named = named_.emplace_back();
  features::Name name;
  for (std::size_t i = 0; i < named.size(); ++i) {
    (name.restart(i < 4 ? "lo:before_" : "lo:after_") += kClasses[i % 4]) += '|';
    features::append_sides(name, pair.text);
    named[i] = features_->add(name.key(), name.text());
  }
  for (std::size_t o = 0; o < kOrientations; ++o) {
    for (const std::size_t c : classes_of(static_cast<Orientation>(o))) {
      scores.backward[o] += static_cast<float>(features_->weight(named[c]));
      scores.forward[o] += static_cast<float>(features_->weight(named[4 + c]));
    }
  }
}

void SparseReordering::add_features(PairOfPairs pairs, Orientations found, std::vector<LocalFeature>& features) const {
  const auto add = [&](std::uint32_t pair, std::size_t offset, Orientation orientation) {
    for (const std::size_t c : classes_of(orientation)) {
      const features::Index feature = named_[pair][offset + c];
      if (feature != features::kNoFeature) features.emplace_back(feature, 1.0F);
    }
  };
  add(pairs.pair, 0, found.backward);
  if (pairs.before != kNone) add(pairs.before, 4, found.forward);
}

}  // namespace rectrix::decode
