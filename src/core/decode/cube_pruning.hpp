// Cube pruning of one cell (Chiang 2007), in the order of cdec: every rule over the best hypotheses of its gaps is
// scored, language models included, and the best `limit` of what can be reached from there become hypotheses.
//
// Departure: rules that are certain not to be among the best `limit` are dropped before their states are kept.
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
    Tails tails;
    double score;  // with its tails
    double own;
  };
  struct Waiting {
    double score;
    std::uint32_t made;  // the candidate's number
    friend bool operator<(const Waiting& a, const Waiting& b) {
      return a.score != b.score ? a.score < b.score : a.made > b.made;
    }
  };

  void make_corners(std::uint32_t cube, std::uint32_t corners);
  bool is_hopeless(double score) const { return best_.size() == limit_ && score <= best_.front(); }
  void note(double score);
  void make(Place place);
  void make_successors(Place from);

  const SearchRules* rules_ = nullptr;
  std::span<const Cube> cubes_;
  Hypotheses* hypotheses_ = nullptr;
  std::size_t limit_ = 0;
  std::vector<double> best_;  // the scores of the best corners, at most limit_: a heap, its worst first
  std::vector<Waiting> heap_;
  std::vector<Candidate> made_;
  States states_;  // of the candidates
  HashSet seen_;   // places over two gaps that are not corners
};

}  // namespace rectrix::decode
