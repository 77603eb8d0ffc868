// Decoding with one damaged file: language model, grammar store, indexed bitext or phrase table. The sentence is fixed.
#include <memory>

#include "damaged.hpp"
#include "decode/chart_decoder.hpp"
#include "decode/mapped_rules.hpp"
#include "decode/memory_rules.hpp"
#include "decode/stack_decoder.hpp"
#include "fuzzing.hpp"
#include "kbest/extract.hpp"

namespace {

using namespace rectrix;
using namespace rectrix::decode;

constexpr const char* kText = "das haus ist das kleine haus unknown .";

void run(const Decoder& decoder) {
  const std::vector<double> weights{1, 0.5, -0.5, 0.3, 0.1};
  Batch batch;
  batch.texts = {kText, "haus"};
  batch.weights = {weights};
  for_each_sentence(decoder, batch, [](Worker& worker, const Request& request, std::size_t) {
    worker.translate(request);
  });
  kbest::extract(decoder, batch, {.size = 5, .unique = true, .trees = true});
}

void run_chart(std::shared_ptr<const RuleSource> rules, std::vector<std::shared_ptr<const lm::Model>> models) {
  ChartParts parts{{std::move(models), {}, std::make_shared<features::FeatureSpace>()}, std::move(rules)};
  ChartOptions options;
  options.pop_limit = 20;
  run(ChartDecoder(std::move(parts), options));
}

std::shared_ptr<const RuleSource> few_rules() {
  auto rules = std::make_shared<MemoryRules>(std::vector<std::string>{"p"});
  const std::vector<float> scores{-1};
  for (const auto& [from, to] : {std::pair{"das", "the"}, {"haus", "house"}, {"haus", "home"}, {"ist", "is"}}) {
    const std::vector<grammar::Symbol> source{static_cast<grammar::Symbol>(rules->source_words().add(from))};
    const std::vector<grammar::Symbol> target{static_cast<grammar::Symbol>(rules->target_words().add(to))};
    rules->add(MemoryRules::kEverywhere, {source, target, {}, scores});
  }
  return rules;
}

void decode_with(const fuzz::Input& input) {
  static constexpr const char* kKinds[] = {"lm", "grammar store", "bitext index", "phrases"};
  const std::size_t choice = input.choice % 4;
  const fuzz::MemoryFile file(fuzz::with_header(input.data, kKinds[choice]));
  if (choice == 0) {
    run_chart(few_rules(), {std::make_shared<const lm::Model>(lm::Model::open(file.path()))});
  } else if (choice == 1) {
    run_chart(std::make_shared<StoreRules>(std::make_shared<grammar::GrammarStore>(grammar::GrammarStore::open(file.path()))), {});
  } else if (choice == 2) {
    run_chart(std::make_shared<IndexRules>(std::make_shared<grammar::BitextIndex>(grammar::BitextIndex::open(file.path())), grammar::HieroOptions()), {});
  } else {
    StackParts parts{{{}, {}, std::make_shared<features::FeatureSpace>()},
                     std::make_shared<const grammar::PhraseTable>(grammar::PhraseTable::open(file.path()))};
    StackOptions options;
    options.pop_limit = 50;
    run(StackDecoder(std::move(parts), options));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return fuzz::expecting_errors([&] { decode_with(fuzz::split(data, size)); });
}
