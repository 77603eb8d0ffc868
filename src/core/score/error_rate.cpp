#include "score/error_rate.hpp"

#include <algorithm>
#include <limits>
#include <optional>

#include "base/threads.hpp"
#include "score/edit_distance.hpp"
#include "score/spelling.hpp"

namespace rectrix::score {
namespace {

struct ErrorWorker {
  std::vector<EditDistance> references;
  std::vector<double> lengths;
  std::vector<std::uint32_t> symbols;
};

// The symbols of texts: words, as numbers of the references' vocabulary, or characters.
class Symbols {
 public:
  Symbols(const kbest::Lists& lists, const References& references, bool characters) : words_(map_words(lists.words(), references)) {
    if (!characters) return;
    Vocabulary pieces;
    of_lists_.emplace(lists.words(), pieces);
    of_references_.emplace(references.vocabulary(), pieces);
  }

  void of_hypothesis(std::span<const Word> words, std::vector<std::uint32_t>& out) const {
    if (of_lists_) return of_lists_->characters_and_blanks(words, out);
    out.clear();
    for (const Word word : words) out.push_back(words_[word]);
  }
  void of_reference(std::span<const Word> words, std::vector<std::uint32_t>& out) const {
    if (of_references_) return of_references_->characters_and_blanks(words, out);
    out.assign(words.begin(), words.end());
  }

 private:
  std::vector<Word> words_;
  std::optional<Spelling> of_lists_, of_references_;  // where characters count
};

void score_hypothesis(ErrorWorker& worker, std::span<double> row) {
  double best = std::numeric_limits<double>::infinity();
  for (std::size_t r = 0; r < worker.references.size(); ++r) {
    const auto edits = static_cast<double>(worker.references[r].to(worker.symbols));
    const double rate = edits == 0 ? 0 : edits / std::max(worker.lengths[r], 0.5);  // any edit of nothing is the worst
    if (rate >= best) continue;
    best = rate;
    row[0] = edits;
    row[1] = worker.lengths[r];
  }
}

}  // namespace

std::vector<double> error_statistics(const kbest::Lists& lists, const References& references, const Alignment& alignment,
                                     bool characters, int threads) {
  const Symbols symbols(lists, references, characters);
  std::vector<double> statistics(lists.hypotheses() * 2);
  std::vector<ErrorWorker> workers(static_cast<std::size_t>(std::max(threads, 1)));
  parallel_for(lists.sentences(), threads, [&](std::size_t list, int number) {
    ErrorWorker& worker = workers[static_cast<std::size_t>(number)];
    worker.references.resize(references.per_sentence());
    worker.lengths.resize(references.per_sentence());
    for (std::size_t r = 0; r < references.per_sentence(); ++r) {
      symbols.of_reference(references.words(alignment.sentence(list), r), worker.symbols);
      worker.references[r].prepare(worker.symbols);
      worker.lengths[r] = static_cast<double>(worker.symbols.size());
    }
    const auto end = static_cast<std::size_t>(lists.list_begin()[list + 1]);
    for (auto h = static_cast<std::size_t>(lists.list_begin()[list]); h < end; ++h) {
      symbols.of_hypothesis(lists.hypothesis(h), worker.symbols);
      score_hypothesis(worker, std::span(statistics).subspan(2 * h, 2));
    }
  });
  return statistics;
}

}  // namespace rectrix::score
