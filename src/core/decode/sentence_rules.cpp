#include "decode/sentence_rules.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/lines.hpp"

namespace rectrix::decode {

std::string numbered(std::string_view name, std::size_t number) {
  return number == 0 ? std::string(name) : std::string(name) + std::to_string(number + 1);
}

SentenceRules::SentenceRules(const ScoringParts& parts, std::shared_ptr<const Vocabulary> source,
                             std::shared_ptr<const Vocabulary> target, std::vector<std::string> score_names)
    : source_words_(*source),
      target_words_(*target),
      learned_(parts.overlay, score_names),
      rules_(std::move(score_names)),
      sink_(features_),
      parts_(&parts),
      source_vocabulary_(std::move(source)),
      target_vocabulary_(std::move(target)) {}

void SentenceRules::start(const Request& request, int max_words, SearchReport& report) {
  source_words_ = LocalVocabulary(*source_vocabulary_);
  target_words_ = LocalVocabulary(*target_vocabulary_);
  source_.clear();
  report.pieces = 1;
  std::string_view text = request.text;
  for (std::string_view word = take_word(text); !word.empty(); word = take_word(text)) {
    if (++report.words > static_cast<std::size_t>(max_words)) {
      throw InputError("sentence " + std::to_string(request.sentence + 1) + ": more than " + std::to_string(max_words) +
                       " words, the most that n-best lists and forests are made of; split it");
    }
    source_.push_back(source_words_.find_or_add(word));
  }
  given_.read(request, source_.size(), target_words_);
  rules_.clear();
  learned_.start(source_, source_words_, target_words_);
  features_ = features::SentenceFeatures(parts_->space, request.weights, request.features);
  sink_.restart();
  score_features_.clear();
  score_weights_.clear();
  model_features_.clear();
  model_weights_.clear();
  for (const std::string& name : rules_.score_names()) {
    const bool is_feature = features::is_feature(name, parts_->discretized.get());
    score_features_.push_back(is_feature ? features_.add(name) : features::kNoFeature);
    score_weights_.push_back(features_.weight(score_features_.back()));
  }
  for (std::size_t m = 0; m < parts_->models.size(); ++m) {
    model_features_.push_back(features_.add(numbered("lm", m)));
    model_weights_.push_back(features_.weight(model_features_.back()));
  }
  said_.clear();
  said_begin_.clear();
}

void SentenceRules::add_given_rule(const GivenSpan& given, const GivenSpan::Option& option) {
  const std::uint32_t length = given.span.end - given.span.begin;
  const std::span<const grammar::Symbol> source(reinterpret_cast<const grammar::Symbol*>(source_.data()) + given.span.begin, length);
  const std::vector<float> scores(rules_.score_names().size(), 0);
  rules_.add({source, option.target, given_links(length, option.target.size()), scores});
}

std::vector<Word> SentenceRules::target_numbers(std::string_view text) {
  std::vector<Word> words;
  for (std::string_view word = take_word(text); !word.empty(); word = take_word(text)) {
    words.push_back(target_words_.find_or_add(word));
  }
  return words;
}

double SentenceRules::weigh(std::span<const LocalFeature> features) const {
  double score = 0;
  for (const auto& [feature, value] : features) score += features_.weight(feature) * value;
  return score;
}

void SentenceRules::emit_templates(std::uint32_t rule, features::Sink& sink) const {
  for (const auto& part : parts_->templates) part->emit(text(rule), sink);
}

void SentenceRules::emit_bins(std::uint32_t rule, features::Sink& sink) const {
  if (parts_->discretized) parts_->discretized->emit(text(rule), sink);
}

void SentenceRules::call_functions(std::uint32_t first) {
  if (parts_->functions.empty()) return;
  std::vector<features::RuleText> texts;
  for (std::uint32_t rule = first; rule < rules_.size(); ++rule) texts.push_back(text(rule));
  std::vector<std::pair<std::size_t, LocalFeature>> all;
  for (const auto& function : parts_->functions) {
    function->evaluate(texts, [&](std::size_t rule, std::string_view name, float value) {
      const features::Index local = features_.add(name);
      if (local != features::kNoFeature) all.push_back({first + rule, {local, value}});
    });
  }
  std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  said_begin_.assign(rules_.size() + 1, 0);
  for (const auto& [rule, feature] : all) {
    ++said_begin_[rule + 1];
    said_.push_back(feature);
  }
  for (std::size_t i = 1; i < said_begin_.size(); ++i) said_begin_[i] += said_begin_[i - 1];
}

std::span<const LocalFeature> SentenceRules::said(std::uint32_t rule) const {
  if (said_begin_.empty()) return {};
  return std::span(said_).subspan(said_begin_[rule], said_begin_[rule + 1] - said_begin_[rule]);
}

Forest SentenceRules::begin_forest(std::vector<features::Index> columns) {
  Forest forest(source_vocabulary_, target_vocabulary_);
  forest.source_words = source_words_;
  forest.target_words = target_words_;
  forest.features = features_.emptied();
  adopted_.clear();
  for (features::Index& column : columns) {
    if (column != features::kNoFeature) column = forest.features.adopt(features_, column);
  }
  forest.set_columns(std::move(columns));
  return forest;
}

void SentenceRules::adopt(std::span<LocalFeature> features, Forest& forest) {
  adopted_.resize(features_.size(), features::kNoFeature);
  for (auto& [feature, value] : features) {
    features::Index& known = adopted_[feature];
    if (known == features::kNoFeature) known = forest.features.adopt(features_, feature);
    feature = known;
  }
}

std::span<const LocalFeature> SentenceRules::all_features(std::uint32_t rule, std::span<const LocalFeature> found, Forest& forest) {
  all_.clear();
  const auto scores = rules_[rule].scores;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    if (scores[i] != 0 && score_features_[i] != features::kNoFeature) all_.emplace_back(score_features_[i], scores[i]);
  }
  all_.insert(all_.end(), found.begin(), found.end());
  const auto more = said(rule);
  all_.insert(all_.end(), more.begin(), more.end());
  adopt(all_, forest);
  return all_;
}

}  // namespace rectrix::decode
