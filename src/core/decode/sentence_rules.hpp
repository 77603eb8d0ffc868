// The rules of one sentence with their features, each computed once: what both decoders have in common. Which rules
// there are, and what else they score, is up to the decoder.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "decode/decoder.hpp"
#include "decode/given_spans.hpp"
#include "decode/learned_rules.hpp"
#include "features/discretized.hpp"
#include "features/rule_function.hpp"
#include "features/template.hpp"
#include "lm/model.hpp"

namespace rectrix::decode {

// What scores rules and translations, whatever the search.
struct ScoringParts {
  std::vector<std::shared_ptr<const lm::Model>> models;  // the features lm, lm2, lm3...
  std::vector<std::shared_ptr<const features::Template>> templates;
  std::shared_ptr<features::FeatureSpace> space;
  std::vector<std::shared_ptr<const features::RuleFunction>> functions = {};  // called with all rules of a sentence
  std::shared_ptr<const features::Discretized> discretized = nullptr;  // bins of the grammar's scores
  std::shared_ptr<const Overlay> overlay = nullptr;  // what was learned since the grammar was made
};

// "lm", "lm2", "lm3"...
std::string numbered(std::string_view name, std::size_t number);

class SentenceRules {
 public:
  // The parts must outlive this.
  SentenceRules(const ScoringParts& parts, std::shared_ptr<const Vocabulary> source,
                std::shared_ptr<const Vocabulary> target, std::vector<std::string> score_names);
  SentenceRules(const SentenceRules&) = delete;
  SentenceRules& operator=(const SentenceRules&) = delete;

  std::span<const Word> source() const { return source_; }
  const LocalVocabulary& target_words() const { return target_words_; }
  double model_weight(std::size_t m) const { return model_weights_[m]; }
  const GivenSpans& given() const { return given_; }

  // Renumbers features for the forest begun last, which has only those features that its rules and edges have.
  void adopt(std::span<LocalFeature> features, Forest& forest);

 protected:
  // Reads the words, without those behind max_words, and their given translations, and looks up the features that rules and models always have. No
  // rules yet. The weights must live until the next call.
  void start(const Request& request, int max_words, SearchReport& report);

  // The rule of a given translation, without scores.
  void add_given_rule(const GivenSpan& given, const GivenSpan::Option& option);

  features::RuleText text(std::uint32_t rule) const { return {rules_[rule], &source_words_, &target_words_}; }
  double weigh(std::span<const LocalFeature> features) const;
  // The words of a translation that search must arrive at.
  std::vector<Word> target_numbers(std::string_view text);

  // A feature that says how much of something a rule has; different names have different numbers.
  static void emit_count(std::uint64_t number, std::string_view name, float value, features::Sink& sink) {
    sink.emit_once_spelled(features::Sink::kCounts, number, [name](features::Name& spelled) { spelled += name; }, value);
  }
  // A rule's features besides the grammar's scores.
  void emit_templates(std::uint32_t rule, features::Sink& sink) const;
  void emit_bins(std::uint32_t rule, features::Sink& sink) const;  // not of rules that the grammar says nothing of
  // The feature `learned`: source words that a rule translates as a confirmed pair does.
  void emit_learned(std::uint32_t rule, features::Sink& sink) const {
    if (const float words = learned_.words(rule); words > 0) emit_count(0, "learned", words, sink);
  }
  // Asks the functions about all rules from `first` on; said() gives their answers.
  void call_functions(std::uint32_t first);
  std::span<const LocalFeature> said(std::uint32_t rule) const;

  // A forest without nodes that has the sentence's words. Only if the request wanted features.
  Forest begin_forest(std::vector<features::Index> columns);
  // All features of a rule, with those `found` in a sink, in the numbers of that forest. Valid until the next call.
  std::span<const LocalFeature> all_features(std::uint32_t rule, std::span<const LocalFeature> found, Forest& forest);

  LocalVocabulary source_words_, target_words_;
  std::vector<Word> source_;
  GivenSpans given_;
  LearnedRules learned_;
  grammar::Rules rules_;
  features::SentenceFeatures features_;
  features::Sink sink_;  // of features_
  std::vector<features::Index> score_features_, model_features_;  // local numbers
  std::vector<double> score_weights_, model_weights_;

 private:
  const ScoringParts* parts_;
  std::shared_ptr<const Vocabulary> source_vocabulary_, target_vocabulary_;
  std::vector<LocalFeature> all_;    // of one rule
  std::vector<LocalFeature> said_;   // by rule: what functions said
  std::vector<std::uint32_t> said_begin_;
  std::vector<features::Index> adopted_;  // by local number: the number in the forest begun last
};

}  // namespace rectrix::decode
