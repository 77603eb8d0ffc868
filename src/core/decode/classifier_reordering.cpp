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
  const std::string name = backward_ ? "reorder:previous" : "reorder:next";
  columns_.clear();
  weights_.clear();
  values_.clear();
  const auto add = [&](const std::string& column) {
    columns_.push_back(features.add(column));
    weights_.push_back(features.weight(columns_.back()));
  };
  if (model_.collapsed) return add(name);
  for (const std::string& one : model_.classifier->class_names()) add(name + "_" + one);
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
    (backward_ ? scores.backward : scores.forward)[o] += static_cast<float>(weights_[column_of(o)] * values[o]);
  }
}

void ClassifierReordering::set_values(PairOfPairs pairs, Orientations found, std::span<float> values) const {
  const std::uint32_t pair = backward_ ? pairs.pair : pairs.before;
  if (pair == kNone) return;
  const auto orientation = static_cast<std::size_t>(backward_ ? found.backward : found.forward);
  values[column_of(orientation)] = values_[pair][orientation];
}

}  // namespace rectrix::decode
