#include "decode/learned_rules.hpp"

#include <algorithm>

namespace rectrix::decode {
namespace {

std::u32string key(std::span<const grammar::Symbol> source) {
  std::u32string made;
  for (const grammar::Symbol symbol : source) made.push_back(static_cast<char32_t>(symbol));
  return made;
}

}  // namespace

LearnedRules::LearnedRules(std::shared_ptr<const Overlay> overlay, std::span<const std::string> score_names)
    : overlay_(std::move(overlay)), blend_(score_names, overlay_ ? overlay_->weight() : 1), scores_(score_names.size()) {}

void LearnedRules::start(std::span<const Word> sentence, const LocalVocabulary& source_words, LocalVocabulary& target_words) {
  sides_.clear();
  if (overlay_) sides_ = overlay_->match(sentence, source_words, target_words);
  places_.clear();
  used_.clear();
  words_.clear();
  longest_ = 0;
  seen_.assign(sides_.size(), 0);
  for (std::size_t i = 0; i < sides_.size(); ++i) {
    places_.emplace(key(sides_[i].source), i);
    used_.emplace_back(sides_[i].targets.size());
    if (std::ranges::none_of(sides_[i].source, grammar::is_gap)) {
      longest_ = std::max(longest_, static_cast<std::uint32_t>(sides_[i].source.size()));
    }
  }
}

const LearnedSide* LearnedRules::find(std::span<const grammar::Symbol> source) const {
  if (empty()) return nullptr;
  const auto place = places_.find(key(source));
  return place == places_.end() ? nullptr : &sides_[place->second];
}

bool LearnedRules::add(const grammar::Rule& rule, grammar::Rules& rules) {
  const LearnedSide* side = find(rule.source);
  if (side == nullptr) {
    rules.add(rule);
    return false;
  }
  const auto place = static_cast<std::size_t>(side - sides_.data());
  const LearnedTarget* target = side->find(rule.target);
  seen_[place] = blend_.source_count(rule.scores);
  scores_.assign(rule.scores.begin(), rule.scores.end());
  blend_.change(scores_, *side, target);
  if (target != nullptr) {
    used_[place][static_cast<std::size_t>(target - side->targets.data())] = true;
    note(rules.size(), *side, seen_[place]);
  }
  rules.add({rule.source, rule.target, rule.links, scores_});
  return true;
}

bool LearnedRules::add_other(const LearnedSide& side, const LearnedTarget& target, grammar::Rules& rules) {
  const auto place = static_cast<std::size_t>(&side - sides_.data());
  if (used_[place][static_cast<std::size_t>(&target - side.targets.data())]) return false;
  blend_.set(scores_, seen_[place], side, target);
  note(rules.size(), side, seen_[place]);
  rules.add({side.source, target.target, target.links, scores_});
  return true;
}

void LearnedRules::add_others(grammar::Rules& rules) {
  for (const LearnedSide& side : sides_) {
    for (const LearnedTarget& target : side.targets) add_other(side, target, rules);
  }
}

void LearnedRules::note(std::size_t rule, const LearnedSide& side, double seen) {
  if (words_.size() <= rule) words_.resize(rule + 1, 0);
  const auto words = std::ranges::count_if(side.source, [](grammar::Symbol symbol) { return !grammar::is_gap(symbol); });
  words_[rule] = static_cast<float>(static_cast<double>(words) * blend_.share(seen, side));
}

}  // namespace rectrix::decode
