#include "score/ter.hpp"

#include <algorithm>
#include <limits>

#include "base/error.hpp"
#include "base/threads.hpp"
#include "score/edits.hpp"

namespace rectrix::score {
namespace {

void fold(std::span<const Word> words, std::span<const Word> folding, std::vector<Word>& out) {
  out.clear();
  for (const Word word : words) out.push_back(folding[word]);
}

struct TerWorker {
  EditCounter edits;
  std::vector<Word> hypothesis;
  std::vector<std::vector<Word>> references;
};

}  // namespace

std::vector<double> ter_statistics(const kbest::Lists& lists, const References& references, const Alignment& alignment,
                                   const Folding& folding, int threads) {
  if (folding.lists.size() < lists.words().size() || folding.references.size() < references.vocabulary().size()) {
    throw UsageError("the folding of words is shorter than the vocabulary");
  }
  std::vector<double> statistics(lists.hypotheses() * 2);
  std::vector<TerWorker> workers(static_cast<std::size_t>(std::max(threads, 1)));
  parallel_for(lists.sentences(), threads, [&](std::size_t list, int number) {
    TerWorker& worker = workers[static_cast<std::size_t>(number)];
    worker.references.resize(references.per_sentence());
    double length = 0;
    for (std::size_t r = 0; r < references.per_sentence(); ++r) {
      fold(references.words(alignment.sentence(list), r), folding.references, worker.references[r]);
      length += static_cast<double>(worker.references[r].size());
    }
    const auto end = static_cast<std::size_t>(lists.list_begin()[list + 1]);
    for (auto h = static_cast<std::size_t>(lists.list_begin()[list]); h < end; ++h) {
      fold(lists.hypothesis(h), folding.lists, worker.hypothesis);
      int best = std::numeric_limits<int>::max();
      for (const std::vector<Word>& reference : worker.references) {
        best = std::min(best, worker.edits.count(worker.hypothesis, reference));
      }
      statistics[2 * h] = best;
      statistics[2 * h + 1] = length / static_cast<double>(references.per_sentence());
    }
  });
  return statistics;
}

}  // namespace rectrix::score
