// Exact line search on forests: minimum error rate training over all derivations (Kumar et al. 2009).
//
// A search goes in three steps, so that any metric can judge the translations that come up: along() finds the envelopes
// and the translations on them, fresh() gives those that are not judged yet and judge() takes their statistics, best()
// sweeps the line. Derivations that were on an envelope are remembered: most of a further line's envelope is known before
// the forests are asked.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/flat_map.hpp"
#include "kbest/lists.hpp"
#include "learn/forests.hpp"
#include "learn/sweep.hpp"

namespace rectrix::learn {

class ForestLines {
 public:
  // The forests must outlive this and stay as they are.
  explicit ForestLines(const Forests& forests) : forests_(&forests), known_(forests.sentences()), pieces_(forests.sentences()) {}

  struct Piece {
    double from;
    std::size_t row;  // of the statistics
  };

  // Envelopes of all sentences along weights + x · direction, for x from -reach to reach.
  void along(std::span<const double> weights, std::span<const double> direction, double reach, int threads);
  // Of a sentence, after along().
  std::span<const Piece> pieces(std::size_t sentence) const { return pieces_[sentence]; }

  // Translations without statistics: one list for each sentence that has some, and these sentences.
  kbest::Lists fresh(std::vector<std::int64_t>& sentences);
  // Rows of statistics of the fresh ones, in their order.
  void judge(std::span<const double> rows, std::size_t width);

  // Throws UsageError if something is not judged.
  LineBest best(const Metric& metric, const SweepOptions& options) const;
  // The summed statistics of the best translations at the line's start.
  std::vector<double> sums() const;

 private:
  // The derivations of a sentence that were found: their features, and the rows of their translations.
  struct Known {
    std::vector<std::uint64_t> feature_begin{0};
    std::vector<Forests::Sum> features;
    std::vector<std::uint32_t> rows;
    FlatMap<std::uint64_t, std::uint32_t> by_words;  // hash of a translation -> row
  };
  struct Fresh {
    std::uint32_t sentence;
    std::vector<Word> words;
  };
  class Follower;
  std::uint32_t row_of(std::uint32_t sentence, std::vector<Word>& words);
  void check_judged() const;

  const Forests* forests_;
  std::vector<Known> known_;
  std::vector<std::vector<Piece>> pieces_;
  std::vector<Fresh> fresh_;
  std::vector<double> statistics_;
  std::size_t width_ = 0;
  std::uint32_t rows_ = 0;
};

}  // namespace rectrix::learn
