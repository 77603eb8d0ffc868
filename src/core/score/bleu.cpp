#include "score/bleu.hpp"

#include <algorithm>
#include <cstdlib>
#include <numeric>

#include "base/error.hpp"
#include "base/threads.hpp"
#include "score/ngrams.hpp"

namespace rectrix::score {
namespace {

double reference_length(long hypothesis, std::span<const long> references, LengthPolicy policy) {
  if (policy == LengthPolicy::shortest) return static_cast<double>(*std::ranges::min_element(references));
  if (policy == LengthPolicy::average) {
    return static_cast<double>(std::accumulate(references.begin(), references.end(), 0L)) / static_cast<double>(references.size());
  }
  return static_cast<double>(*std::ranges::min_element(references, {}, [&](long length) {
    return std::pair(std::abs(length - hypothesis), length);
  }));
}

struct BleuWorker {
  explicit BleuWorker(int order) : ngrams(order), matches(static_cast<std::size_t>(order)) {}

  Ngrams ngrams;
  std::vector<long> lengths;
  std::vector<Word> mapped;
  std::vector<std::int64_t> matches;
};

void score_hypothesis(std::span<const Word> tokens, std::span<const Word> words, BleuWorker& worker, LengthPolicy policy,
                      std::span<double> row) {
  worker.mapped.clear();
  for (const Word token : tokens) worker.mapped.push_back(words[token]);
  std::ranges::fill(worker.matches, 0);
  worker.ngrams.count_matches(worker.mapped, worker.matches);
  const auto length = static_cast<long>(tokens.size());
  const auto order = static_cast<long>(worker.matches.size());
  row[0] = static_cast<double>(length);
  row[1] = reference_length(length, worker.lengths, policy);
  for (long n = 0; n < order; ++n) {
    row[static_cast<std::size_t>(2 + n)] = static_cast<double>(worker.matches[static_cast<std::size_t>(n)]);
    row[static_cast<std::size_t>(2 + order + n)] = static_cast<double>(std::max(length - n, 0L));
  }
}

}  // namespace

std::vector<double> bleu_statistics(const kbest::Lists& lists, const References& references, const Alignment& alignment,
                                    std::span<const Word> words, const BleuOptions& options) {
  if (options.order < 1 || options.order > 16) throw UsageError("BLEU's order must be 1 to 16");
  if (words.size() < lists.words().size()) throw UsageError("the map of words is shorter than the vocabulary");
  const std::size_t width = 2 + 2 * static_cast<std::size_t>(options.order);
  std::vector<double> statistics(lists.hypotheses() * width);
  std::vector<BleuWorker> workers(static_cast<std::size_t>(std::max(options.threads, 1)), BleuWorker(options.order));
  parallel_for(lists.sentences(), options.threads, [&](std::size_t list, int number) {
    BleuWorker& worker = workers[static_cast<std::size_t>(number)];
    worker.ngrams.clear();
    worker.lengths.clear();
    for (std::size_t r = 0; r < references.per_sentence(); ++r) {
      const std::span<const Word> reference = references.words(alignment.sentence(list), r);
      worker.ngrams.add(reference);
      worker.lengths.push_back(static_cast<long>(reference.size()));
    }
    const auto end = static_cast<std::size_t>(lists.list_begin()[list + 1]);
    for (auto h = static_cast<std::size_t>(lists.list_begin()[list]); h < end; ++h) {
      score_hypothesis(lists.hypothesis(h), words, worker, options.length, std::span(statistics).subspan(h * width, width));
    }
  });
  return statistics;
}

}  // namespace rectrix::score
