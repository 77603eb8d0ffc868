#include "grammar/extraction.hpp"

#include <algorithm>
#include <limits>
#include <vector>

#include "base/threads.hpp"
#include "grammar/extractor.hpp"

namespace rectrix::grammar {
namespace {

constexpr std::size_t kSentencesPerThread = 16;  // between two visits of the sink

std::vector<Word> encode(const Vocabulary& words, std::string_view line) {
  std::vector<Word> numbers;
  for (std::string_view word = take_word(line); !word.empty(); word = take_word(line)) numbers.push_back(words.find(word));
  return numbers;
}

// The number in the bitext of a line, counted from 0.
std::uint32_t number_of(std::size_t line, const ExtractionOptions& options) {
  if (options.numbers.empty()) return static_cast<std::uint32_t>(line);
  return line < options.numbers.size() ? options.numbers[line] : std::numeric_limits<std::uint32_t>::max();
}

void require_same(const BitextIndex& bitext, const Lines& lines, std::uint32_t number, std::span<const Word> sentence) {
  if (number < bitext.size() && std::ranges::equal(bitext.source(number), sentence)) return;
  lines.fail("not the source sentence with this number in the index; leave-one-out works on the indexed text itself");
}

}  // namespace

void extract_grammars(std::shared_ptr<const BitextIndex> bitext, Lines& lines, const ExtractionOptions& options,
                      const std::function<void(const Rules&)>& sink, const std::function<void(std::size_t)>& tick) {
  const auto threads = static_cast<std::size_t>(std::max(options.threads, 1));
  const CacheBudget budget(options.hiero.cache_bytes);
  std::vector<std::unique_ptr<Extractor>> extractors;
  for (std::size_t t = 0; t < threads; ++t) extractors.push_back(std::make_unique<Extractor>(bitext, options.hiero, budget));
  std::vector<Rules> grammars(threads * kSentencesPerThread, Rules(column_names()));
  std::vector<std::vector<Word>> sentences;
  std::size_t done = 0;
  bool more = true;
  while (more) {
    sentences.clear();
    std::string_view line;
    while (sentences.size() < grammars.size() && (more = lines.next(line))) {
      sentences.push_back(encode(bitext->source_words(), line));
      if (options.leave_one_out) require_same(*bitext, lines, number_of(lines.number() - 1, options), sentences.back());
    }
    parallel_for(sentences.size(), options.threads, [&](std::size_t i, int worker) {
      std::optional<std::uint32_t> left_out;
      if (options.leave_one_out) left_out = number_of(done + i, options);
      grammars[i].clear();
      extractors[static_cast<std::size_t>(worker)]->extract(sentences[i], left_out, grammars[i]);
    });
    for (std::size_t i = 0; i < sentences.size(); ++i) sink(grammars[i]);
    done += sentences.size();
    tick(done);
  }
}

}  // namespace rectrix::grammar
