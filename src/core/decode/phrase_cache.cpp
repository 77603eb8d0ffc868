#include "decode/phrase_cache.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"

namespace rectrix::decode {

int score_column(const grammar::PhraseTable& table, std::string_view name) {
  const auto& names = table.score_names();
  const auto place = std::find(names.begin(), names.end(), name);
  return place == names.end() ? -1 : static_cast<int>(place - names.begin());
}

PhraseCache::PhraseCache(const StackParts& parts, const ModelWords& words, std::size_t limit, const CacheBudget& budget)
    : parts_(&parts), words_(&words), limit_(limit), share_(budget), count_column_(count_column(*parts.table)) {
  if (!parts.left_out) return;
  const auto& table = *parts.table;
  if (table.max_length() == 0) throw UsageError("leaving one out needs a table that `rectrix phrases` made of the bitext");
  constexpr std::array<std::string_view, 5> kNames{"p_fe", "p_ef", "raw_count_e", "raw_count_f", "raw_count_ef"};
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    const int column = score_column(table, kNames[i]);
    if (column < 0) throw UsageError("leaving one out needs a table with the score " + std::string(kNames[i]));
    columns_[i] = static_cast<std::size_t>(column);
  }
  if (table.source_words().size() != parts.left_out->source_words().size() ||
      table.target_words().size() != parts.left_out->target_words().size()) {
    throw UsageError("leaving one out needs the bitext that the table was extracted from");
  }
  left_out_ = std::make_unique<grammar::LeftOut>(*parts.left_out, table.max_length());
}

void PhraseCache::start(const DenseWeights& weights, std::size_t sentence, std::span<const Word> words) {
  if (left_out_) left_out_->set(sentence, words);
  const bool full = bytes() >= share_.bytes();
  if (weights == weights_ && !full && !left_out_) return;
  weights_ = weights;
  lists_.clear();
  options_.clear();
  states_.clear();
  model_scores_.clear();
  if (!full) return;
  lists_ = decltype(lists_)();
  options_.shrink_to_fit();
  states_.shrink_to_fit();
  model_scores_.shrink_to_fit();
}

std::size_t PhraseCache::bytes() const {
  return lists_.bytes() + held_bytes(options_) + held_bytes(states_) + held_bytes(model_scores_);
}

// The sentence's own occurrences are taken away from all counts; a pair that occurs nowhere else has the count 0.
grammar::Rule PhraseCache::rule(std::uint32_t option, std::span<const grammar::Symbol> source) {
  grammar::Rule rule = parts_->table->option(option, source);
  if (!left_out_) return rule;
  const auto key = [](std::span<const grammar::Symbol> side) {
    return grammar::phrase_key({reinterpret_cast<const Word*>(side.data()), side.size()});
  };
  const std::uint64_t source_key = key(source), target_key = key(rule.target);
  const auto [p_fe, p_ef, count_e, count_f, count_ef] = columns_;
  changed_.assign(rule.scores.begin(), rule.scores.end());
  changed_[count_e] -= static_cast<float>(left_out_->target(target_key));
  changed_[count_f] -= static_cast<float>(left_out_->source(source_key));
  changed_[count_ef] -= static_cast<float>(left_out_->pair(source_key, target_key));
  if (changed_[count_ef] > 0) {
    // As a change of the logarithm, so that smoothed probabilities keep their smoothing.
    changed_[p_fe] += std::log(changed_[count_ef] / changed_[count_e]) - std::log(rule.scores[count_ef] / rule.scores[count_e]);
    changed_[p_ef] += std::log(changed_[count_ef] / changed_[count_f]) - std::log(rule.scores[count_ef] / rule.scores[count_f]);
  }
  rule.scores = changed_;
  return rule;
}

bool PhraseCache::is_left_out(const grammar::Rule& rule) const { return left_out_ && rule.scores[columns_[4]] <= 0; }

PhraseCache::List PhraseCache::find(grammar::PhraseRange range, std::span<const grammar::Symbol> source) {
  if (range.size() == 0) return {};
  const auto [list, fresh] = lists_.insert(range.begin);
  if (!fresh) return list;
  rank(range, source);
  list = {static_cast<std::uint32_t>(options_.size()), static_cast<std::uint32_t>(ranked_.size())};
  for (const Option& option : ranked_) keep(option, source);
  return list;
}

double PhraseCache::own_score(const grammar::Rule& rule) const {
  double score = weights_.phrase - weights_.word * static_cast<double>(rule.target.size());
  for (std::size_t i = 0; i < rule.scores.size(); ++i) {
    if (weights_.scores[i] != 0) score += weights_.scores[i] * rule.scores[i];
  }
  if (parts_->discretized) score += parts_->discretized->score(rule, weights_.bins);
  if (count_column_ >= 0 && rule.scores[static_cast<std::size_t>(count_column_)] > 0) {
    const double count = rule.scores[static_cast<std::size_t>(count_column_)];
    score += weights_.log_count * std::log(count) + (count == 1 ? weights_.unique : 0);
  }
  if (!std::isfinite(score)) throw InputError("a phrase pair's score is not a number: look at the table and the weights");
  return score;
}

double PhraseCache::model_part(const grammar::Rule& rule) const {
  double score = 0;
  lm::ChartState state;
  for (std::size_t m = 0; m < models(); ++m) {
    lm::RuleScore words(*parts_->models[m], state);
    for (const grammar::Symbol symbol : rule.target) words.terminal((*words_)(m, static_cast<Word>(symbol)));
    score += weights_.models[m] * words.finish();
  }
  return score;
}

// Language models only lower a score if their weights are not negative: once the translations still to come are
// worse without them than the worst one kept, none of those can be among the best.
void PhraseCache::rank(grammar::PhraseRange range, std::span<const grammar::Symbol> source) {
  const auto better = [](const Option& a, const Option& b) {
    return a.estimate != b.estimate ? a.estimate > b.estimate : a.option < b.option;
  };
  ranked_.clear();
  for (std::uint32_t option = range.begin; option < range.end; ++option) {
    const grammar::Rule found = rule(option, source);
    if (is_left_out(found)) continue;
    const double score = own_score(found);
    ranked_.push_back({option, score, score});
  }
  std::sort(ranked_.begin(), ranked_.end(), better);
  const std::size_t limit = limit_ == 0 ? ranked_.size() : std::min(limit_, ranked_.size());
  const bool bounded = std::ranges::all_of(weights_.models, [](double weight) { return weight >= 0; });
  std::size_t kept = 0;
  for (const Option candidate : std::vector<Option>(ranked_)) {
    if (kept == limit && bounded && candidate.score < ranked_[limit - 1].estimate) break;
    Option option = candidate;
    option.estimate += model_part(parts_->table->option(option.option, source));
    if (kept == limit && !better(option, ranked_[limit - 1])) continue;
    const auto end = ranked_.begin() + static_cast<std::ptrdiff_t>(kept);
    const auto place = std::lower_bound(ranked_.begin(), end, option, better);
    if (kept < limit) ++kept;
    std::move_backward(place, ranked_.begin() + static_cast<std::ptrdiff_t>(kept) - 1, ranked_.begin() + static_cast<std::ptrdiff_t>(kept));
    *place = option;
  }
  ranked_.resize(limit);
}

void PhraseCache::keep(const Option& option, std::span<const grammar::Symbol> source) {
  const grammar::Rule rule = parts_->table->option(option.option, source);
  options_.push_back(option);
  for (std::size_t m = 0; m < models(); ++m) {
    lm::RuleScore score(*parts_->models[m], states_.emplace_back());
    for (const grammar::Symbol symbol : rule.target) score.terminal((*words_)(m, static_cast<Word>(symbol)));
    model_scores_.push_back(score.finish());
  }
}

}  // namespace rectrix::decode
