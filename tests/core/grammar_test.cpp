// Extraction on several threads, stores that come back, text that is refused with its line.
#include <cassert>
#include <cstring>

#include "base/error.hpp"
#include "grammar/cdec_text.hpp"
#include "grammar/columns.hpp"
#include "grammar/extraction.hpp"
#include "grammar/phrase/moses_text.hpp"
#include "grammar/rule_text.hpp"
#include "grammar/store.hpp"
#include "making.hpp"

using namespace rectrix;
using namespace rectrix::grammar;
using making::lines;

namespace {

const std::string kSource = making::text(150, 6, 3, 's'), kTarget = making::text(150, 6, 4, 't'),
                  kLinks = making::diagonal(150, 6), kInput = making::text(20, 6, 5, 's');

std::string extracted(const std::shared_ptr<const BitextIndex>& bitext, int threads) {
  const CdecWriter writer(column_names(), bitext->source_words(), bitext->target_words());
  std::string text;
  Lines input = lines(kInput);
  ExtractionOptions options;
  options.threads = threads;
  extract_grammars(
      bitext, input, options,
      [&](const Rules& rules) {
        for (std::size_t i = 0; i < rules.size(); ++i) writer.append(rules[i], text);
        text += '\n';
      },
      [](std::size_t) {});
  return text;
}

void test_extraction_does_not_depend_on_threads() {
  const making::Scratch file;
  Lines source = lines(kSource), target = lines(kTarget), links = lines(kLinks);
  index_bitext(source, target, links, file.path(), [](std::size_t) {});
  const auto bitext = std::make_shared<const BitextIndex>(BitextIndex::open(file.path()));
  const std::string expected = extracted(bitext, 1);
  assert(expected.size() > 1000 && extracted(bitext, 4) == expected);
}

void test_rules_come_back_from_a_store() {
  Vocabulary source, target;
  RuleReader reader("p_", source, target);
  const std::string text = "[X] ||| das [X,1] haus ||| the [X,1] house ||| a=0.5 0.25 ||| 0-0 2-2\n";
  Lines names = lines(text), again = lines(text);
  reader.find_names(names);
  Rules rules(reader.names());
  reader.read(again, rules);
  const making::Scratch file;
  GrammarWriter writer(file.path(), rules.score_names());
  writer.add(rules);
  writer.finish(source, target, true);
  const GrammarStore store = GrammarStore::open(file.path(), Load::read);
  Rules back(store.score_names());
  store.rules(7, back);
  assert(store.shared() && back.size() == 1 && back[0].scores[0] == 0.5F && back[0].scores[1] == 0.25F && back[0].links.size() == 2);
}

// Their place in the file has no bytes, and an empty array no address.
void test_a_store_may_have_no_scores() {
  Vocabulary source, target;
  const std::vector<Symbol> from{static_cast<Symbol>(source.add("a"))}, to{static_cast<Symbol>(target.add("b"))};
  Rules rules(std::vector<std::string>{});
  rules.add({from, to, {}, {}});
  const making::Scratch file;
  GrammarWriter writer(file.path(), rules.score_names());
  writer.add(rules);
  writer.finish(source, target, true);
  Rules back(std::vector<std::string>{});
  GrammarStore::open(file.path()).rules(0, back);
  assert(back.size() == 1 && back[0].scores.empty() && back[0].target[0] == to[0]);
}

void test_wrong_text_is_refused_with_its_line() {
  Vocabulary source, target;
  RuleReader reader("p_", source, target);
  Lines wrong = lines("[X] ||| a ||| b ||| 1\n[X] ||| a ||| b\n");
  try {
    reader.find_names(wrong);
    assert(false);
  } catch (const InputError& error) {
    assert(std::strstr(error.what(), "test:2: ") == error.what());
  }
  const making::Scratch file;
  Lines phrases = lines("a ||| b ||| x\n");
  assert(making::throws<InputError>([&] { read_moses(phrases, nullptr, {}, file.path(), [](std::size_t) {}); }));
}

}  // namespace

int main() {
  test_extraction_does_not_depend_on_threads();
  test_rules_come_back_from_a_store();
  test_a_store_may_have_no_scores();
  test_wrong_text_is_refused_with_its_line();
}
