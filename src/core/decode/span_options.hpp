// The translations of all spans of one sentence, with their features and scores, each computed once; and what the
// words that a hypothesis has not translated yet will cost at least.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "decode/coverage.hpp"
#include "decode/decoder.hpp"
#include "decode/phrase_cache.hpp"
#include "decode/reordering.hpp"
#include "decode/stack_options.hpp"

namespace rectrix::decode {

struct SpanOption {
  double score;     // of its own features
  double estimate;  // with what the language models give its words without context: the order within a span
  std::uint32_t rule;
  std::uint32_t begin, end;  // source words
  ReorderingScores reordering;
};

class SpanOptions : public SentenceRules {
 public:
  // The parts and the words must outlive this.
  SpanOptions(const StackParts& parts, const ModelWords& words, const StackOptions& options, const CacheBudget& budget);

  // The weights must live until the next call.
  void prepare(const Request& request, SearchReport& report);

  std::uint32_t words() const { return static_cast<std::uint32_t>(source_.size()); }
  std::uint32_t longest() const { return longest_; }  // words that have a translation together

  struct Range {
    std::uint32_t first = 0, count = 0;
  };
  // Options of begin to begin + length (at most longest()), best first.
  Range at(std::uint32_t begin, std::uint32_t length) const { return spans_[begin * longest_ + length - 1]; }
  std::size_t size() const { return options_.size(); }
  const SpanOption& operator[](std::uint32_t number) const { return options_[number]; }

  std::size_t models() const { return parts_->models.size(); }
  const lm::Model& model(std::size_t m) const { return *parts_->models[m]; }
  const lm::ChartState& state(const SpanOption& option, std::size_t m) const { return states_[option.rule * models() + m]; }
  float model_score(const SpanOption& option, std::size_t m) const { return model_scores_[option.rule * models() + m]; }
  double distortion_weight() const { return distortion_weight_; }
  const Reordering& reordering() const { return reordering_; }

  // The best that the uncovered words can get, reordering left aside.
  double future(const Coverage& coverage) const;

  // ---- For forests: columns are the language models, distortion, and those of reordering.
  Forest begin_forest();
  // The rule of an option; with a gap before its words unless it begins a derivation.
  std::uint32_t copy_rule(const SpanOption& option, Forest& forest);
  std::size_t columns() const { return models() + 1 + reordering_.columns().size(); }
  grammar::Rule rule(const SpanOption& option) const { return rules_[option.rule]; }
  // The words of the translation that the request demands; nullptr if it demands none.
  const std::vector<Word>* target() const { return target_ ? &*target_ : nullptr; }

 private:
  void name_features(std::span<const double> weights);
  void add_span(std::uint32_t begin, std::uint32_t length);
  void add_learned(Span span, const LearnedSide& side);
  void add_known(std::uint32_t begin, std::uint32_t length, std::uint32_t cached);
  void add_unknown(std::uint32_t word, SearchReport& report);
  void add_given();
  void add_given(const GivenSpan& given, const GivenSpan::Option& option);
  void join_given();
  double penalties(const grammar::Rule& rule) const {
    return weights_.phrase - weights_.word * static_cast<double>(rule.target.size());
  }
  // What the table says nothing of, by the rule added last.
  void add_option(Span span, double score);
  enum class Origin : std::uint8_t { kTable, kLearned, kUnknown, kGiven };
  void finish_option(std::span<const float> values, Origin origin, float forced = 0);
  void count_features(const grammar::Rule& rule, Origin origin, float forced);
  void add_found(features::Index feature, float value) {
    if (feature != features::kNoFeature && value != 0) sink_.add({feature, value});
  }
  void keep_features();
  std::span<const LocalFeature> kept_features(std::uint32_t rule) const {
    return std::span(kept_).subspan(kept_begin_[rule], kept_begin_[rule + 1] - kept_begin_[rule]);
  }
  void weigh_functions();
  void order_spans();
  void fill_future();

  const StackParts* parts_;
  StackOptions chosen_;
  PhraseCache cache_;
  Reordering reordering_;
  int count_column_;
  std::uint32_t longest_phrase_, longest_ = 0;
  std::vector<float> usual_reordering_;  // for pairs that the table lacks
  DenseWeights weights_;
  double distortion_weight_ = 0;
  features::Index distortion_feature_ = 0, phrase_feature_ = 0, word_feature_ = 0, unknown_feature_ = 0;
  features::Index log_count_feature_ = 0, unique_feature_ = 0, forced_feature_ = 0;
  std::uint32_t first_given_ = 0;  // of the options
  std::optional<std::vector<Word>> target_;
  std::vector<Range> spans_;
  std::vector<SpanOption> options_;
  // All by number of a rule:
  std::vector<lm::ChartState> states_;
  std::vector<float> model_scores_;
  std::vector<LocalFeature> kept_;  // what sink_ found
  std::vector<std::uint32_t> kept_begin_;
  std::uint32_t width_ = 0;              // of the spans in future_
  std::vector<double> future_, suffix_;  // by begin and length; by begin, up to the sentence's end
};

}  // namespace rectrix::decode
