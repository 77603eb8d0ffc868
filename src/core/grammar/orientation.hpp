// The orientation of a phrase pair with respect to its neighbor in target order.
//
// Backward looks at what was translated just before (the target word left of the box), forward at what comes
// next. The neighbor stands in one of two corners: diagonally adjacent (monotone), adjacent on the other source
// side (swap), or in neither (discontinuous). What counts as standing in a corner makes three models:
//   word          a word link there and none in the other corner (Tillmann 2004; Koehn et al. 2005)
//   phrase        or a phrase pair of at most the extraction's length with its corner there
//   hierarchical  or a phrase pair of any length with its corner there (Galley & Manning 2008)
// Sentence begin and end count as linked to each other. A discontinuous neighbor to the left with a gap means a
// jump to the right (kRight), one to the right a jump to the left (kLeft); where the neighboring target word
// gives no side, the direction stays open (kDiscontinuous), and tables of four classes leave the event out.
// Departure from Moses' extraction: jumps from the sentence's begin and to its end have a direction.
#pragma once

#include <cstdint>
#include <vector>

#include "grammar/link_grid.hpp"

namespace rectrix::grammar {

enum class Orientation : std::uint8_t { kMonotone, kSwap, kLeft, kRight, kDiscontinuous };
enum class OrientationModel : std::uint8_t { kWord, kPhrase, kHierarchical };
enum class Direction : std::uint8_t { kBackward, kForward };

// Which corners of phrase pairs lie at each cell of the grid: one byte per pair of words.
class Corners {
 public:
  enum Corner : std::uint8_t { kBeginBegin = 1, kBeginEnd = 2, kEndBegin = 4, kEndEnd = 8 };  // target, then source

  Corners() = default;
  // max_length: of the phrase pairs that the phrase model sees; the hierarchical model sees all.
  Corners(const LinkGrid& grid, int max_length) { assign(grid, max_length); }
  void assign(const LinkGrid& grid, int max_length);

  // Whether a phrase pair has this corner at the cell (its first or last word on each side).
  bool at(OrientationModel model, Corner corner, int source, int target) const {
    if (model == OrientationModel::kWord || source < 0 || target < 0 || source >= lengths_.source ||
        target >= lengths_.target) {
      return false;
    }
    const int shift = model == OrientationModel::kHierarchical ? 4 : 0;
    return (cell(source, target) >> shift & corner) != 0;
  }

 private:
  std::uint8_t cell(int source, int target) const {
    return cells_[static_cast<std::size_t>(source) * lengths_.target + target];
  }
  void mark(int source, int target, std::uint8_t corner, bool is_short) {
    cells_[static_cast<std::size_t>(source) * lengths_.target + target] |=
        static_cast<std::uint8_t>(corner << 4 | (is_short ? corner : 0));
  }
  void mark_phrase(const LinkGrid& grid, const Box& tight, int max_length);

  SentenceLengths lengths_;
  std::vector<std::uint8_t> cells_;  // low four bits: phrase pairs up to max_length; high four: of any length
};

inline void Corners::assign(const LinkGrid& grid, int max_length) {
  lengths_ = {grid.source_length(), grid.target_length()};
  cells_.assign(static_cast<std::size_t>(lengths_.source) * lengths_.target, 0);
  for (int begin = 0; begin < lengths_.target; ++begin) {
    Box tight = grid.tight(begin, begin);
    for (int end = begin + 1; end <= lengths_.target; ++end) {
      grid.widen(tight, end - 1);
      if (tight.source_begin < tight.source_end && grid.consistent(tight)) mark_phrase(grid, tight, max_length);
    }
  }
}

// Unlinked source words at an edge move that edge alone: the shortest phrase pair with a given corner
// keeps the other edge tight.
inline void Corners::mark_phrase(const LinkGrid& grid, const Box& tight, int max_length) {
  const int first = tight.target_begin, last = tight.target_end - 1;
  const bool short_target = last - first < max_length;
  for (int s = tight.source_begin;; --s) {
    const bool is_short = short_target && tight.source_end - s <= max_length;
    mark(s, first, kBeginBegin, is_short);
    mark(s, last, kEndBegin, is_short);
    if (s == 0 || grid.source_linked(s - 1)) break;
  }
  for (int s = tight.source_end - 1;; ++s) {
    const bool is_short = short_target && s - tight.source_begin < max_length;
    mark(s, first, kBeginEnd, is_short);
    mark(s, last, kEndEnd, is_short);
    if (s + 1 == grid.source_length() || grid.source_linked(s + 1)) break;
  }
}

namespace detail {

// The side of a discontinuous neighbor as a jump from there to the box: a word link (word model) or a phrase
// corner beyond the adjacent cells. Phrase pairs never stand on both sides: those that end with one target word
// share a link.
inline Orientation jump(OrientationModel model, const LinkGrid& grid, const Corners& corners, const Box& box,
                        int target, Corners::Corner left_corner, Corners::Corner right_corner) {
  const auto stands = [&](int source, Corners::Corner corner) {
    return model == OrientationModel::kWord ? grid.linked(source, target) : corners.at(model, corner, source, target);
  };
  if (target < 0) return Orientation::kRight;  // the sentence's begin stands on the left
  if (target >= grid.target_length()) return Orientation::kLeft;
  bool left = false, right = false;
  for (int s = box.source_begin - 1; s >= 0 && !left; --s) left = stands(s, left_corner);
  for (int s = box.source_end; s < grid.source_length() && !right; ++s) right = stands(s, right_corner);
  if (left == right) return Orientation::kDiscontinuous;
  return left ? Orientation::kRight : Orientation::kLeft;
}

}  // namespace detail

// The orientation of a phrase pair. corners is not looked at by the word model.
inline Orientation orientation(OrientationModel model, Direction direction, const LinkGrid& grid,
                               const Corners& corners, const Box& box) {
  const bool backward = direction == Direction::kBackward;
  const int target = backward ? box.target_begin - 1 : box.target_end;
  // A neighbor on the left shows its source end to the box, one on the right its source begin.
  const auto left_corner = backward ? Corners::kEndEnd : Corners::kBeginEnd;
  const auto right_corner = backward ? Corners::kEndBegin : Corners::kBeginBegin;
  const int left = box.source_begin - 1, right = box.source_end;
  const bool left_link = grid.linked(left, target), right_link = grid.linked(right, target);
  const bool left_stands = (left_link && !right_link) || corners.at(model, left_corner, left, target);
  const bool right_stands = (right_link && !left_link) || corners.at(model, right_corner, right, target);
  // Backward, the left neighbor was translated first: monotone. Forward, the right one comes next: monotone.
  if (backward ? left_stands : right_stands) return Orientation::kMonotone;
  if (backward ? right_stands : left_stands) return Orientation::kSwap;
  const Orientation found = detail::jump(model, grid, corners, box, target, left_corner, right_corner);
  if (backward || found == Orientation::kDiscontinuous) return found;
  return found == Orientation::kRight ? Orientation::kLeft : Orientation::kRight;  // the jump is still to come
}

}  // namespace rectrix::grammar
