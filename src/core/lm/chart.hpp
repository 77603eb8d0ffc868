// Scores of sentence pieces that are put together in any order, after Heafield et al. (2011): a piece's score
// counts its first words with what context they have so far, and joining pieces adds exactly what the new
// context changes. Over a whole derivation the sums equal the left-to-right score.
//
//   ChartState whole;
//   RuleScore rule(model, whole);       // X -> the [X1] of [X2]
//   rule.terminal(the); rule.nonterminal(x1); rule.terminal(of); rule.nonterminal(x2);
//   float increment = rule.finish();    // to be added to the scores of x1 and x2
//
// A sentence: begin_sentence(), nonterminal(piece), terminal(kSentenceEnd), finish().
#pragma once

#include <cstddef>
#include <cstdint>

#include "lm/model.hpp"
#include "lm/state.hpp"

namespace rectrix::lm {

class RuleScore {
 public:
  // Writes to `out`, which must not be one of the pieces. cache: of the model, if pieces are joined again and again.
  RuleScore(const Model& model, ChartState& out, NgramCache* cache = nullptr) : model_(&model), out_(&out), cache_(cache) {
    out.left_length = 0;
    out.right.length = 0;
  }

  void begin_sentence() {
    out_->right = model_->begin();
    left_done_ = true;
  }
  // What follows stands behind `state`, whose words are scored already.
  void begin(const State& state) {
    out_->right = state;
    left_done_ = true;
  }
  void terminal(Word word);
  void nonterminal(const ChartState& piece);

  // The natural logarithm to add to the scores of the pieces.
  float finish() {
    out_->left_full = left_done_;
    return static_cast<float>(log10_) * kLn10;
  }

 private:
  void count(const Match& match, double increment);
  void join(const ChartState& piece);

  const Model* model_;
  ChartState* out_;
  NgramCache* cache_;
  double log10_ = 0;
  bool left_done_ = false;
};

// One more word is scored; as long as all of them hang together, it belongs to the left context too.
inline void RuleScore::count(const Match& match, double increment) {
  log10_ += increment;
  if (left_done_) return;
  if (!match.extends_left) {
    left_done_ = true;
    return;
  }
  out_->left_keys[out_->left_length] = match.key;
  out_->left_scores[out_->left_length] = match.log10;
  ++out_->left_length;
}

inline void RuleScore::terminal(Word word) {
  const State before = out_->right;
  const Match match = model_->match(before, word, out_->right);
  count(match, match.log10);
  if (out_->right.length != before.length + 1) left_done_ = true;
}

inline void RuleScore::nonterminal(const ChartState& piece) {
  if (piece.left_length == 0) {
    if (!piece.left_full) return;  // no words at all
    for (std::size_t i = 0; i < out_->right.length; ++i) log10_ += out_->right.backoffs[i];
    left_done_ = true;
    out_->right = piece.right;
    return;
  }
  if (out_->right.length > 0) return join(piece);
  out_->right = piece.right;
  if (left_done_) return;
  if (out_->left_length > 0) {
    left_done_ = true;
    return;
  }
  out_->left_keys = piece.left_keys;
  out_->left_scores = piece.left_scores;
  out_->left_length = piece.left_length;
  left_done_ = piece.left_full;
}

// The piece's first words meet the words before it: each match goes on where it stopped.
inline void RuleScore::join(const ChartState& piece) {
  State& right = out_->right;
  State before = right;  // its back-offs are those that the current word of the piece sees
  int known = before.length;  // how many of the words before can still matter
  for (int i = 0; i < piece.left_length; ++i) {
    const auto at = static_cast<std::size_t>(i);
    const int length = i + 1;
    Match match{piece.left_scores[at], length, true, piece.left_keys[at]};
    int usable = length;
    const std::span<const Word> left(before.words.data(), static_cast<std::size_t>(known));
    // Those of the next word take the places of the words matched; the others are added below, and then of no use.
    if (cache_ != nullptr) {
      model_->extend(left, match, before.backoffs.data(), usable, *cache_);
    } else {
      model_->extend(left, match, before.backoffs.data(), usable);
    }
    double log10 = match.log10;
    for (int k = match.length - length; k < known; ++k) log10 += before.backoffs[static_cast<std::size_t>(k)];
    match.log10 = static_cast<float>(log10);
    count(match, log10 - piece.left_scores[at]);
    const int still = usable - length;
    if (still < right.length) left_done_ = true;
    if (still == 0) {
      right = piece.right;
      return;
    }
    known = still;
  }
  if (piece.left_full) {
    for (int k = 0; k < known; ++k) log10_ += before.backoffs[static_cast<std::size_t>(k)];
    left_done_ = true;
    right = piece.right;
    return;
  }
  if (piece.right.length < piece.left_length) {
    right = piece.right;  // minimized: what stands before it cannot matter
    return;
  }
  right = piece.right;
  for (int k = 0; k < known; ++k) {
    const auto to = static_cast<std::size_t>(piece.right.length + k);
    right.words[to] = before.words[static_cast<std::size_t>(k)];
    right.backoffs[to] = before.backoffs[static_cast<std::size_t>(k)];
  }
  right.length = static_cast<std::uint8_t>(piece.right.length + known);
}

}  // namespace rectrix::lm
