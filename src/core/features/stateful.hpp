// Features of translations that see across rules: a hypothesis carries a state of fixed size, and two hypotheses are
// one only if their states are the same.
//
// A new one implements Stateful and its Scorer and has a line in stateful.cpp; search, forests and lists need no change.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "features/template.hpp"

namespace rectrix::features {

// Takes what a rule adds; lists it only if somebody wants the features and not their score alone.
class Additions {
 public:
  explicit Additions(const SentenceFeatures& features, std::vector<std::pair<Index, float>>* list = nullptr)
      : features_(&features), list_(list) {}
  // Of a feature's local number; kNoFeature is of no interest.
  void add(Index local, float value = 1) {
    if (local == kNoFeature) return;
    score_ += features_->weight(local) * value;
    if (list_ != nullptr) list_->emplace_back(local, value);
  }
  // There shall be no such hypothesis.
  void refuse() { score_ = -std::numeric_limits<double>::infinity(); }
  double score() const { return score_; }

 private:
  const SentenceFeatures* features_;
  std::vector<std::pair<Index, float>>* list_;
  double score_ = 0;
};

class Stateful {
 public:
  using Value = std::uint32_t;  // a state is a row of these; equal states must be equal value by value
  using States = std::array<const Value*, 2>;  // by number of a gap

  // For one sentence and one thread.
  class Scorer {
   public:
    virtual ~Scorer() = default;
    // What a rule has by itself, computed once per rule and sentence.
    virtual void emit(std::span<const grammar::Symbol> target, Sink& sink) = 0;
    // What a rule adds to that where its gaps are filled with hypotheses of the given states; writes its own state.
    // A whole translation is the rule <s> [1] </s>, which emit() has not seen.
    virtual void join(std::span<const grammar::Symbol> target, const States& gaps, Value* state, Additions& additions) = 0;
  };

  virtual ~Stateful() = default;
  virtual std::size_t state_size() const = 0;  // in values
  // Both arguments must outlive the scorer.
  virtual std::unique_ptr<Scorer> scorer(SentenceFeatures& features, const LocalVocabulary& target) const = 0;
};

// The stateful features by name, and one of them; null if none has the name.
std::vector<std::string_view> stateful_names();
std::string_view stateful_meaning(std::string_view name);
std::unique_ptr<const Stateful> make_stateful(std::string_view name);

std::unique_ptr<const Stateful> make_joint_bigrams();

}  // namespace rectrix::features
