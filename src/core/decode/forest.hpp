// What search leaves behind: a hypergraph whose derivations are translations, with rules, features and scores.
//
// It serves both decoders. A chart's node stands for a span and a language-model state; a phrase-based search
// graph's node for a hypothesis, and its rules have the target side "-1 w1 w2": first gap = the hypothesis before.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "features/sentence.hpp"
#include "grammar/rules.hpp"
#include "text/vocabulary.hpp"

namespace rectrix::decode {

inline constexpr std::uint32_t kNone = 0xffffffff;

struct Edge {
  std::uint32_t head;
  std::uint32_t rule;
  std::array<std::uint32_t, 2> tails;  // tails[g] fills gap g of the rule; kNone where there is no such gap
  double score;                        // what the edge adds to a derivation's score
};

// A stretch of source words.
struct Span {
  std::uint32_t begin, end;
};

// A value of a feature, by the feature's local number (SentenceFeatures).
using LocalFeature = std::pair<features::Index, float>;

class Forest {
 public:
  // Rules hold numbers of these vocabularies and of the local words on top of them.
  Forest(std::shared_ptr<const Vocabulary> source, std::shared_ptr<const Vocabulary> target);

  // ---- Building: rules in any order; nodes so that tails come before heads, each followed by its incoming edges.
  // The node added last is the goal. Every call checks what it is given and throws UsageError.
  std::uint32_t add_rule(const grammar::Rule& rule, std::span<const LocalFeature> local);
  // The features of a rule that was added without.
  void set_rule_features(std::uint32_t rule, std::span<const LocalFeature> local);
  std::uint32_t add_node(Span span);
  // An edge into the node added last; one stateful value for each column.
  void add_edge(std::uint32_t rule, std::array<std::uint32_t, 2> tails, double score,
                std::span<const float> stateful = {}, std::span<const LocalFeature> more = {});
  // The features of the stateful values (language model, distortion...); before the first edge.
  void set_columns(std::vector<features::Index> columns);

  void clear_nodes();  // nodes and edges go, rules and features stay

  // ---- Looking
  bool empty() const { return nodes_.empty(); }  // no translation at all
  std::uint32_t nodes() const { return static_cast<std::uint32_t>(nodes_.size()); }
  std::uint32_t edges() const { return static_cast<std::uint32_t>(edges_.size()); }
  std::uint32_t goal() const { return nodes() - 1; }
  const Edge& edge(std::uint32_t id) const { return edges_[id]; }
  std::span<const Edge> all_edges() const { return edges_; }
  // Incoming edges of a node are numbered first_edge(node) to first_edge(node + 1).
  std::uint32_t first_edge(std::uint32_t node) const { return node < nodes() ? nodes_[node].first_edge : edges(); }
  Span span(std::uint32_t node) const { return nodes_[node].span; }
  const grammar::Rules& rules() const { return rules_; }
  std::span<const LocalFeature> rule_features(std::uint32_t rule) const;
  std::span<const features::Index> columns() const { return columns_; }
  std::span<const float> stateful(std::uint32_t edge) const;
  std::span<const LocalFeature> more_features(std::uint32_t edge) const;

  // Calls visit(local feature, value) for all features of an edge; a feature may come more than once.
  template <class Visit>
  void for_each_feature(std::uint32_t id, Visit visit) const {
    for (const auto& [feature, value] : rule_features(edges_[id].rule)) visit(feature, value);
    const std::span<const float> values = stateful(id);
    for (std::size_t c = 0; c < columns_.size(); ++c) visit(columns_[c], values[c]);
    for (const auto& [feature, value] : more_features(id)) visit(feature, value);
  }

  // Scores every edge again: its features times weights (by local number).
  void reweight(std::span<const double> weights);

  LocalVocabulary source_words, target_words;
  features::SentenceFeatures features;

 private:
  struct Node {
    std::uint32_t first_edge;
    Span span;
  };

  std::shared_ptr<const Vocabulary> source_, target_;  // keeps the local vocabularies' bases alive
  grammar::Rules rules_;
  std::vector<LocalFeature> rule_features_;
  struct Range {
    std::uint32_t begin, count;
  };
  std::vector<Range> rule_feature_ranges_;  // by rule, in any order
  std::vector<Node> nodes_;
  std::vector<Edge> edges_;
  std::vector<features::Index> columns_;
  std::vector<float> stateful_;
  std::vector<LocalFeature> more_;          // only stateful sparse templates have these:
  std::vector<std::uint32_t> more_begin_;  // empty until the first one comes
};

}  // namespace rectrix::decode
