// The rules of one sentence with their features and scores, each computed once.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "decode/chart_options.hpp"
#include "decode/forced_target.hpp"
#include "decode/model_words.hpp"
#include "decode/rule_source.hpp"
#include "decode/sentence_rules.hpp"
#include "features/stateful.hpp"

namespace rectrix::decode {

// What a chart decoder is made of.
struct ChartParts : ScoringParts {
  std::shared_ptr<const RuleSource> grammar;
  std::vector<std::shared_ptr<const features::Stateful>> stateful = {};
};

// The rules that every sentence has, before all others: S -> X, S -> S X, goal -> S.
enum Special : std::uint32_t { kStart, kGlue, kGoal, kSpecials };

class ScoredRules : public SentenceRules {
 public:
  // The parts and the words must outlive this.
  ScoredRules(const ChartParts& parts, const ModelWords& words);

  // The weights must live until the next call.
  void prepare(const Request& request, const ChartOptions& options, SearchReport& report);

  std::size_t size() const { return rules_.size(); }
  grammar::Rule operator[](std::uint32_t rule) const { return rules_[rule]; }
  double score(std::uint32_t rule) const { return scores_[rule]; }
  // A target word's number in a model.
  Word lm_word(grammar::Symbol symbol, std::size_t m) const {
    return words_->find(m, *parts_->models[m], static_cast<Word>(symbol), target_words_);
  }
  // The stateful features, whose names join the sentence's as they come up; and how large their states are.
  struct Scorer {
    std::unique_ptr<features::Stateful::Scorer> scorer;
    std::size_t state_size;
  };
  std::span<const Scorer> scorers() const { return scorers_; }
  std::size_t state_size() const { return state_size_; }
  // Whether only one translation is wanted, and whether a rule can be part of it.
  bool is_forced() const { return forced_ != nullptr; }
  bool fits(std::uint32_t rule) const { return forced_ == nullptr || forced_->fits(rules_[rule].target); }
  const features::SentenceFeatures& features() const { return features_; }
  // The rules from here on are given translations, in the order of given().
  std::uint32_t first_given() const { return first_given_; }

  // A forest without nodes that has the sentence's words, to which rules can be added. Only after prepare() with a
  // request that wants features.
  Forest begin_forest() { return SentenceRules::begin_forest(model_features_); }
  // All features of a rule, in the numbers of the forest begun last. Valid until the next call.
  std::span<const LocalFeature> rule_features(std::uint32_t rule, Forest& forest);

 private:
  void add_specials();
  void add_copies(bool all, SearchReport& report);
  void add_given();
  void score_rules();
  void emit(std::uint32_t rule, features::Sink& sink) const;
  void emit_counts(std::uint32_t rule, features::Sink& sink) const;
  void make_scorers(const Request& request);
  void emit_length_bucket(std::uint32_t rule, features::Sink& sink) const;
  bool is_copy(std::uint32_t rule) const { return first_copy_ <= rule && rule < first_given_; }

  const ChartParts* parts_;
  const ModelWords* words_;
  const ChartOptions* options_ = nullptr;
  features::Sink weigher_;  // of features_
  std::unique_ptr<RuleFinder> finder_;
  grammar::Rules found_rules_;  // before they are blended with what was learned
  std::vector<Word> known_;
  std::uint32_t first_copy_ = 0, first_given_ = 0;  // rules that copy a word, and given ones, stand last
  std::vector<float> given_scores_;
  std::vector<double> scores_;
  std::vector<std::size_t> noted_end_;  // of each rule's features among those that are weighed together
  std::vector<Scorer> scorers_;
  std::size_t state_size_ = 0;
  const ForcedTarget* forced_ = nullptr;  // one of the scorers
};

}  // namespace rectrix::decode
