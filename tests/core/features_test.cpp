// The feature space, and a stateful feature that nothing else in the library knows: whether a translation has an odd
// number of words.
#include <algorithm>
#include <cassert>
#include <string>

#include "base/error.hpp"
#include "decode/best.hpp"
#include "decode/chart_decoder.hpp"
#include "decode/memory_rules.hpp"

using namespace rectrix;

namespace {

class Odd : public features::Stateful {
 public:
  class Counter : public Scorer {
   public:
    explicit Counter(features::SentenceFeatures& features) : odd_(features.add("odd")) {}
    void emit(std::span<const grammar::Symbol>, features::Sink&) override {}
    void join(std::span<const grammar::Symbol> target, const States& gaps, Value* state, features::Additions& additions) override {
      *state = 0;
      for (const grammar::Symbol symbol : target) {
        *state += grammar::is_gap(symbol) ? *gaps[static_cast<std::size_t>(grammar::gap_number(symbol))] : 1;
      }
      *state %= 2;
      const bool whole = !target.empty() && target.front() == static_cast<grammar::Symbol>(kSentenceBegin);
      if (whole && *state == 1) additions.add(odd_);
    }

   private:
    features::Index odd_;
  };

  std::size_t state_size() const override { return 1; }
  std::unique_ptr<Scorer> scorer(features::SentenceFeatures& features, const LocalVocabulary&) const override {
    return std::make_unique<Counter>(features);
  }
};

// a -> x (score 0), a -> y y (score -1), and a reordering rule, without a language model: only the state keeps an even
// translation from being lost to a better odd one.
decode::ChartDecoder make_decoder(bool stateful) {
  auto rules = std::make_shared<decode::MemoryRules>(std::vector<std::string>{"p"});
  const auto a = static_cast<grammar::Symbol>(rules->source_words().add("a"));
  const auto x = static_cast<grammar::Symbol>(rules->target_words().add("x"));
  const auto y = static_cast<grammar::Symbol>(rules->target_words().add("y"));
  const grammar::Symbol one[] = {a}, to_x[] = {x}, to_y[] = {y, y}, gap_a[] = {grammar::gap(0), a}, x_gap[] = {x, grammar::gap(0)};
  const float good[] = {0}, poor[] = {-1}, middle[] = {-0.25F};
  rules->add(decode::MemoryRules::kEverywhere, {one, to_x, {}, good});
  rules->add(decode::MemoryRules::kEverywhere, {one, to_y, {}, poor});
  rules->add(decode::MemoryRules::kEverywhere, {gap_a, x_gap, {}, middle});
  decode::ChartParts parts{{{}, {}, std::make_shared<features::FeatureSpace>()}, rules};
  if (stateful) parts.stateful.push_back(std::make_shared<Odd>());
  return {std::move(parts), {.pop_limit = 0}};
}

void test_hypotheses_of_different_states_stay_apart() {
  const decode::ChartDecoder decoder = make_decoder(true);
  auto& space = *decoder.space();
  double weights[2];
  weights[space.add(features::FeatureKey("p"), "p")] = 1;
  weights[space.add(features::FeatureKey("odd"), "odd")] = -10;
  const decode::Request request{0, "a a a", weights, true};
  const auto worker = decoder.worker();
  const decode::Translation best = worker->translate(request);
  assert(best.score == -1 && std::count(best.text.begin(), best.text.end(), ' ') == 3);
  decode::SearchReport report;
  const decode::Forest forest = worker->forest(request, report);
  decode::Best lists(forest);
  decode::DerivationReader reader(forest);
  decode::Derivation derivation;
  for (std::size_t rank = 0; lists.find(rank, derivation); ++rank) {
    double score = 0, odd = 0;
    for (const auto& [feature, value] : reader.features(derivation.edges)) {
      const std::string name = forest.features.name(feature);
      if (name == "odd") odd += value;
      if (name == "odd" || name == "p") score += value * (name == "p" ? 1 : -10);
    }
    assert(odd == reader.words(derivation.edges).size() % 2);
    assert(score == derivation.score);
  }
}

void test_without_the_feature_one_hypothesis_stays() {
  const decode::ChartDecoder decoder = make_decoder(false);
  double weights[1];
  weights[decoder.space()->add(features::FeatureKey("p"), "p")] = 1;
  const decode::Translation best = decoder.worker()->translate({0, "a a a", weights, false});
  assert(best.score == 0 && best.text == "x x x");
}

// More than are asked of memory at a time, every third of them unknown.
void test_many_are_found_as_one_by_one() {
  features::FeatureSpace space;
  std::vector<features::FeatureKey> keys;
  for (int i = 0; i < 1000; ++i) {
    const std::string name = "id:" + std::to_string(i);
    if (i % 3 != 0) space.add(name);
    keys.emplace_back(name);
  }
  std::vector<features::Index> found(keys.size());
  space.find_all(keys, found);
  for (std::size_t i = 0; i < keys.size(); ++i) assert(found[i] == space.find(keys[i]));
  assert(found[0] == features::kNoFeature && found[999] == features::kNoFeature && found[998] != features::kNoFeature);

  keys[998].check ^= 1;  // another name with the same key
  bool noticed = false;
  try {
    space.find_all(keys, found);
  } catch (const RunError&) {
    noticed = true;
  }
  assert(noticed);
}

}  // namespace

int main() {
  test_many_are_found_as_one_by_one();
  test_hypotheses_of_different_states_stay_apart();
  test_without_the_feature_one_hypothesis_stays();
}
