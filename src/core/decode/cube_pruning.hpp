// Cube pruning of one cell (Chiang 2007), in the order of cdec: every rule over the best hypotheses of its gaps is
// scored, language models included, and the best `limit` of what can be reached from there become hypotheses.
//
// Departure: candidates that are certain not to be taken any more are dropped at once.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/hash_set.hpp"
#include "decode/hypotheses.hpp"

namespace rectrix::decode {

// All rules of a source side over the same cells.
struct Cube {
  SearchRules::Range rules;
  std::array<std::uint32_t, 2> cells;
};

class CubePruning {
 public:
  // Makes at most `limit` hypotheses of the cell that was begun last, of the first `corners` rules of every cube.
  void fill(const SearchRules& rules, std::span<const Cube> cubes, std::size_t limit, std::uint32_t corners,
            Hypotheses& hypotheses);

 private:
  // A place in a cube: a rule over the hypotheses of these ranks.
  struct Place {
    std::uint32_t cube;
    std::uint32_t rule;  // within the cube
    std::array<std::uint32_t, 2> ranks;
  };
  struct Candidate {
    Place place;
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

  void make_corners(std::uint32_t cube, std::uint32_t corners);
  void take_best();
  void sink(std::size_t size);
  Tails tails(const Place& place) const;
  void make(Place place);
  void make_successors(Place from);
  bool drop_hopeless();

  const SearchRules* rules_ = nullptr;
  std::span<const Cube> cubes_;
  Hypotheses* hypotheses_ = nullptr;
  std::size_t left_ = 0;  // candidates that may still be taken
  double bar_ = 0;        // at least left_ waiting candidates score so high
  std::vector<Waiting> heap_;
  std::vector<Candidate> made_;
  States states_;  // of the candidates
  HashSet seen_;   // places over two gaps that are not corners
};

}  // namespace rectrix::decode
