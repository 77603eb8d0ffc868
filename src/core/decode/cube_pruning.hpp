// Cube pruning of one cell (Chiang 2007), in the order of cdec: rules over the best hypotheses of their gaps are scored,
// language models included, and the best of what can be reached from there become hypotheses.
//
// Departures: candidates that are certain not to be taken any more are dropped at once; on demand only those rules are
// tried that promise most before the models join them with their gaps.
#pragma once

#include <bit>
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
  // A candidate's score and number as two integers that are compared as one: without branches, as nobody can predict
  // which of two is better. Of equal scores, the candidate made first is better.
  class Waiting {
   public:
    Waiting(double score, std::uint32_t made) : score_(turned(std::bit_cast<std::int64_t>(score))), later_(~made) {}
    double score() const { return std::bit_cast<double>(turned(score_)); }
    std::uint32_t made() const { return static_cast<std::uint32_t>(~later_); }
    friend bool operator<(const Waiting& a, const Waiting& b) { return a.whole() < b.whole(); }

   private:
    __extension__ using Wide = __int128;
    // Negative numbers have their order reversed as integers. The same turns them back.
    static std::int64_t turned(std::int64_t bits) { return bits ^ ((bits >> 63) & std::numeric_limits<std::int64_t>::max()); }
    Wide whole() const { return (Wide{score_} << 64) | later_; }

    std::int64_t score_;
    std::uint64_t later_;
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
