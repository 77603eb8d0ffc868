// What caches hold is what they say they hold, and no more than they are allowed: measured at the allocator.
#include <malloc.h>

#include <atomic>
#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <new>

#include "decode/mapped_rules.hpp"
#include "decode/phrase_cache.hpp"
#include "decode/stack_decoder.hpp"
#include "grammar/extractor.hpp"
#include "grammar/phrase/moses_text.hpp"
#include "kbest/extract.hpp"
#include "making.hpp"

namespace {
std::atomic<long> live{0};
}  // namespace

void* operator new(std::size_t bytes) {
  void* memory = std::malloc(bytes);
  if (memory == nullptr) throw std::bad_alloc();
  live += static_cast<long>(malloc_usable_size(memory));
  return memory;
}
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept {  // as sorting asks for its buffer
  void* memory = std::malloc(bytes);
  if (memory != nullptr) live += static_cast<long>(malloc_usable_size(memory));
  return memory;
}
void operator delete(void* memory) noexcept {
  if (memory != nullptr) live -= static_cast<long>(malloc_usable_size(memory));
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept { operator delete(memory); }

using namespace rectrix;
using namespace rectrix::decode;
using making::lines;

namespace {

constexpr int kSentences = 1500;

std::vector<Word> sentence(const Vocabulary& words, unsigned seed, int length) {
  const std::string text = making::text(1, length, seed, 's');
  std::vector<Word> numbers;
  std::string_view rest = text;
  for (std::string_view word = take_word(rest); !word.empty(); word = take_word(rest)) numbers.push_back(words.find(word));
  return numbers;
}

std::shared_ptr<const grammar::BitextIndex> bitext(const making::Scratch& file) {
  const std::string source = making::text(kSentences, 8, 3, 's'), target = making::text(kSentences, 8, 4, 't'),
                    links = making::diagonal(kSentences, 8);
  Lines sources = lines(source), targets = lines(target), alignment = lines(links);
  grammar::index_bitext(sources, targets, alignment, file.path(), [](std::size_t) {});
  return std::make_shared<const grammar::BitextIndex>(grammar::BitextIndex::open(file.path()));
}

grammar::HieroOptions options(std::size_t cache_bytes) {
  grammar::HieroOptions made;
  made.max_samples = 30;
  made.cache_bytes = cache_bytes;
  return made;
}

// Extracts from sentences and gives the most that was allocated behind one of them, and the most that it said it kept.
struct Peak {
  long allocated = 0;
  std::size_t said = 0;
};
Peak extract(grammar::Extractor& extractor, const grammar::BitextIndex& text, unsigned first, unsigned count) {
  const long before = live - static_cast<long>(extractor.bytes());
  Peak peak;
  for (unsigned seed = first; seed < first + count; ++seed) {
    {
      grammar::Rules rules(grammar::column_names());
      extractor.extract(sentence(text.source_words(), seed * 7919, 12), std::nullopt, rules);
    }
    peak = {std::max(peak.allocated, live - before), std::max(peak.said, extractor.bytes())};
  }
  return peak;
}

void test_an_extractor_counts_all_that_it_keeps() {
  const making::Scratch file;
  const auto text = bitext(file);
  grammar::Extractor extractor(text, options(std::size_t{1} << 30));
  extract(extractor, *text, 0, 1);  // what is taken once, whatever is kept
  const Peak peak = extract(extractor, *text, 1, 40);
  std::printf("extractor: %ld bytes allocated, %zu said to be kept\n", peak.allocated, peak.said);
  assert(peak.said > 4 << 20);
  assert(static_cast<double>(peak.allocated) < 1.1 * static_cast<double>(peak.said));
  assert(static_cast<double>(peak.allocated) > 0.8 * static_cast<double>(peak.said));
}

void test_an_extractor_keeps_no_more_than_it_may() {
  const making::Scratch file;
  const auto text = bitext(file);
  long largest = 0;  // what one sentence needs
  for (unsigned seed = 0; seed < 60; ++seed) {
    grammar::Extractor fresh(text, options(0));
    largest = std::max(largest, extract(fresh, *text, seed, 1).allocated);
  }
  for (const std::size_t limit : {std::size_t{0}, std::size_t{2} << 20, std::size_t{8} << 20}) {
    grammar::Extractor extractor(text, options(limit));
    const Peak peak = extract(extractor, *text, 0, 60);
    std::printf("limit %zu: %ld bytes at most, %ld of one sentence\n", limit, peak.allocated, largest);
    assert(static_cast<double>(peak.allocated) < 1.2 * static_cast<double>(limit + static_cast<std::size_t>(largest)));
  }
}

void test_those_who_share_a_budget_have_even_parts() {
  const CacheBudget budget(1000);
  const CacheBudget::Share first(budget);
  assert(first.bytes() == 1000);
  {
    const CacheBudget copy = budget;
    const CacheBudget::Share second(copy);
    assert(first.bytes() == 500 && second.bytes() == 500);
  }
  assert(first.bytes() == 1000);
}

std::shared_ptr<const grammar::PhraseTable> table(const making::Scratch& file) {
  std::string text;
  for (int from = 0; from < 4000; ++from) {
    for (int to = 0; to < 5; ++to) text += "s" + std::to_string(from) + " ||| t" + std::to_string(to) + " ||| 0." + std::to_string(to + 1) + "\n";
  }
  Lines phrases = lines(text);
  grammar::read_moses(phrases, nullptr, {}, file.path(), [](std::size_t) {});
  return std::make_shared<const grammar::PhraseTable>(grammar::PhraseTable::open(file.path()));
}

void test_a_cache_of_phrases_keeps_no_more_than_it_may() {
  const making::Scratch file;
  StackParts parts{{{}, {}, std::make_shared<features::FeatureSpace>()}, table(file)};
  const ModelWords words(parts.table->target_words(), {});
  DenseWeights weights;
  weights.scores = {1.0};
  for (const std::size_t limit : {std::size_t{50000}, std::size_t{200000}}) {
    const CacheBudget budget(limit);
    const long before = live;
    PhraseCache cache(parts, words, 5, budget);
    long most = 0;
    for (std::size_t number = 0; number < 4000; ++number) {
      const auto word = static_cast<grammar::Symbol>(parts.table->source_words().find("s" + std::to_string(number)));
      const std::span<const grammar::Symbol> symbols(&word, 1);
      const Word found = static_cast<Word>(word);
      cache.start(weights, number, {&found, 1});
      assert(cache.find(parts.table->find({&found, 1}), symbols).count == 5);
      most = std::max(most, live - before);
    }
    std::printf("phrases, limit %zu: %ld bytes at most\n", limit, most);
    // A vector doubles in the middle of a sentence.
    assert(most > static_cast<long>(limit / 4) && most < static_cast<long>(2 * limit + 20000));
  }
}

void test_lists_for_people_leave_the_space_as_it_is() {
  const making::Scratch file;
  StackParts parts{{{}, {features::make_template("word_pairs")}, std::make_shared<features::FeatureSpace>()}, table(file)};
  const auto space = parts.space;
  space->add("lm");
  const StackDecoder decoder(std::move(parts), {});
  const std::vector<double> weights{1.0};
  Batch batch;
  batch.texts = {"s1 s2 nowhere"};
  batch.weights = {weights};
  const kbest::Extracted lists = kbest::extract(decoder, batch, {.size = 5, .grow = false});
  assert(space->size() == 1 && lists.lists.hypotheses() == 5 && lists.lists.space().size() > 1 && lists.lists.space().name(0) == "lm");
  kbest::extract(decoder, batch, {.size = 5});
  assert(space->size() == lists.lists.space().size());
}

}  // namespace

int main() {
  test_an_extractor_counts_all_that_it_keeps();
  test_an_extractor_keeps_no_more_than_it_may();
  test_those_who_share_a_budget_have_even_parts();
  test_a_cache_of_phrases_keeps_no_more_than_it_may();
  test_lists_for_people_leave_the_space_as_it_is();
}
