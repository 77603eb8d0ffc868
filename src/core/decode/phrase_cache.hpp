// The best translations of each source phrase under the current weights, with what the language models say of them
// alone: chosen when a phrase first comes up, kept for later sentences as long as the weights stay.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "base/cache_budget.hpp"
#include "base/flat_map.hpp"
#include "decode/model_words.hpp"
#include "decode/stack_options.hpp"
#include "grammar/phrase/left_out.hpp"
#include "lm/chart.hpp"

namespace rectrix::decode {

// What decides which translations are best: the weights of dense features.
struct DenseWeights {
  std::vector<double> scores;  // of the table's scores, 0 for those that are no features
  std::vector<double> models;
  std::vector<double> bins;  // of discretized scores
  double phrase = 0, word = 0;
  double log_count = 0, unique = 0;
  friend bool operator==(const DenseWeights&, const DenseWeights&) = default;
};

// Where a score stands in a table; -1 if it has no such score.
int score_column(const grammar::PhraseTable& table, std::string_view name);
// The joint count.
inline int count_column(const grammar::PhraseTable& table) { return score_column(table, "raw_count_ef"); }

class PhraseCache {
 public:
  // The parts and the words must outlive this. limit: translations of one phrase; 0: all. budget: what may be kept
  // between sentences, by all caches that share it.
  PhraseCache(const StackParts& parts, const ModelWords& words, std::size_t limit, const CacheBudget& budget);

  // At the start of a sentence. Numbers found before are no longer valid. Throws InputError if one is to be left out
  // that is not the bitext's.
  void start(const DenseWeights& weights, std::size_t sentence, std::span<const Word> words);

  struct List {
    std::uint32_t first = 0, count = 0;
  };
  List find(grammar::PhraseRange range, std::span<const grammar::Symbol> source);

  std::uint32_t option(std::uint32_t number) const { return options_[number].option; }
  // A phrase pair with the scores that it has in this sentence. Valid until the next call.
  grammar::Rule rule(std::uint32_t option, std::span<const grammar::Symbol> source);
  double score(std::uint32_t number) const { return options_[number].score; }  // weighted, without language models
  double estimate(std::uint32_t number) const { return options_[number].estimate; }  // and with them
  const lm::ChartState& state(std::uint32_t number, std::size_t m) const { return states_[number * models() + m]; }
  float model_score(std::uint32_t number, std::size_t m) const { return model_scores_[number * models() + m]; }
  // Of any phrase pair, weighted, without language models. Throws InputError if it is not a number.
  double own_score(const grammar::Rule& rule) const;

  // What is kept between sentences.
  std::size_t bytes() const;

 private:
  struct Option {
    std::uint32_t option;
    double score, estimate;
  };

  std::size_t models() const { return parts_->models.size(); }
  void rank(grammar::PhraseRange range, std::span<const grammar::Symbol> source);
  double model_part(const grammar::Rule& rule) const;
  void keep(const Option& option, std::span<const grammar::Symbol> source);
  bool is_left_out(const grammar::Rule& rule) const;

  const StackParts* parts_;
  const ModelWords* words_;
  std::size_t limit_;
  CacheBudget::Share share_;
  int count_column_;
  std::unique_ptr<grammar::LeftOut> left_out_;
  std::array<std::size_t, 5> columns_{};  // p(f|e), p(e|f), counts of e, f and both
  std::vector<float> changed_;
  DenseWeights weights_;
  FlatMap<std::uint32_t, List> lists_;  // by a phrase's first option
  std::vector<Option> options_;
  std::vector<lm::ChartState> states_;
  std::vector<float> model_scores_;
  std::vector<Option> ranked_;
};

}  // namespace rectrix::decode
