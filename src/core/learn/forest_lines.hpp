// Exact line search on forests: minimum error rate training over all derivations (Kumar et al. 2009).
//
// A search goes in three steps, so that any metric can judge the translations that come up: along() finds the envelopes
// and the translations on them, fresh() gives those that are not judged yet and judge() takes their statistics, best()
// sweeps the line.
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
  // The forests must outlive this.
  explicit ForestLines(const Forests& forests) : forests_(&forests), known_(forests.sentences()), pieces_(forests.sentences()) {}

  struct Piece {
    double from;
    std::size_t row;  // of the statistics
  };

  // Envelopes of all sentences along weights + x · direction, with so many pieces of a node at most. How many nodes that
  // was too few for.
  std::size_t along(std::span<const double> weights, std::span<const double> direction, std::size_t limit, int threads);
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
  struct Found {
    std::uint64_t hash;
    std::vector<Word> words;
  };
  struct Line {
    std::vector<double> froms;
    std::vector<Found> texts;
  };
  void follow(std::size_t sentence, std::span<const double> weights, std::span<const double> direction, std::size_t limit,
              Line& line, std::size_t& capped) const;
  void check_judged() const;

  const Forests* forests_;
  std::vector<FlatMap<std::uint64_t, std::uint32_t>> known_;  // by sentence: hash of a translation -> row
  std::vector<std::vector<Piece>> pieces_;
  struct Fresh {
    std::uint32_t sentence;
    std::vector<Word> words;
  };
  std::vector<Fresh> fresh_;
  std::vector<double> statistics_;
  std::size_t width_ = 0;
  std::uint32_t rows_ = 0;
};

}  // namespace rectrix::learn
