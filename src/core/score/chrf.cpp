#include "score/chrf.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/threads.hpp"
#include "score/ngrams.hpp"
#include "score/spelling.hpp"

namespace rectrix::score {
namespace {

// The n-grams of one reference.
struct Prepared {
  explicit Prepared(const ChrfOptions& options) : characters(options.char_order), words(std::max(options.word_order, 1)) {}

  Ngrams characters, words;
  std::size_t character_count = 0, word_count = 0;
};

struct ChrfWorker {
  std::vector<Prepared> references;
  std::vector<std::uint32_t> characters, pieces;
  std::vector<std::int64_t> matches;
  std::vector<double> row;
};

// Three numbers per order: n-grams of the hypothesis (none if the reference has none), of the reference, common ones.
void append_orders(Ngrams& reference, std::size_t reference_length, std::span<const std::uint32_t> symbols, int order,
                   ChrfWorker& worker) {
  worker.matches.assign(static_cast<std::size_t>(order), 0);
  reference.count_matches(symbols, worker.matches);
  for (std::size_t n = 0; n < worker.matches.size(); ++n) {
    const auto count = [&](std::size_t length) { return static_cast<double>(length > n ? length - n : 0); };
    worker.row.push_back(reference_length > n ? count(symbols.size()) : 0);
    worker.row.push_back(count(reference_length));
    worker.row.push_back(static_cast<double>(worker.matches[n]));
  }
}

void score_hypothesis(ChrfWorker& worker, const ChrfOptions& options, std::span<double> out) {
  double best = -1;
  for (Prepared& reference : worker.references) {
    worker.row.clear();
    append_orders(reference.characters, reference.character_count, worker.characters, options.char_order, worker);
    if (options.word_order > 0) {
      append_orders(reference.words, reference.word_count, worker.pieces, options.word_order, worker);
    }
    const double score = chrf_score(worker.row, options.beta);
    if (score <= best) continue;
    best = score;
    std::ranges::copy(worker.row, out.begin());
  }
}

}  // namespace

double chrf_score(std::span<const double> row, int beta) {
  const double factor = beta * beta;
  double precision = 0, recall = 0;
  int orders = 0;
  for (std::size_t i = 0; i + 2 < row.size(); i += 3) {
    if (row[i] <= 0 || row[i + 1] <= 0) continue;
    precision += row[i + 2] / row[i];
    recall += row[i + 2] / row[i + 1];
    ++orders;
  }
  if (orders == 0 || precision + recall == 0) return 0;
  precision /= orders;
  recall /= orders;
  return (1 + factor) * precision * recall / (factor * precision + recall);
}

std::vector<double> chrf_statistics(const kbest::Lists& lists, const References& references, const Alignment& alignment,
                                    const ChrfOptions& options) {
  if (options.char_order < 1 || options.char_order > 64 || options.word_order < 0 || options.word_order > 64) {
    throw UsageError("chrF's orders must be 1 to 64 characters and 0 to 64 words");
  }
  Vocabulary pieces;
  const Spelling of_lists(lists.words(), pieces), of_references(references.vocabulary(), pieces);
  const std::size_t width = 3 * static_cast<std::size_t>(options.char_order + options.word_order);
  std::vector<double> statistics(lists.hypotheses() * width);
  std::vector<ChrfWorker> workers(static_cast<std::size_t>(std::max(options.threads, 1)));
  for (ChrfWorker& worker : workers) worker.references.assign(references.per_sentence(), Prepared(options));

  parallel_for(lists.sentences(), options.threads, [&](std::size_t list, int number) {
    ChrfWorker& worker = workers[static_cast<std::size_t>(number)];
    for (std::size_t r = 0; r < worker.references.size(); ++r) {
      Prepared& prepared = worker.references[r];
      const std::span<const Word> words = references.words(alignment.sentence(list), r);
      of_references.characters(words, worker.characters);
      of_references.pieces(words, worker.pieces);
      prepared.characters.clear();
      prepared.characters.add(worker.characters);
      prepared.character_count = worker.characters.size();
      prepared.words.clear();
      prepared.words.add(worker.pieces);
      prepared.word_count = worker.pieces.size();
    }
    const auto end = static_cast<std::size_t>(lists.list_begin()[list + 1]);
    for (auto h = static_cast<std::size_t>(lists.list_begin()[list]); h < end; ++h) {
      of_lists.characters(lists.hypothesis(h), worker.characters);
      of_lists.pieces(lists.hypothesis(h), worker.pieces);
      score_hypothesis(worker, options, std::span(statistics).subspan(h * width, width));
    }
  });
  return statistics;
}

}  // namespace rectrix::score
