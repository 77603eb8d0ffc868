#include "kbest/lists.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "base/offsets.hpp"

namespace rectrix::kbest {

void Lists::begin_sentence(std::string_view id) {
  if (sealed_) throw UsageError("these lists are complete; make new ones to add to");
  list_begin_.push_back(list_begin_.back());
  if (id.empty() && ids_.empty()) return;
  ids_.resize(sentences());
  ids_.back() = id;
}

void Lists::note(const std::string& name, std::string_view text) {
  if (sealed_ || scores_.empty()) throw UsageError("a note is for the hypothesis added last");
  std::vector<std::string>& texts = notes_[name];
  texts.resize(hypotheses());
  texts.back() = text;
}

std::string_view Lists::note(const std::string& name, std::size_t hypothesis) const {
  const auto found = notes_.find(name);
  if (found == notes_.end() || hypothesis >= found->second.size()) return {};
  return found->second[hypothesis];
}

void Lists::add(std::span<const Word> tokens, double score,
                std::span<const std::pair<features::Index, float>> features) {
  if (sealed_) throw UsageError("these lists are complete; make new ones to add to");
  if (list_begin_.size() < 2) throw UsageError("begin_sentence() comes before add()");
  if (!std::isfinite(score)) throw InputError("a hypothesis has the score " + std::to_string(score));
  tokens_.insert(tokens_.end(), tokens.begin(), tokens.end());
  token_begin_.push_back(static_cast<std::int64_t>(tokens_.size()));
  scores_.push_back(score);

  const auto ascending = [](const auto& a, const auto& b) { return a.first < b.first; };
  if (!std::is_sorted(features.begin(), features.end(), ascending)) {
    sorting_.assign(features.begin(), features.end());
    std::stable_sort(sorting_.begin(), sorting_.end(), ascending);
    features = sorting_;
  }
  const auto row = static_cast<std::size_t>(feature_begin_.back());
  for (const auto& [index, value] : features) {
    const auto id = static_cast<std::int32_t>(index);
    if (feature_ids_.size() > row && feature_ids_.back() == id) {
      feature_values_.back() += value;
    } else {
      feature_ids_.push_back(id);
      feature_values_.push_back(value);
    }
  }
  feature_begin_.push_back(static_cast<std::int64_t>(feature_ids_.size()));
  ++list_begin_.back();
}

void Lists::extend(const Arrays& more) {
  check_offsets(more.list_begin, more.scores.size(), "list_begin");
  check_offsets(more.token_begin, more.tokens.size(), "token_begin");
  check_offsets(more.feature_begin, more.feature_ids.size(), "feature_begin");
  if (more.token_begin.size() != more.scores.size() + 1 || more.feature_begin.size() != more.scores.size() + 1 ||
      more.feature_ids.size() != more.feature_values.size()) {
    throw UsageError("the arrays of lists differ in length");
  }
  const auto beyond = [](auto limit) { return [limit](auto place) { return place >= limit; }; };
  if (std::ranges::any_of(more.tokens, beyond(more.words.size())) || std::ranges::any_of(more.feature_ids, beyond(space_->size()))) {
    throw UsageError("a list has a word or a feature that is not there");
  }
  std::vector<Word> words, tokens;
  for (const std::string& word : more.words) words.push_back(words_.add(word));
  std::vector<std::pair<features::Index, float>> features;
  for (std::size_t s = 0; s + 1 < more.list_begin.size(); ++s) {
    begin_sentence();
    for (auto h = static_cast<std::size_t>(more.list_begin[s]); h < static_cast<std::size_t>(more.list_begin[s + 1]); ++h) {
      tokens.clear();
      for (auto t = more.token_begin[h]; t < more.token_begin[h + 1]; ++t) tokens.push_back(words[more.tokens[static_cast<std::size_t>(t)]]);
      features.clear();
      for (auto i = static_cast<std::size_t>(more.feature_begin[h]); i < static_cast<std::size_t>(more.feature_begin[h + 1]); ++i) {
        features.emplace_back(more.feature_ids[i], more.feature_values[i]);
      }
      add(tokens, more.scores[h], features);
    }
  }
}

void Lists::remove_last() {
  if (sealed_ || list_begin_.size() < 2 || list_begin_[list_begin_.size() - 2] == list_begin_.back()) {
    throw UsageError("there is no hypothesis to take back");
  }
  token_begin_.pop_back();
  tokens_.resize(static_cast<std::size_t>(token_begin_.back()));
  feature_begin_.pop_back();
  feature_ids_.resize(static_cast<std::size_t>(feature_begin_.back()));
  feature_values_.resize(feature_ids_.size());
  scores_.pop_back();
  for (auto& [name, texts] : notes_) texts.resize(std::min(texts.size(), scores_.size()));
  --list_begin_.back();
}

SparseView Lists::features(std::size_t hypothesis) const {
  const auto begin = static_cast<std::size_t>(feature_begin_[hypothesis]);
  const std::size_t count = static_cast<std::size_t>(feature_begin_[hypothesis + 1]) - begin;
  return {feature_ids().subspan(begin, count), feature_values().subspan(begin, count)};
}

std::span<const Word> Lists::hypothesis(std::size_t hypothesis) const {
  const auto begin = static_cast<std::size_t>(token_begin_[hypothesis]);
  return tokens().subspan(begin, static_cast<std::size_t>(token_begin_[hypothesis + 1]) - begin);
}

void Lists::set_column(std::string name, std::vector<double> values) {
  if (values.size() != hypotheses()) {
    throw UsageError("column '" + name + "' has " + std::to_string(values.size()) + " values for " +
                     std::to_string(hypotheses()) + " hypotheses");
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!std::isfinite(values[i])) {
      throw InputError("column '" + name + "' has " + std::to_string(values[i]) + " at hypothesis " + std::to_string(i));
    }
  }
  columns_.insert_or_assign(std::move(name), std::move(values));
}

std::span<const double> Lists::column(const std::string& name) const {
  const auto found = columns_.find(name);
  if (found != columns_.end()) return found->second;
  std::string known;
  for (const auto& [other, values] : columns_) known.append(known.empty() ? "" : ", ").append(other);
  throw UsageError("the lists have no column '" + name + "'; " + (known.empty() ? "they have none" : "known: " + known));
}

}  // namespace rectrix::kbest
