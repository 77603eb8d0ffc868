// Stretches of target words within rules ("runs"), scored by the language models once per sentence.
//
// A rule is a row of pieces, its runs and its gaps. Joining ready pieces costs less than scoring words one by one, and
// the same run serves many rules.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/flat_map.hpp"
#include "grammar/rules.hpp"
#include "lm/chart.hpp"
#include "lm/model.hpp"

namespace rectrix::decode {

class Runs {
 public:
  explicit Runs(std::vector<std::shared_ptr<const lm::Model>> models) : models_(std::move(models)), caches_(models_.size()) {}

  void clear();
  std::size_t models() const { return models_.size(); }
  const lm::Model& model(std::size_t m) const { return *models_[m]; }
  lm::NgramCache& cache(std::size_t m) { return caches_[m]; }

  // The number of a run, scored if it is new. lm_word(symbol, m) gives a word's number in model m.
  template <class LmWord>
  std::int32_t add(std::span<const grammar::Symbol> words, LmWord lm_word) {
    std::uint64_t hash = words.size();
    for (const grammar::Symbol symbol : words) hash = combine(hash, static_cast<std::uint64_t>(symbol));
    const auto [number, fresh] = numbers_.insert(hash, static_cast<std::int32_t>(begins_.size()));
    if (!fresh && same(number, words)) return number;
    const auto made = static_cast<std::int32_t>(begins_.size());
    begins_.push_back(static_cast<std::uint32_t>(words_.size()));
    words_.insert(words_.end(), words.begin(), words.end());
    for (std::size_t m = 0; m < models(); ++m) {
      states_.emplace_back();
      lm::RuleScore score(model(m), states_.back());
      for (const grammar::Symbol symbol : words) score.terminal(lm_word(symbol, m));
      scores_.push_back(score.finish());
    }
    return made;
  }

  const lm::ChartState& state(std::int32_t run, std::size_t m) const {
    return states_[static_cast<std::size_t>(run) * models() + m];
  }
  float score(std::int32_t run, std::size_t m) const { return scores_[static_cast<std::size_t>(run) * models() + m]; }

 private:
  bool same(std::int32_t run, std::span<const grammar::Symbol> words) const;

  std::vector<std::shared_ptr<const lm::Model>> models_;
  std::vector<lm::NgramCache> caches_;  // what models said holds for all sentences
  FlatMap<std::uint64_t, std::int32_t> numbers_;
  std::vector<std::uint32_t> begins_;
  std::vector<grammar::Symbol> words_;
  std::vector<lm::ChartState> states_;
  std::vector<float> scores_;
};

}  // namespace rectrix::decode
