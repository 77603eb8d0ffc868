#include "decode/scored_rules.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/error.hpp"
#include "base/lines.hpp"

namespace rectrix::decode {
namespace {

constexpr float kCopyScore = 0;  // grammars say nothing of copied words

// Numbers of what rules count; those without an end go on from there.
enum Count : std::uint64_t { kGlueRules = 1, kWords, kForced, kPassedThrough, kPassedThroughBuckets = 10, kUnknownWords = 20 };

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

ScoredRules::ScoredRules(const ChartParts& parts, const ModelWords& words)
    : SentenceRules(parts, parts.grammar->source(), parts.grammar->target(), parts.grammar->score_names()),
      parts_(&parts),
      words_(&words),
      weigher_(features_, features::Sink::Wants::weight),
      finder_(parts.grammar->finder()),
      found_rules_(parts.grammar->score_names()) {}

void ScoredRules::prepare(const Request& request, const ChartOptions& options, SearchReport& report) {
  options_ = &options;
  start(request, options.max_words, report);
  weigher_.restart();
  known_.clear();
  for (const Word word : source_) known_.push_back(source_words_.is_local(word) ? kUnknown : word);
  add_specials();
  if (learned_.empty()) {
    finder_->find(request.sentence, known_, rules_);
  } else {
    found_rules_.clear();
    finder_->find(request.sentence, known_, found_rules_);
    for (std::size_t rule = 0; rule < found_rules_.size(); ++rule) learned_.add(found_rules_[rule], rules_);
    learned_.add_others(rules_);
  }
  add_copies(options.pass_through_all, report);
  add_given();
  make_scorers(request);
  call_functions(kSpecials);
  score_rules();
}

void ScoredRules::add_specials() {
  constexpr grammar::Symbol kOne[] = {grammar::gap(0)};
  constexpr grammar::Symbol kTwo[] = {grammar::gap(0), grammar::gap(1)};
  const std::vector<float> scores(rules_.score_names().size(), 0);
  rules_.add({kOne, kOne, {}, scores});
  rules_.add({kTwo, kTwo, {}, scores});
  rules_.add({kOne, kOne, {}, scores});
}

void ScoredRules::add_copies(bool all, SearchReport& report) {
  first_copy_ = static_cast<std::uint32_t>(rules_.size());
  std::vector<Word> free;  // for others, nobody looks for a rule
  for (std::uint32_t i = 0; i < source_.size(); ++i) {
    if (!given_.is_taken(i)) free.push_back(source_[i]);
  }
  std::vector<Word> words = free;
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
    if (!has_rule[i]) report.unknown += static_cast<std::size_t>(std::count(free.begin(), free.end(), words[i]));
    if (has_rule[i] && !all) continue;
    const grammar::Symbol from[] = {static_cast<grammar::Symbol>(words[i])};
    const Word copied = target_words_.find_or_add(source_words_.text(words[i]));
    const grammar::Symbol to[] = {static_cast<grammar::Symbol>(copied)};
    rules_.add({from, to, kLink, scores});
  }
}

void ScoredRules::add_given() {
  first_given_ = static_cast<std::uint32_t>(rules_.size());
  given_scores_.clear();
  for (const GivenSpan& given : given_.all()) {
    for (const GivenSpan::Option& option : given.options) {
      add_given_rule(given, option);
      given_scores_.push_back(static_cast<float>(option.score));
    }
  }
}

void ScoredRules::make_scorers(const Request& request) {
  scorers_.clear();
  state_size_ = 0;
  forced_ = nullptr;
  for (const auto& part : parts_->stateful) {
    scorers_.push_back({part->scorer(features_, target_words_), part->state_size()});
    state_size_ += part->state_size();
  }
  if (!request.target) return;
  auto forced = std::make_unique<ForcedTarget>(target_numbers(*request.target));
  forced_ = forced.get();
  scorers_.push_back({std::move(forced), ForcedTarget::kStateSize});
  state_size_ += ForcedTarget::kStateSize;
}

void ScoredRules::score_rules() {
  scores_.clear();
  noted_end_.clear();
  for (std::uint32_t rule = 0; rule < rules_.size(); ++rule) {
    check(rules_[rule]);
    weigher_.clear();
    emit(rule, weigher_);
    double score = weigher_.weight() + weigh(said(rule));
    const auto given = rules_[rule].scores;
    for (std::size_t i = 0; i < given.size(); ++i) score += score_weights_[i] * given[i];
    scores_.push_back(score);
    noted_end_.push_back(weigher_.noted());
  }
  const std::vector<double> noted = weigher_.noted_weights();
  for (std::size_t rule = 0, next = 0; rule < scores_.size(); ++rule) {
    for (; next < noted_end_[rule]; ++next) scores_[rule] += noted[next];
    if (!std::isfinite(scores_[rule])) {
      throw InputError("a rule's score is not a number: look at the grammar's scores and the weights");
    }
  }
}

// What a rule has besides the grammar's scores and what functions say.
void ScoredRules::emit(std::uint32_t rule, features::Sink& sink) const {
  emit_counts(rule, sink);
  if (rule < kSpecials) return;
  emit_learned(rule, sink);
  emit_templates(rule, sink);
  if (rule < first_copy_) emit_bins(rule, sink);
  for (const auto& [scorer, size] : scorers_) scorer->emit(rules_[rule].target, sink);
}

void ScoredRules::emit_counts(std::uint32_t rule, features::Sink& sink) const {
  if (rule == kGlue) emit_count(kGlueRules, "glue", 1, sink);
  int words = 0;
  std::array<int, 8> unknown{};
  const std::size_t models = std::min(parts_->models.size(), unknown.size());
  for (const grammar::Symbol symbol : rules_[rule].target) {
    if (grammar::is_gap(symbol)) continue;
    ++words;
    for (std::size_t m = 0; m < models; ++m) {
      unknown[m] += lm_word(symbol, m) == kUnknown;
    }
  }
  if (words > 0) emit_count(kWords, "word_penalty", static_cast<float>(-words), sink);
  for (std::size_t m = 0; m < models; ++m) {
    if (unknown[m] > 0) emit_count(kUnknownWords + m, numbered("lm_oov", m), static_cast<float>(unknown[m]), sink);
  }
  if (rule >= first_given_ && given_scores_[rule - first_given_] != 0) {
    emit_count(kForced, "forced", given_scores_[rule - first_given_], sink);
  }
  if (!is_copy(rule)) return;
  emit_count(kPassedThrough, "pass_through", 1, sink);
  if (options_->length_buckets) emit_length_bucket(rule, sink);
}

// n = floor(log_1.6(length)) + 1, at most 6: as cdec counts copied words by their length.
void ScoredRules::emit_length_bucket(std::uint32_t rule, features::Sink& sink) const {
  const auto length = static_cast<double>(target_words_.text(static_cast<Word>(rules_[rule].target[0])).size());
  const int bucket = std::min(6, static_cast<int>(std::floor(std::log(length) / std::log(1.6))) + 1);
  emit_count(kPassedThroughBuckets + static_cast<std::uint64_t>(bucket), "pass_through_" + std::to_string(bucket), 1, sink);
}

std::span<const LocalFeature> ScoredRules::rule_features(std::uint32_t rule, Forest& forest) {
  sink_.clear();
  emit(rule, sink_);
  return all_features(rule, sink_.found(), forest);
}

}  // namespace rectrix::decode
