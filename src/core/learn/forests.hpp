// Forests of a tuning set, as tuning sees them: topology, and words and features of the edges' kinds.
//
// A sentence may have several forests, of searches with different weights: its translations are those of all of them. Most of
// their edges are of kinds that they share, so that these are stored and scored once.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/flat_map.hpp"
#include "decode/batch.hpp"
#include "decode/derivation.hpp"
#include "decode/forest.hpp"
#include "decode/restrict.hpp"
#include "features/space.hpp"
#include "forest/envelope.hpp"
#include "text/vocabulary.hpp"

namespace rectrix::learn {

class Forests {
 public:
  explicit Forests(std::shared_ptr<features::FeatureSpace> space) : space_(std::move(space)) {}

  // One more forest of a sentence; its features join the space. One without nodes is left out.
  void add(std::uint32_t sentence, const decode::Forest& forest);
  // All forests of others behind these.
  void join(const Forests& others);

  std::size_t size() const;
  std::size_t sentences() const { return sentences_.size(); }  // one more than the highest number
  std::size_t edges() const;

  // All forests of a sentence.
  forest::Graph graph(std::size_t sentence) const {
    const Sentence& one = sentences_[sentence];
    return {one.edges, one.ends, one.goals};
  }
  // What each kind of a sentence's edges adds to scores along weights + x · direction.
  void score(std::size_t sentence, std::span<const double> weights, std::span<const double> direction,
             std::vector<forest::Line>& kinds) const;

  // Of a derivation, given as edges of the sentence's graph from the goal down: its words, and its features by ascending id.
  void words(std::size_t sentence, std::span<const std::uint32_t> derivation, std::vector<Word>& found) const;
  struct Sum {
    features::Index id;
    double value;
  };
  void features(std::size_t sentence, std::span<const std::uint32_t> derivation, std::vector<Sum>& sums) const;

  const Vocabulary& vocabulary() const { return words_; }
  const std::shared_ptr<features::FeatureSpace>& space() const { return space_; }
  // Throws UsageError if a feature has no weight.
  void check_weights(std::size_t weights) const;

  // ---- On the way between processes, where the features are named by `features`.
  std::string bytes() const;
  static Forests from_bytes(const std::string& bytes);

 private:
  struct Feature {
    features::Index id;
    float value;
  };
  struct Sentence {
    // The nodes of all forests, those of the first one first.
    std::vector<forest::KindEdge> edges;
    std::vector<std::uint32_t> ends, goals;
    // Kinds by number: features by ascending id, and target sides, words by their number in words_.
    std::vector<std::uint32_t> feature_begin{0}, symbol_begin{0};
    std::vector<Feature> features;
    std::vector<grammar::Symbol> symbols;
    FlatMap<std::uint64_t, std::uint32_t> kinds;  // hash -> number; what came from another process is not in it

    std::span<const Feature> features_of(std::uint32_t kind) const {
      return std::span(features).subspan(feature_begin[kind], feature_begin[kind + 1] - feature_begin[kind]);
    }
    std::span<const grammar::Symbol> target(std::uint32_t kind) const {
      return std::span(symbols).subspan(symbol_begin[kind], symbol_begin[kind + 1] - symbol_begin[kind]);
    }
  };

  Sentence& sentence(std::size_t number);
  std::uint32_t add_kind(Sentence& to, std::span<const grammar::Symbol> target, std::span<const Feature> features);

  std::shared_ptr<features::FeatureSpace> space_;
  Vocabulary words_;
  std::vector<Sentence> sentences_;
  features::Index most_ = 0;  // one more than the highest feature
};

// The forests of the batch's sentences, pruned; `sentences` are their numbers in the tuning set.
Forests gather(const decode::Decoder& decoder, decode::Batch batch, std::span<const std::uint32_t> sentences,
               const decode::PruneOptions& prune);

}  // namespace rectrix::learn
