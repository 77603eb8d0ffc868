#include "grammar/extraction.hpp"

#include <algorithm>
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

void require_same(const Bitext& bitext, const Lines& lines, std::span<const Word> sentence) {
  const std::size_t number = lines.number() - 1;
  if (number < bitext.size() && std::ranges::equal(bitext.source(static_cast<std::uint32_t>(number)), sentence)) return;
  lines.fail("not the source sentence with this number in the index; leave-one-out works on the indexed text itself");
}

}  // namespace

void extract_grammars(std::shared_ptr<const Bitext> bitext, Lines& lines, const ExtractionOptions& options,
                      const std::function<void(const Rules&)>& sink, const std::function<void(std::size_t)>& tick) {
  const auto threads = static_cast<std::size_t>(std::max(options.threads, 1));
  std::vector<std::unique_ptr<Extractor>> extractors;
  for (std::size_t t = 0; t < threads; ++t) extractors.push_back(std::make_unique<Extractor>(bitext, options.hiero));
  std::vector<Rules> grammars(threads * kSentencesPerThread, Rules(column_names()));
  std::vector<std::vector<Word>> sentences;
  std::size_t done = 0;
  bool more = true;
  while (more) {
    sentences.clear();
    std::string_view line;
    while (sentences.size() < grammars.size() && (more = lines.next(line))) {
      sentences.push_back(encode(bitext->source_words(), line));
      if (options.leave_one_out) require_same(*bitext, lines, sentences.back());
    }
    parallel_for(sentences.size(), options.threads, [&](std::size_t i, int worker) {
      std::optional<std::uint32_t> left_out;
      if (options.leave_one_out) left_out = static_cast<std::uint32_t>(done + i);
      grammars[i].clear();
      extractors[static_cast<std::size_t>(worker)]->extract(sentences[i], left_out, grammars[i]);
    });
    for (std::size_t i = 0; i < sentences.size(); ++i) sink(grammars[i]);
    done += sentences.size();
    tick(done);
  }
}

}  // namespace rectrix::grammar
