// discretized: an indicator of the bin that each of a rule's scores falls into, p_ef:-2.3_-1.6, before anything is
// summed over a derivation (Clark, Dyer & Lavie 2014).
//
// Bins are half open; the first reaches down to minus infinity, the last up to infinity. Neighboring bins may fire
// together. A rule's target words can be binned as if they were a score of the grammar, under the name raw_words. A
// logarithm can also be a feature as the probability it stands for.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "features/space.hpp"
#include "features/template.hpp"

namespace rectrix::features {

// The number of a rule's target words, where scores are named.
inline constexpr std::string_view kRawWords = "raw_words";
std::size_t target_words(const grammar::Rule& rule);

struct Discretization {
  struct Bins {
    std::string score;               // one of the grammar's, or kRawWords
    std::vector<double> bounds;      // where all bins but the first begin, ascending
    std::vector<std::string> names;  // of the bins, in order; none: the score is left out
    std::size_t overlap = 0;         // bins on either side that fire with a value's own
  };
  struct Probability {
    std::string score;  // a logarithm
    std::string name;   // of the feature
  };
  std::vector<Bins> bins;
  std::vector<Probability> probabilities;
  bool keep = false;  // the scores themselves stay features, too
};

class Discretized : public Template {
 public:
  // Puts all names into the space, so that neighbors are known whether they fire or not. Throws UsageError if the
  // grammar has no such score or the names do not fit the bins.
  Discretized(Discretization what, std::span<const std::string> score_names, FeatureSpace& space);

  // The same with the indexes of another space.
  std::shared_ptr<const Discretized> in(FeatureSpace& space, std::span<const std::string> score_names) const {
    return std::make_shared<Discretized>(what_, score_names, space);
  }

  void emit(const RuleText& rule, Sink& sink) const override;
  // Whether the grammar's score is no longer a feature itself.
  bool replaces(std::string_view score) const;

  // What a rule's features weigh: once the weights of all bins, then rule by rule, without names.
  std::vector<double> weigh(std::span<const double> weights) const;
  double score(const grammar::Rule& rule, std::span<const double> weighed) const;

 private:
  struct Fired {
    std::size_t first, end;
  };
  std::size_t bin_of(std::size_t i, const grammar::Rule& rule) const;
  // The bins that fire for a value of a bin.
  Fired fired(std::size_t i, std::size_t bin) const;

  Discretization what_;
  std::vector<std::size_t> columns_, probability_columns_;  // of the grammar's scores, or kWords
  std::vector<std::vector<Index>> features_;                // indexes of the bins
  std::vector<Index> probability_features_;
};

// Whether a grammar's score is a feature itself: those named raw_ are numbers to be discretized, others may be replaced.
bool is_feature(std::string_view score, const Discretized* discretized);

}  // namespace rectrix::features
