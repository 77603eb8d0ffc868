// The rules of one sentence with their features and scores, each computed once.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "decode/chart_options.hpp"
#include "decode/decoder.hpp"
#include "decode/rule_source.hpp"
#include "features/pair_features.hpp"
#include "features/rule_function.hpp"
#include "features/template.hpp"
#include "lm/model.hpp"

namespace rectrix::decode {

// What a chart decoder is made of.
struct ChartParts {
  std::shared_ptr<const RuleSource> grammar;
  std::vector<std::shared_ptr<const lm::Model>> models;  // the features lm, lm2, lm3...
  std::vector<std::shared_ptr<const features::Template>> templates;
  std::shared_ptr<features::FeatureSpace> space;
  std::vector<std::shared_ptr<const features::RuleFunction>> functions;
  bool joint_bigrams = false;  // the feature bi:a_b for every two neighbors of the translation, across rules too
  std::vector<std::vector<Word>> lm_words;  // by model and target word; find_lm_words() fills it

  void find_lm_words();
};

// The rules that every sentence has, before all others: S -> X, S -> S X, goal -> S.
enum Special : std::uint32_t { kStart, kGlue, kGoal, kSpecials };

class ScoredRules {
 public:
  // The parts must outlive this.
  explicit ScoredRules(const ChartParts& parts);

  // The weights must live until the next call.
  void prepare(const Request& request, const ChartOptions& options, Report& report);

  std::span<const Word> source() const { return source_; }
  std::size_t size() const { return rules_.size(); }
  grammar::Rule operator[](std::uint32_t rule) const { return rules_[rule]; }
  double score(std::uint32_t rule) const { return scores_[rule]; }
  double model_weight(std::size_t m) const { return model_weights_[m]; }
  const LocalVocabulary& target_words() const { return target_words_; }
  // A target word's number in a model.
  Word lm_word(grammar::Symbol symbol, std::size_t m) const {
    const auto word = static_cast<Word>(symbol);
    if (word < parts_->lm_words[m].size()) return parts_->lm_words[m][word];
    return parts_->models[m]->index(target_words_.text(word));
  }
  // The bigrams that span rules; their features join the sentence's as they come up.
  features::PairFeatures& bigrams() { return bigrams_; }

  // A forest without nodes that has the sentence's words and features; copy_rule adds rules to it. Only after
  // prepare() with a request that wants features.
  Forest begin_forest() const;
  std::uint32_t copy_rule(std::uint32_t rule, Forest& forest) const;

 private:
  void read_words(const Request& request, const ChartOptions& options, Report& report);
  void add_specials();
  void add_copies(bool all, Report& report);
  void name_features(const Request& request);
  void score_rules(const ChartOptions& options);
  void call_functions();
  void emit_counts(std::uint32_t rule, const ChartOptions& options, features::Sink& sink);
  void emit_inner_bigrams(std::uint32_t rule, features::Sink& sink);
  void emit_length_bucket(std::uint32_t rule, features::Sink& sink) const;
  double weight(features::Index local) const { return local == features::kNoFeature ? 0 : features_.weight(local); }
  bool is_copy(std::uint32_t rule) const { return rule >= first_copy_; }

  const ChartParts* parts_;
  std::unique_ptr<RuleFinder> finder_;
  LocalVocabulary source_words_, target_words_;
  std::vector<Word> source_, known_;
  grammar::Rules rules_;
  std::uint32_t first_copy_ = 0;  // the rules that copy a word stand last
  features::SentenceFeatures features_;
  std::vector<features::Index> score_features_;  // local, of the grammar's scores
  std::vector<features::Index> model_features_;
  std::vector<double> model_weights_;
  std::vector<LocalFeature> found_;  // the rules' features but the grammar's scores
  std::vector<std::uint32_t> found_begin_;
  std::vector<double> scores_;
  features::PairFeatures bigrams_;

  // What functions said of a rule.
  struct Said {
    std::uint32_t rule;
    LocalFeature feature;
  };
  std::vector<Said> said_;  // by rule
};

}  // namespace rectrix::decode
