#include "decode/derivation.hpp"

namespace rectrix::decode {

// From the last edge back: a subtree ends where its last child's ends.
void DerivationReader::find_ends(std::span<const std::uint32_t> edges) {
  ends_.resize(edges.size());
  for (std::size_t i = edges.size(); i-- > 0;) {
    auto end = static_cast<std::uint32_t>(i + 1);
    for (const std::uint32_t tail : forest_->edge(edges[i]).tails) {
      if (tail != kNone) end = ends_[end];
    }
    ends_[i] = end;
  }
}

std::uint32_t DerivationReader::child(std::uint32_t position, const Edge& edge, int number) const {
  const bool skip_first = number == 1 && edge.tails[0] != kNone;
  return skip_first ? ends_[position + 1] : position + 1;
}

std::span<const Word> DerivationReader::words(std::span<const std::uint32_t> edges) {
  find_ends(edges);
  words_.clear();
  stack_.assign(1, {0, 0});
  while (!stack_.empty()) {
    auto& [position, next] = stack_.back();
    const Edge& edge = forest_->edge(edges[position]);
    const auto target = forest_->rules()[edge.rule].target;
    if (next == target.size()) {
      stack_.pop_back();
      continue;
    }
    const grammar::Symbol symbol = target[next++];
    if (grammar::is_gap(symbol)) {
      stack_.emplace_back(child(position, edge, grammar::gap_number(symbol)), 0);
    } else {
      words_.push_back(static_cast<Word>(symbol));
    }
  }
  return words_;
}

std::span<const LocalFeature> DerivationReader::features(std::span<const std::uint32_t> edges) {
  sums_.resize(forest_->features.size());
  touched_.resize(forest_->features.size());
  features_.clear();
  for (const std::uint32_t id : edges) {
    forest_->for_each_feature(id, [&](features::Index feature, float value) {
      if (!touched_[feature]) {
        touched_[feature] = 1;
        features_.emplace_back(feature, 0.0F);
      }
      sums_[feature] += value;
    });
  }
  for (auto& [feature, value] : features_) {
    value = static_cast<float>(sums_[feature]);
    sums_[feature] = 0;
    touched_[feature] = 0;
  }
  return features_;
}

std::string DerivationReader::tree(std::span<const std::uint32_t> edges) {
  find_ends(edges);
  std::string text;
  write(edges, 0, text);
  return text;
}

void DerivationReader::write(std::span<const std::uint32_t> edges, std::uint32_t position, std::string& text) const {
  const Edge& edge = forest_->edge(edges[position]);
  const grammar::Rule rule = forest_->rules()[edge.rule];
  const Span span = forest_->span(edge.head);
  const auto side = [&](std::span<const grammar::Symbol> symbols, const LocalVocabulary& words) {
    for (const grammar::Symbol symbol : symbols) {
      text += ' ';
      if (grammar::is_gap(symbol)) {
        text += "[X" + std::to_string(grammar::gap_number(symbol) + 1) + "]";
      } else {
        text += words.text(static_cast<Word>(symbol));
      }
    }
  };
  text += '(' + std::to_string(span.begin) + '-' + std::to_string(span.end);
  side(rule.source, forest_->source_words);
  text += " |||";
  side(rule.target, forest_->target_words);
  for (int number = 0; number < 2; ++number) {
    if (edge.tails[static_cast<std::size_t>(number)] == kNone) continue;
    text += ' ';
    write(edges, child(position, edge, number), text);
  }
  text += ')';
}

}  // namespace rectrix::decode
