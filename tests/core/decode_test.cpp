// Both decoders on several threads, and n-best lists of their forests.
#include <cassert>

#include "base/error.hpp"
#include "decode/chart_decoder.hpp"
#include "decode/mapped_rules.hpp"
#include "decode/stack_decoder.hpp"
#include "grammar/phrase/moses_text.hpp"
#include "kbest/extract.hpp"
#include "kbest/writer.hpp"
#include "making.hpp"

using namespace rectrix;
using namespace rectrix::decode;
using making::lines;

namespace {

const std::string kSource = making::text(150, 6, 7, 's'), kTarget = making::text(150, 6, 8, 't'),
                  kLinks = making::diagonal(150, 6), kInput = making::text(12, 8, 9, 's');

std::vector<std::string_view> inputs() {
  std::vector<std::string_view> texts;
  std::string_view rest = kInput;
  while (!rest.empty()) texts.push_back(take_field(rest, "\n"));
  return texts;
}

std::vector<std::string> translate(const Decoder& decoder, int threads) {
  const std::vector<double> weights(20, -0.1);
  Batch batch;
  batch.texts = inputs();
  batch.weights = {weights};
  batch.threads = threads;
  std::vector<std::string> texts(batch.texts.size());
  for_each_sentence(decoder, batch, [&](Worker& worker, const Request& request, std::size_t i) {
    const Translation found = worker.translate(request);
    texts[i] = found.text + " " + std::to_string(found.score);
  });
  const kbest::Extracted lists = kbest::extract(decoder, batch, {.size = 10, .unique = true, .trees = true});
  assert(lists.lists.sentences() == texts.size());
  for (std::size_t h = 0; h < lists.lists.hypotheses(); ++h) texts.push_back(lists.trees[h] + std::to_string(lists.lists.scores()[h]));
  return texts;
}

void test_hierarchical_rules_extracted_on_demand() {
  const making::Scratch file;
  Lines source = lines(kSource), target = lines(kTarget), links = lines(kLinks);
  grammar::index_bitext(source, target, links, file.path(), [](std::size_t) {});
  const auto bitext = std::make_shared<const grammar::BitextIndex>(grammar::BitextIndex::open(file.path()));
  const auto made = [&] {
    ChartParts parts{{{}, {}, std::make_shared<features::FeatureSpace>()}, std::make_shared<IndexRules>(bitext, grammar::HieroOptions())};
    return ChartDecoder(std::move(parts), {.pop_limit = 50});
  };
  const auto expected = translate(made(), 1);
  assert(expected.size() > 24 && translate(made(), 4) == expected);
}

void test_phrases() {
  std::string table;
  for (int from = 0; from < 16; ++from) {
    for (int to = 0; to < 4; ++to) {
      table += "s" + std::to_string(from) + " ||| t" + std::to_string(from * to % 16) + " u" + std::to_string(to) + " ||| 0." +
               std::to_string(to + 1) + "\n";
    }
  }
  const making::Scratch file;
  Lines phrases = lines(table);
  grammar::read_moses(phrases, nullptr, {}, file.path(), [](std::size_t) {});
  const auto made = [&] {
    StackParts parts{{{}, {}, std::make_shared<features::FeatureSpace>()},
                     std::make_shared<const grammar::PhraseTable>(grammar::PhraseTable::open(file.path()))};
    StackOptions options;
    options.pop_limit = 50;
    return StackDecoder(std::move(parts), options);
  };
  const auto expected = translate(made(), 1);
  assert(translate(made(), 4) == expected);
  const std::string over = [] {
    std::string text;
    for (int i = 0; i < 6000; ++i) text += "s1 ";
    return text;
  }();
  const StackDecoder decoder = made();
  SearchReport report;
  assert(making::throws<InputError>([&] { decoder.worker()->forest({3, over, {}, true}, report); }));
  assert(decoder.worker()->translate({3, over, {}, false}).report.words == 6000);
}

}  // namespace

int main() {
  test_hierarchical_rules_extracted_on_demand();
  test_phrases();
}
