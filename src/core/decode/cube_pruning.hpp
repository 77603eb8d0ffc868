// Cube pruning of one cell (Chiang 2007), in the order of cdec: rules over the best hypotheses of their gaps are scored,
// language models included, and the best of what can be reached from there become hypotheses.
//
// Departures: candidates that are certain not to be taken any more are dropped at once; on demand only those rules are
// tried that promise most before the models join them with their gaps.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "base/hash_set.hpp"
#include "decode/coarse_chart.hpp"
#include "decode/hypotheses.hpp"

namespace rectrix::decode {

inline constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();

struct CellLimits {
  std::size_t hypotheses;  // taken at most, of equal states too
  std::size_t rules;       // tried at most, and all that promise as much as the last of them
};

class CubePruning {
 public:
  // Makes hypotheses of the cell that was begun last.
  void fill(const SearchRules& rules, std::span<const Cube> cubes, CellLimits limits, Hypotheses& hypotheses);

 private:
  // A place in a cube: a rule over the hypotheses of these ranks.
  struct Place {
    std::uint32_t cube;
    std::uint32_t rule;  // within the cube
    std::array<std::uint32_t, 2> ranks;
  };
  struct Candidate {
    Place place;
    Tails tails;
    double own;  // its score without its tails
  };
  struct Waiting {
    double score;
    std::uint32_t made;  // the candidate's number
    // Without branches: which of two is better cannot be predicted.
    friend bool operator<(const Waiting& a, const Waiting& b) {
      return (a.score < b.score) | ((a.score == b.score) & (a.made > b.made));
    }
  };

  double best_tails(const Cube& cube) const;
  double promise_of(std::size_t rank);
  void make_corners(std::uint32_t cube, double promise);
  void take_best();
  void sink(std::size_t size);
  void make(Place place);
  void make_successors(Place from);
  bool drop_hopeless();

  const SearchRules* rules_ = nullptr;
  std::span<const Cube> cubes_;
  Hypotheses* hypotheses_ = nullptr;
  std::size_t left_ = 0;  // candidates that may still be taken
  double bar_ = 0;        // at least left_ waiting candidates score so high
  std::vector<double> promises_;
  std::vector<Waiting> heap_;
  std::vector<Candidate> made_;
  States states_;  // of the candidates
  HashSet seen_;   // places over two gaps that are not corners
};

}  // namespace rectrix::decode
