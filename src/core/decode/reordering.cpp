#include "decode/reordering.hpp"

#include <algorithm>
#include <bit>

#include "decode/lexicalized_reordering.hpp"
#include "decode/sparse_reordering.hpp"

namespace rectrix::decode {

Reordering::Reordering(const StackParts& parts, const StackOptions& options) {
  if (parts.table->reordering_size() > 0) scorers_.push_back(std::make_unique<LexicalizedReordering>(*parts.table));
  // Sparse features see orientations as the table's model does.
  if (options.sparse_reordering) {
    scorers_.push_back(std::make_unique<SparseReordering>(any() && scorers_.front()->hierarchical()));
  }
  using grammar::Direction;
  if (parts.previous) scorers_.push_back(std::make_unique<ClassifierReordering>(parts.previous, Direction::kBackward));
  if (parts.next) scorers_.push_back(std::make_unique<ClassifierReordering>(parts.next, Direction::kForward));
  hierarchical_ = std::ranges::any_of(scorers_, [](const auto& scorer) { return scorer->hierarchical(); });
}

void Reordering::start(features::SentenceFeatures& features) {
  classes_.clear();
  columns_.clear();
  for (const auto& scorer : scorers_) {
    scorer->start(features);
    const auto own = scorer->columns();
    columns_.insert(columns_.end(), own.begin(), own.end());
  }
}

ReorderingScores Reordering::add(const PlacedPair& pair) {
  ReorderingScores scores;
  for (const auto& scorer : scorers_) scorer->add(pair, scorer->hierarchical() ? scores.block : scores.phrase);
  std::uint64_t key = 0;
  for (const OrientationScores* one : {&scores.phrase, &scores.block}) {
    for (const float value : one->forward) key = combine(key, std::bit_cast<std::uint32_t>(value));
  }
  scores.forward_class = classes_.insert(key, static_cast<std::uint32_t>(classes_.size())).first;
  return scores;
}

void Reordering::set_values(PairOfPairs pairs, const FoundOrientations& found, std::span<float> values) const {
  std::fill(values.begin(), values.end(), 0.0F);
  for (const auto& scorer : scorers_) {
    const std::size_t width = scorer->columns().size();
    scorer->set_values(pairs, scorer->hierarchical() ? found.block : found.phrase, values.first(width));
    values = values.subspan(width);
  }
}

void Reordering::add_features(PairOfPairs pairs, const FoundOrientations& found, std::vector<LocalFeature>& features) const {
  for (const auto& scorer : scorers_) scorer->add_features(pairs, scorer->hierarchical() ? found.block : found.phrase, features);
}

}  // namespace rectrix::decode
