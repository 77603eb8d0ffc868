#include "grammar/lexical_weights.hpp"

#include <algorithm>
#include <cmath>

namespace rectrix::grammar {
namespace {

double log_or_unseen(float probability) { return probability > 0 ? std::log(static_cast<double>(probability)) : kUnseenLog; }

}  // namespace

void LexicalWeigher::begin(std::span<const Symbol> source) {
  for (const Word word : touched_) seen_[word] = 0;
  touched_.clear();
  best_.clear();
  source_given_.clear();
  source_.clear();
  null_given_.clear();
  for (const Symbol symbol : source) {
    if (is_gap(symbol)) continue;
    source_.push_back(static_cast<Word>(symbol));
    null_given_.push_back(table_->find({source_.back(), align::kNull}).source_given_target);
  }
}

const LexicalWeigher::Best& LexicalWeigher::look_up(Word target) {
  if (seen_[target] == 0) {
    float best = table_->find({align::kNull, target}).target_given_source;
    const std::size_t place = source_given_.size();
    for (const Word word : source_) {
      const align::Lexical lexical = table_->find({word, target});
      best = std::max(best, lexical.target_given_source);
      source_given_.push_back(lexical.source_given_target);
    }
    best_.push_back({log_or_unseen(best), place});
    touched_.push_back(target);
    seen_[target] = static_cast<std::uint32_t>(best_.size());
  }
  return best_[seen_[target] - 1];
}

LexicalWeights LexicalWeigher::weigh(std::span<const Symbol> target) {
  LexicalWeights weights;
  maxima_ = null_given_;
  for (const Symbol symbol : target) {
    if (is_gap(symbol)) continue;
    const Best& best = look_up(static_cast<Word>(symbol));
    weights.target_given_source += best.target_log;
    for (std::size_t i = 0; i < maxima_.size(); ++i) {
      maxima_[i] = std::max(maxima_[i], source_given_[best.source_given + i]);
    }
  }
  for (const float probability : maxima_) weights.source_given_target += log_or_unseen(probability);
  return weights;
}

}  // namespace rectrix::grammar
