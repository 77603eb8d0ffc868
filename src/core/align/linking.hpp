// Links from posterior probabilities of both directions: the heuristics of symmetrize.hpp on each word's most
// probable link, or a threshold on the mean of the two posteriors (Liang, Taskar & Klein 2006).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "align/alignments.hpp"
#include "align/symmetrize.hpp"

namespace rectrix::align {

// Posterior link probabilities of the kept cells of a corpus in units of 1 / kWhole, by cell number.
struct CellPosteriors {
  static constexpr double kWhole = 65535.0;

  CellPosteriors() = default;
  explicit CellPosteriors(std::size_t cells)
      : directions{std::vector<std::uint16_t>(cells, 0), std::vector<std::uint16_t>(cells, 0)} {}

  std::array<std::vector<std::uint16_t>, 2> directions;  // target given source, source given target
};

struct LinkRule {
  Heuristic heuristic = Heuristic::kGrowDiagFinalAnd;
  // What a posterior (soft heuristics: the mean of both) must exceed; negative: that of the empty word, or,
  // with a soft heuristic, its default.
  double threshold = -1.0;
};

// A cell of a sentence pair with its posteriors.
struct PosteriorCell {
  Link link;
  float forward, reverse;
};

// Collects links pair by pair.
class Linker {
 public:
  explicit Linker(LinkRule rule);

  // The next sentence pair; cells in any order, those with small posteriors may be left out.
  void add(std::size_t sources, std::size_t targets, std::span<const PosteriorCell> cells);
  Alignments finish() &&;

 private:
  struct Best {
    float posterior = 0.0F, sum = 0.0F;
    Link link;
  };
  void add_soft(std::span<const PosteriorCell> cells);
  void add_best(std::span<const Best> words, Alignments& links);

  LinkRule rule_;
  Alignments forward_, reverse_;  // a soft heuristic uses the first only
  std::vector<Best> sources_, targets_;
  std::vector<Link> links_;
};

}  // namespace rectrix::align
