// Forests of a tuning set, as tuning sees them: topology, words and features of edges, in flat arrays.
//
// A sentence may have several, of searches with different weights: its translations are those of all of them.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "decode/batch.hpp"
#include "decode/derivation.hpp"
#include "decode/forest.hpp"
#include "decode/restrict.hpp"
#include "features/space.hpp"
#include "text/vocabulary.hpp"

namespace rectrix::learn {

class Forests {
 public:
  explicit Forests(std::shared_ptr<features::FeatureSpace> space) : space_(std::move(space)) {}

  // One more forest of a sentence; its features join the space. One without nodes is left out.
  void add(std::uint32_t sentence, const decode::Forest& forest);
  // All forests of others behind these.
  void join(const Forests& others);

  std::size_t size() const { return heads_.size(); }
  std::size_t sentences() const { return by_sentence_.size(); }  // one more than the highest number
  std::size_t edges() const { return edges_.size(); }

  // A forest's part of the arrays.
  struct View {
    std::span<const decode::Edge> edges;  // nodes counted from 0, rules over all forests
    std::uint32_t nodes;
    std::size_t first;  // the number of its first edge over all forests
  };
  View operator[](std::size_t forest) const;
  // Those of a sentence, in the order they came.
  std::span<const std::uint32_t> of(std::size_t sentence) const { return by_sentence_[sentence]; }
  std::uint32_t sentence(std::size_t forest) const { return heads_[forest].sentence; }

  // w·f of an edge, by its number over all forests.
  double score(std::size_t edge, std::span<const double> weights) const {
    double sum = 0;
    for (std::size_t i = feature_begin_[edge]; i < feature_begin_[edge + 1]; ++i) {
      sum += weights[features_[i].id] * static_cast<double>(features_[i].value);
    }
    return sum;
  }
  // The words of a derivation of the forest, given as its edges from the goal down.
  void words(const View& forest, std::span<const std::uint32_t> derivation, std::vector<Word>& found) const;

  const Vocabulary& vocabulary() const { return words_; }
  const std::shared_ptr<features::FeatureSpace>& space() const { return space_; }
  // Throws UsageError if a feature has no weight.
  void check_weights(std::size_t weights) const;

  // ---- On the way between processes, where the features are named by `features`.
  struct Head {
    std::uint32_t sentence, nodes;
    std::uint64_t first_edge;
  };
  struct Feature {
    features::Index id;
    float value;
  };
  std::string bytes() const;
  static Forests from_bytes(const std::string& bytes);

 private:
  void enter(Head head);
  std::uint32_t add_rule(std::span<const grammar::Symbol> target);

  std::shared_ptr<features::FeatureSpace> space_;
  Vocabulary words_;
  std::vector<Head> heads_;
  std::vector<std::vector<std::uint32_t>> by_sentence_;
  std::vector<decode::Edge> edges_;
  std::vector<std::uint64_t> feature_begin_{0}, rule_begin_{0};
  std::vector<Feature> features_;
  std::vector<grammar::Symbol> symbols_;  // target sides; words by their number in words_
  features::Index most_ = 0;              // one more than the highest feature
};

// The forests of the batch's sentences, pruned; `sentences` are their numbers in the tuning set.
Forests gather(const decode::Decoder& decoder, decode::Batch batch, std::span<const std::uint32_t> sentences,
               const decode::PruneOptions& prune);

}  // namespace rectrix::learn
