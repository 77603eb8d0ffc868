#include "score/edits.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace rectrix::score {
namespace {

constexpr int kLongestShift = 10;
constexpr int kFarthestShift = 50;
constexpr int kMostCandidates = 1000;
constexpr double kBeam = 25;
constexpr int kInfinity = 1 << 28;

}  // namespace

int EditCounter::count(std::span<const Word> hypothesis, std::span<const Word> reference) {
  if (reference.empty()) return static_cast<int>(hypothesis.size());
  words_.assign(hypothesis.begin(), hypothesis.end());
  reference_ = reference;
  tried_ = 0;
  distance_ = align();
  int shifts = 0;
  for (Shift shift; find_shift(shift); shift = Shift()) {
    apply(shift, shifted_);
    words_.swap(shifted_);
    distance_ = align();
    ++shifts;
  }
  return shifts + distance_;
}

// The columns of row i that are computed: around the line from corner to corner.
EditCounter::Range EditCounter::beam(std::size_t i) const {
  const std::size_t columns = reference_.size() + 1;
  const double ratio = static_cast<double>(reference_.size()) / static_cast<double>(words_.size());
  // Where lengths differ so much that rows would not overlap, the beam is wider.
  const double width = kBeam < ratio / 2 ? std::ceil(ratio / 2 + kBeam) : kBeam;
  const double diagonal = std::floor(static_cast<double>(i) * ratio);
  const auto begin = static_cast<std::size_t>(std::max(0.0, diagonal - width));
  const auto end = static_cast<std::size_t>(std::min(static_cast<double>(columns), diagonal + width));
  return {begin, i == words_.size() ? columns : end};
}

// Row i of the matrix; of equal costs keeping or substituting wins, then removing, then inserting.
void EditCounter::fill_row(std::size_t i, std::span<const Word> words, std::span<const int> previous, std::span<int> row,
                           Edit* edits) const {
  std::ranges::fill(row, kInfinity);
  const auto [begin, end] = beam(i);
  const Word word = words[i - 1];
  for (std::size_t j = begin; j < end; ++j) {
    if (j == 0) {
      row[0] = previous[0] + 1;
      if (edits != nullptr) edits[0] = Edit::remove;
      continue;
    }
    const bool same = word == reference_[j - 1];
    const int diagonal = previous[j - 1] + (same ? 0 : 1);
    const int removed = previous[j] + 1;
    const int inserted = row[j - 1] + 1;
    const int best = std::min({diagonal, removed, inserted, kInfinity});
    row[j] = best;
    if (edits == nullptr) continue;
    edits[j] = best == diagonal ? (same ? Edit::keep : Edit::substitute) : best == removed ? Edit::remove : Edit::insert;
  }
}

int EditCounter::align() {
  const std::size_t columns = reference_.size() + 1;
  costs_.resize((words_.size() + 1) * columns);
  edits_.assign(costs_.size(), Edit::none);
  for (std::size_t j = 0; j < columns; ++j) {
    costs_[j] = static_cast<int>(j);
    edits_[j] = Edit::insert;
  }
  for (std::size_t i = 1; i <= words_.size(); ++i) {
    const std::span<int> all(costs_);
    fill_row(i, words_, all.subspan((i - 1) * columns, columns), all.subspan(i * columns, columns), &edits_[i * columns]);
  }
  trace();
  return costs_.back();
}

// Which words are aligned and which are wrong, from the cheapest path.
void EditCounter::trace() {
  const std::size_t columns = reference_.size() + 1;
  aligned_.assign(reference_.size(), -1);
  wrong_here_.assign(words_.size(), 0);
  wrong_there_.assign(reference_.size(), 0);
  std::size_t i = words_.size(), j = reference_.size();
  while (i > 0 || j > 0) {
    const Edit edit = edits_[i * columns + j];
    if (edit == Edit::keep || edit == Edit::substitute) {
      --i, --j;
      aligned_[j] = static_cast<int>(i);
      wrong_here_[i] = wrong_there_[j] = edit == Edit::substitute;
    } else if (edit == Edit::insert && j > 0) {
      --j;
      aligned_[j] = static_cast<int>(i) - 1;
      wrong_there_[j] = 1;
    } else {
      --i;
      wrong_here_[i] = 1;
    }
  }
}

bool EditCounter::any(const std::vector<std::uint8_t>& wrong, int begin, int length) const {
  const auto first = wrong.begin() + begin;
  return std::find(first, first + length, 1) != first + length;
}

// The shift that saves most edits; false if none saves any or too many were tried.
bool EditCounter::find_shift(Shift& best) {
  const int here = static_cast<int>(words_.size()), there = static_cast<int>(reference_.size());
  for (int begin = 0; begin < here; ++begin) {
    const int first = std::max(0, begin - kFarthestShift), last = std::min(there - 1, begin + kFarthestShift);
    for (int start = first; start <= last; ++start) {
      const int longest = std::min({kLongestShift, here - begin, there - start});
      for (int length = 1; length <= longest; ++length) {
        if (words_[static_cast<std::size_t>(begin + length - 1)] != reference_[static_cast<std::size_t>(start + length - 1)]) break;
        try_targets(begin, start, length, best);
        if (tried_ >= kMostCandidates) return false;
      }
    }
  }
  return best.gain > 0;
}

void EditCounter::try_targets(int begin, int start, int length, Shift& best) {
  // Words that are right, or wanted where words are right, stay.
  if (!any(wrong_here_, begin, length) || !any(wrong_there_, start, length)) return;
  const int at = aligned_[static_cast<std::size_t>(start)];
  if (begin <= at && at < begin + length) return;
  int previous = -1;
  for (int offset = -1; offset < length; ++offset) {
    const int place = start + offset;
    const int target = place < 0 ? 0 : aligned_[static_cast<std::size_t>(place)] + 1;
    if (target == previous) continue;
    previous = target;
    Shift shift{0, length, begin, target};
    // Only shifts that save edits, and no fewer than the best so far, are worth an exact count.
    shift.gain = distance_ - distance_after(shift, distance_ - std::max(best.gain, 1));
    ++tried_;
    const auto rank = [](const Shift& s) { return std::tuple(s.gain, s.length, -s.begin, -s.target); };
    if (shift.gain > 0 && rank(shift) > rank(best)) best = shift;
  }
}

// The edit distance after a shift, or any number above limit if it is above.
int EditCounter::distance_after(const Shift& shift, int limit) {
  apply(shift, shifted_);
  const std::size_t columns = reference_.size() + 1;
  // Rows before the first changed word are those of the unshifted words.
  std::size_t i = static_cast<std::size_t>(std::min(shift.begin, shift.target));
  std::span<const int> previous(&costs_[i * columns], columns);
  for (std::vector<int>& row : scratch_) row.resize(columns);
  while (i < shifted_.size()) {
    ++i;
    std::vector<int>& row = scratch_[i % 2];
    fill_row(i, shifted_, previous, row, nullptr);
    if (*std::ranges::min_element(row) > limit) return kInfinity;
    previous = row;
  }
  return previous.back();
}

void EditCounter::apply(const Shift& shift, std::vector<Word>& out) const {
  const std::size_t size = words_.size();
  const auto begin = static_cast<std::size_t>(shift.begin), length = static_cast<std::size_t>(shift.length);
  const auto target = static_cast<std::size_t>(shift.target);
  const std::size_t end = begin + length;
  out.clear();
  const auto append = [&](std::size_t from, std::size_t to) {
    to = std::min(to, size);
    if (from < to) out.insert(out.end(), words_.begin() + static_cast<std::ptrdiff_t>(from), words_.begin() + static_cast<std::ptrdiff_t>(to));
  };
  if (target < begin) {
    append(0, target);
    append(begin, end);
    append(target, begin);
    append(end, size);
    return;
  }
  // A target within the shifted words counts from their end.
  const std::size_t after = target > end ? target : target + length;
  append(0, begin);
  append(end, after);
  append(begin, end);
  append(after, size);
}

}  // namespace rectrix::score
