#include "decode/lexicalized_reordering.hpp"

#include "base/error.hpp"

namespace rectrix::decode {

using grammar::Orientation;

LexicalizedReordering::LexicalizedReordering(const grammar::PhraseTable& table)
    : type_(grammar::reordering_named(table.reordering_type())),
      classes_(grammar::count_of(type_.classes)),
      width_(type_.directions() * classes_) {
  if (table.reordering_size() != width_) {
    throw InputError("the table's reordering values do not fit its reordering model " + table.reordering_type());
  }
}

void LexicalizedReordering::start(features::SentenceFeatures& features) {
  columns_.clear();
  weights_.clear();
  values_.clear();
  for (const bool backward : {true, false}) {
    if (!(backward ? type_.backward : type_.forward)) continue;
    const std::string prefix = backward ? "reordering:backward" : "reordering:forward";
    for (std::size_t c = 0; c < classes_; ++c) {
      const std::string name = type_.collapsed ? prefix : prefix + "_" + std::string(grammar::name_of(type_.classes, c));
      columns_.push_back(features.add(name));
      weights_.push_back(features.weight(columns_.back()));
    }
  }
}

// Orientations that fall into no class of the model weigh nothing.
void LexicalizedReordering::add(const PlacedPair& pair, OrientationScores& scores) {
  values_.insert(values_.end(), pair.values.begin(), pair.values.end());
  std::size_t offset = 0;
  for (const bool backward : {true, false}) {
    if (!(backward ? type_.backward : type_.forward)) continue;
    for (std::size_t o = 0; o < kOrientations; ++o) {
      const int c = grammar::class_of(type_.classes, static_cast<Orientation>(o));
      if (c < 0) continue;
      const std::size_t column = offset + static_cast<std::size_t>(c);
      (backward ? scores.backward : scores.forward)[o] += static_cast<float>(weights_[column] * pair.values[column]);
    }
    offset += classes_;
  }
}

void LexicalizedReordering::set_values(PairOfPairs pairs, Orientations found, std::span<float> values) const {
  std::size_t offset = 0;
  const auto set = [&](std::uint32_t from, Orientation orientation) {
    const int c = grammar::class_of(type_.classes, orientation);
    if (from != kNone && c >= 0) {
      const std::size_t column = offset + static_cast<std::size_t>(c);
      values[column] = values_[from * width_ + column];
    }
    offset += classes_;
  };
  if (type_.backward) set(pairs.pair, found.backward);
  if (type_.forward) set(pairs.before, found.forward);
}

}  // namespace rectrix::decode
