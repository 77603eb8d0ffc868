#include "decode/scored_rules.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "base/lines.hpp"

namespace rectrix::decode {
namespace {

constexpr float kCopyScore = 0;  // grammars say nothing of copied words

std::string numbered(std::string_view name, std::size_t number) {
  return number == 0 ? std::string(name) : std::string(name) + std::to_string(number + 1);
}

// Search follows a rule's gaps and links without looking: they must fit.
void check(const grammar::Rule& rule) {
  unsigned source = 0, target = 0;
  int count = 0;
  for (const grammar::Symbol symbol : rule.source) {
    if (!grammar::is_gap(symbol)) continue;
    if (grammar::gap_number(symbol) != count || ++count > 2) {
      throw InputError("a rule's gaps are not numbered in source order");
    }
    source |= 1U << grammar::gap_number(symbol);
  }
  for (const grammar::Symbol symbol : rule.target) {
    if (!grammar::is_gap(symbol)) continue;
    if (grammar::gap_number(symbol) > 1 || (target & (1U << grammar::gap_number(symbol))) != 0) {
      throw InputError("a rule's target side has a gap twice");
    }
    target |= 1U << grammar::gap_number(symbol);
  }
  if (source != target) throw InputError("a rule's sides have different gaps");
  for (const grammar::Link link : rule.links) {
    if (link.source >= rule.source.size() || link.target >= rule.target.size()) {
      throw InputError("a rule's alignment points beyond its words");
    }
  }
}

}  // namespace

void ChartParts::find_lm_words() {
  const std::shared_ptr<const Vocabulary> target = grammar->target();
  lm_words.clear();
  for (const auto& model : models) {
    std::vector<Word>& words = lm_words.emplace_back(target->size());
    for (Word word = 0; word < target->size(); ++word) words[word] = model->index(target->text(word));
  }
}

ScoredRules::ScoredRules(const ChartParts& parts)
    : parts_(&parts),
      finder_(parts.grammar->finder()),
      source_words_(*parts.grammar->source()),
      target_words_(*parts.grammar->target()),
      rules_(parts.grammar->score_names()) {}

void ScoredRules::prepare(const Request& request, const ChartOptions& options, Report& report) {
  read_words(request, options, report);
  rules_.clear();
  add_specials();
  finder_->find(request.sentence, known_, rules_);
  add_copies(options.pass_through_all, report);
  name_features(request);
  call_functions();
  score_rules(options);
}

void ScoredRules::read_words(const Request& request, const ChartOptions& options, Report& report) {
  source_words_ = LocalVocabulary(*parts_->grammar->source());
  target_words_ = LocalVocabulary(*parts_->grammar->target());
  source_.clear();
  known_.clear();
  std::string_view text = request.text;
  for (std::string_view word = take_word(text); !word.empty(); word = take_word(text)) {
    ++report.words;
    if (source_.size() == static_cast<std::size_t>(options.max_words)) {
      ++report.cut;
      continue;
    }
    source_.push_back(source_words_.find_or_add(word));
    known_.push_back(source_words_.is_local(source_.back()) ? kUnknown : source_.back());
  }
}

void ScoredRules::add_specials() {
  constexpr grammar::Symbol kOne[] = {grammar::gap(0)};
  constexpr grammar::Symbol kTwo[] = {grammar::gap(0), grammar::gap(1)};
  const std::vector<float> scores(rules_.score_names().size(), 0);
  rules_.add({kOne, kOne, {}, scores});
  rules_.add({kTwo, kTwo, {}, scores});
  rules_.add({kOne, kOne, {}, scores});
}

void ScoredRules::add_copies(bool all, Report& report) {
  first_copy_ = static_cast<std::uint32_t>(rules_.size());
  std::vector<Word> words(source_.begin(), source_.end());
  std::sort(words.begin(), words.end());
  words.erase(std::unique(words.begin(), words.end()), words.end());
  std::vector<std::uint8_t> has_rule(words.size());
  for (std::uint32_t rule = kSpecials; rule < first_copy_; ++rule) {
    const auto side = rules_[rule].source;
    if (side.size() != 1) continue;
    const auto word = static_cast<Word>(side[0]);
    const auto place = static_cast<std::size_t>(std::ranges::lower_bound(words, word) - words.begin());
    if (place < words.size() && words[place] == word) has_rule[place] = 1;
  }
  const std::vector<float> scores(rules_.score_names().size(), kCopyScore);
  constexpr grammar::Link kLink[] = {{0, 0}};
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (!has_rule[i]) report.unknown += static_cast<std::size_t>(std::count(source_.begin(), source_.end(), words[i]));
    if (has_rule[i] && !all) continue;
    const grammar::Symbol from[] = {static_cast<grammar::Symbol>(words[i])};
    const Word copied = target_words_.find_or_add(source_words_.text(words[i]));
    const grammar::Symbol to[] = {static_cast<grammar::Symbol>(copied)};
    rules_.add({from, to, kLink, scores});
  }
}

void ScoredRules::name_features(const Request& request) {
  features_ = features::SentenceFeatures(parts_->space, request.weights, request.features);
  score_features_.clear();
  model_features_.clear();
  model_weights_.clear();
  // Columns named raw_ are for discretization, not features.
  for (const std::string& name : rules_.score_names()) {
    score_features_.push_back(name.starts_with("raw_") ? features::kNoFeature : features_.add(name));
  }
  for (std::size_t m = 0; m < parts_->models.size(); ++m) {
    model_features_.push_back(features_.add(numbered("lm", m)));
    model_weights_.push_back(weight(model_features_.back()));
  }
}

void ScoredRules::call_functions() {
  bigrams_ = features::PairFeatures(features_, target_words_);
  said_.clear();
  if (parts_->functions.empty()) return;
  std::vector<features::RuleText> texts;
  for (std::uint32_t rule = kSpecials; rule < rules_.size(); ++rule) {
    texts.push_back({rules_[rule], &source_words_, &target_words_});
  }
  for (const auto& function : parts_->functions) {
    function->evaluate(texts, [this](std::size_t rule, std::string_view name, float value) {
      const features::Index local = features_.add(name);
      const auto number = static_cast<std::uint32_t>(rule + kSpecials);
      if (local != features::kNoFeature) said_.push_back({number, {local, value}});
    });
  }
  std::stable_sort(said_.begin(), said_.end(), [](const Said& a, const Said& b) { return a.rule < b.rule; });
}

void ScoredRules::score_rules(const ChartOptions& options) {
  std::vector<double> weights;
  for (const features::Index feature : score_features_) weights.push_back(weight(feature));
  found_.clear();
  found_begin_.assign(1, 0);
  scores_.clear();
  features::Sink sink(features_);
  auto said = said_.begin();
  for (std::uint32_t rule = 0; rule < rules_.size(); ++rule) {
    sink.clear();
    check(rules_[rule]);
    emit_counts(rule, options, sink);
    if (rule >= kSpecials) {
      for (const auto& part : parts_->templates) part->emit({rules_[rule], &source_words_, &target_words_}, sink);
      if (parts_->joint_bigrams) emit_inner_bigrams(rule, sink);
    }
    for (; said != said_.end() && said->rule == rule; ++said) sink.add(said->feature);
    double score = 0;
    const auto given = rules_[rule].scores;
    for (std::size_t i = 0; i < given.size(); ++i) score += weights[i] * given[i];
    for (const auto& [feature, value] : sink.found()) score += features_.weight(feature) * value;
    if (!std::isfinite(score)) {
      throw InputError("a rule's score is not a number: look at the grammar's scores and the weights");
    }
    scores_.push_back(score);
    found_.insert(found_.end(), sink.found().begin(), sink.found().end());
    found_begin_.push_back(static_cast<std::uint32_t>(found_.size()));
  }
}

void ScoredRules::emit_counts(std::uint32_t rule, const ChartOptions& options, features::Sink& sink) {
  if (rule == kGlue) sink.emit("glue", 1);
  int words = 0;
  std::array<int, 8> unknown{};
  for (const grammar::Symbol symbol : rules_[rule].target) {
    if (grammar::is_gap(symbol)) continue;
    ++words;
    for (std::size_t m = 0; m < std::min(parts_->models.size(), unknown.size()); ++m) {
      unknown[m] += lm_word(symbol, m) == kUnknown;
    }
  }
  if (words > 0) sink.emit("word_penalty", static_cast<float>(-words));
  for (std::size_t m = 0; m < unknown.size(); ++m) {
    if (unknown[m] > 0) sink.emit(numbered("lm_oov", m), static_cast<float>(unknown[m]));
  }
  if (!is_copy(rule)) return;
  sink.emit("pass_through", 1);
  if (options.length_buckets) emit_length_bucket(rule, sink);
}

// Those of neighboring words within the rule; the others come up in search.
void ScoredRules::emit_inner_bigrams(std::uint32_t rule, features::Sink& sink) {
  const auto target = rules_[rule].target;
  for (std::size_t i = 1; i < target.size(); ++i) {
    if (grammar::is_gap(target[i - 1]) || grammar::is_gap(target[i])) continue;
    const features::Index local = bigrams_.find(static_cast<Word>(target[i - 1]), static_cast<Word>(target[i]));
    if (local != features::kNoFeature) sink.add({local, 1.0F});
  }
}

// n = floor(log_1.6(length)) + 1, at most 6: as cdec counts copied words by their length.
void ScoredRules::emit_length_bucket(std::uint32_t rule, features::Sink& sink) const {
  const auto length = static_cast<double>(target_words_.text(static_cast<Word>(rules_[rule].target[0])).size());
  const int bucket = std::min(6, static_cast<int>(std::floor(std::log(length) / std::log(1.6))) + 1);
  sink.emit("pass_through_" + std::to_string(bucket), 1);
}

Forest ScoredRules::begin_forest() const {
  Forest forest(parts_->grammar->source(), parts_->grammar->target());
  forest.source_words = source_words_;
  forest.target_words = target_words_;
  forest.features = features_;
  forest.features.drop_weights();
  forest.set_columns(model_features_);
  return forest;
}

std::uint32_t ScoredRules::copy_rule(std::uint32_t rule, Forest& forest) const {
  std::vector<LocalFeature> all;
  const auto given = rules_[rule].scores;
  for (std::size_t i = 0; i < given.size(); ++i) {
    if (given[i] != 0 && score_features_[i] != features::kNoFeature) all.emplace_back(score_features_[i], given[i]);
  }
  all.insert(all.end(), found_.begin() + found_begin_[rule], found_.begin() + found_begin_[rule + 1]);
  return forest.add_rule(rules_[rule], all);
}

}  // namespace rectrix::decode
