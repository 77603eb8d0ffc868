#include "decode/derivation.hpp"

#include <algorithm>

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

template <class Open, class Say, class Close>
void DerivationReader::read(std::span<const std::uint32_t> edges, Open open, Say say, Close close) {
  find_ends(edges);
  stack_.assign(1, {0, 0});
  while (!stack_.empty()) {
    auto& [position, next] = stack_.back();
    const Edge& edge = forest_->edge(edges[position]);
    const auto target = forest_->rules()[edge.rule].target;
    if (next == 0) open(edge);
    if (next == target.size()) {
      close();
      stack_.pop_back();
      continue;
    }
    const grammar::Symbol symbol = target[next++];
    if (grammar::is_gap(symbol)) {
      stack_.emplace_back(child(position, edge, grammar::gap_number(symbol)), 0);
    } else {
      say(next - 1, static_cast<Word>(symbol));
    }
  }
}

std::span<const Word> DerivationReader::words(std::span<const std::uint32_t> edges) {
  words_.clear();
  read(edges, [](const Edge&) {}, [this](std::size_t, Word word) { words_.push_back(word); }, [] {});
  return words_;
}

const Alignment& DerivationReader::alignment(std::span<const std::uint32_t> edges) {
  links_.clear();
  const auto open = [this](const Edge& edge) { open_links(edge); };
  read(edges, open, [this](std::size_t index, Word) { links_.word(index); }, [this] { links_.close(); });
  return links_.links();
}

void DerivationReader::open_links(const Edge& edge) {
  const grammar::Rule rule = forest_->rules()[edge.rule];
  const Span span = forest_->span(edge.head);
  const auto words = std::ranges::count_if(rule.source, [](grammar::Symbol symbol) { return !grammar::is_gap(symbol); });
  std::array<std::uint32_t, 2> gaps{};
  // A phrase-based node's span has the words of its last phrase alone: its gap is another hypothesis, not words between.
  if (words < static_cast<std::ptrdiff_t>(span.end - span.begin)) {
    for (std::size_t g = 0; g < gaps.size(); ++g) {
      if (edge.tails[g] != kNone) gaps[g] = forest_->span(edge.tails[g]).end - forest_->span(edge.tails[g]).begin;
    }
  }
  links_.open(rule, span.begin, gaps);
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
