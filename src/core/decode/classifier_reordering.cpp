#include "decode/classifier_reordering.hpp"

namespace rectrix::decode {

ClassifierReordering::ClassifierReordering(OrientationClassifier model, grammar::Direction direction)
    : model_(std::move(model)), backward_(direction == grammar::Direction::kBackward) {
  const reorder::ClassSet set = reorder::class_set_of(model_.classifier->class_names());
  for (std::size_t o = 0; o < kOrientations; ++o) {
    classes_[o] = static_cast<std::size_t>(reorder::class_of(static_cast<grammar::Orientation>(o), set));
  }
  logs_.resize(static_cast<std::size_t>(model_.classifier->classes()));
}

void ClassifierReordering::start(features::SentenceFeatures& features) {
  column_ = features.add(backward_ ? "reorder:previous" : "reorder:next");
  weight_ = features.weight(column_);
  values_.clear();
}

void ClassifierReordering::add(const PlacedPair& pair, OrientationScores& scores) {
  const auto words = [](std::span<const grammar::Symbol> symbols) {
    return std::span(reinterpret_cast<const Word*>(symbols.data()), symbols.size());
  };
  const grammar::Rule& rule = pair.text.rule;
  const auto phrase = model_.classifier->phrase({words(rule.source), words(rule.target), rule.links});
  model_.classifier->log_probabilities(phrase, {pair.sentence, pair.begin, pair.end}, logs_);
  auto& values = values_.emplace_back();
  for (std::size_t o = 0; o < kOrientations; ++o) {
    values[o] = static_cast<float>(logs_[classes_[o]]);
    (backward_ ? scores.backward : scores.forward)[o] += static_cast<float>(weight_ * values[o]);
  }
}

void ClassifierReordering::set_values(PairOfPairs pairs, Orientations found, std::span<float> values) const {
  if (backward_) {
    values[0] = values_[pairs.pair][static_cast<std::size_t>(found.backward)];
  } else if (pairs.before != kNone) {
    values[0] = values_[pairs.before][static_cast<std::size_t>(found.forward)];
  }
}

}  // namespace rectrix::decode
