#include "align/jumps.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>

#include "align/pairs.hpp"
#include "base/error.hpp"

namespace rectrix::align {
namespace {

constexpr int kLongest = static_cast<int>(kMaxLength);
constexpr double kLeastWeight = 1e-7;  // of a class, relative to the sum of all: no jump is impossible
constexpr int kSteps = 5;              // minorization steps for each set of counts

// leaving counts of length I and position p: row I begins after the rows of the shorter lengths.
std::size_t leaving_at(int length, int position) {
  const auto rows = static_cast<std::size_t>(length);
  return rows * (rows + 1) / 2 + static_cast<std::size_t>(position);
}

void normalize(std::vector<double>& classes) {
  double total = 0.0;
  for (const double each : classes) total += each;
  for (double& each : classes) each = std::max(each / total, kLeastWeight);
}

// s(c) = count(c) / expected(c); a class that no sentence had room for keeps its weight.
void update(const Counter& counts, const std::vector<double>& expected, std::vector<double>& classes) {
  double total = 0.0;
  for (std::size_t c = 0; c < classes.size(); ++c) total += counts[c];
  if (total == 0.0) return;
  for (std::size_t c = 0; c < classes.size(); ++c) {
    if (expected[c] > 0.0) classes[c] = counts[c] / expected[c];
  }
  normalize(classes);
}

}  // namespace

Jumps::Jumps(int width)
    : width_(width),
      classes_(2 * static_cast<std::size_t>(width) + 3),
      start_classes_(static_cast<std::size_t>(width) + 1),
      weights_(2 * kMaxLength + 1),
      reversed_weights_(2 * kMaxLength + 1),
      start_weights_(kMaxLength + 1),
      sums_(2 * kMaxLength + 2),
      start_sums_(kMaxLength + 2) {
  // Short steps forward are likely before anything is known.
  for (int c = 0; c < static_cast<int>(classes_.size()); ++c) {
    classes_[static_cast<std::size_t>(c)] = 1.0 / (1.0 + std::abs(c - width - 2));
  }
  for (std::size_t c = 0; c < start_classes_.size(); ++c)
    start_classes_[c] = 1.0 / (1.0 + static_cast<double>(c));
  normalize(classes_);
  normalize(start_classes_);
  expand();
}

void Jumps::expand() {
  for (int d = -kLongest; d <= kLongest; ++d) {
    const int c = std::clamp(d, -width_ - 1, width_ + 1) + width_ + 1;
    const auto at = static_cast<std::size_t>(d + kLongest);
    weights_[at] = static_cast<float>(classes_[static_cast<std::size_t>(c)]);
    reversed_weights_[static_cast<std::size_t>(kLongest - d)] = weights_[at];
    sums_[at + 1] = sums_[at] + static_cast<double>(weights_[at]);
  }
  for (int i = 1; i <= kLongest; ++i) {
    const auto at = static_cast<std::size_t>(i);
    start_weights_[at] =
        static_cast<float>(start_classes_[static_cast<std::size_t>(std::min(i, width_ + 1) - 1)]);
    start_sums_[at + 1] = start_sums_[at] + static_cast<double>(start_weights_[at]);
  }
}

double Jumps::inverse_normalizer(int position, int length) const {
  if (position == 0) return 1.0 / start_sums_[static_cast<std::size_t>(length) + 1];
  const auto begin = static_cast<std::size_t>(1 - position + kLongest);
  return 1.0 / (sums_[begin + static_cast<std::size_t>(length)] - sums_[begin]);
}

void Jumps::prepare(int longest) {
  longest_ = longest;
  jump_counts_ = Counter(classes_.size());
  start_counts_ = Counter(start_classes_.size());
  leaving_ = Counter(leaving_at(longest + 1, 0));
}

void Jumps::collect(const float* jumps, const float* starts, std::span<const float> leaving, int length) {
  double before = 0.0, after = 0.0, later = 0.0;
  for (int d = 1 - length; d < length; ++d) {
    const auto count = static_cast<double>(jumps[d]);
    if (d < -width_) {
      before += count;
    } else if (d > width_) {
      after += count;
    } else {
      jump_counts_.add_shared(static_cast<std::size_t>(d + width_ + 1), count);
    }
  }
  for (int i = 1; i <= length; ++i) {
    const auto count = static_cast<double>(starts[i]);
    if (i > width_) {
      later += count;
    } else {
      start_counts_.add_shared(static_cast<std::size_t>(i - 1), count);
    }
  }
  jump_counts_.add_shared(0, before);
  jump_counts_.add_shared(classes_.size() - 1, after);
  start_counts_.add_shared(start_classes_.size() - 1, later);
  for (int p = 0; p <= length; ++p) {
    leaving_.add_shared(leaving_at(length, p), static_cast<double>(leaving[static_cast<std::size_t>(p)]));
  }
}

// expected(c) = sum over positions of leaving * (jumps of class c possible there) / normalizer.
void Jumps::improve_jumps() {
  std::vector<double> expected(classes_.size(), 0.0);
  const auto each_class = [&](int length, int position, auto visit) {
    visit(0, std::max(0, position - 1 - width_));
    for (int d = std::max(-width_, 1 - position); d <= std::min(width_, length - position); ++d)
      visit(d + width_ + 1, 1);
    visit(2 * width_ + 2, std::max(0, length - position - width_));
  };
  for (int length = 1; length <= longest_; ++length) {
    for (int position = 1; position <= length; ++position) {
      const double leaving = leaving_[leaving_at(length, position)];
      if (leaving == 0.0) continue;
      double total = 0.0;
      each_class(length, position,
                 [&](int c, int ways) { total += classes_[static_cast<std::size_t>(c)] * ways; });
      each_class(length, position,
                 [&](int c, int ways) { expected[static_cast<std::size_t>(c)] += leaving / total * ways; });
    }
  }
  update(jump_counts_, expected, classes_);
}

void Jumps::improve_starts() {
  std::vector<double> expected(start_classes_.size(), 0.0);
  for (int length = 1; length <= longest_; ++length) {
    const double leaving = leaving_[leaving_at(length, 0)];
    if (leaving == 0.0) continue;
    const int own = std::min(length, width_), beyond = std::max(0, length - width_);
    double total = start_classes_.back() * beyond;
    for (int i = 0; i < own; ++i) total += start_classes_[static_cast<std::size_t>(i)];
    for (int i = 0; i < own; ++i) expected[static_cast<std::size_t>(i)] += leaving / total;
    expected.back() += leaving / total * beyond;
  }
  update(start_counts_, expected, start_classes_);
}

void Jumps::maximize() {
  for (int step = 0; step < kSteps; ++step) {
    improve_jumps();
    improve_starts();
  }
  expand();
  jump_counts_.clear();
  start_counts_.clear();
  leaving_.clear();
}

void Jumps::set(std::span<const double> classes, std::span<const double> start_classes) {
  const auto sound = [](double each) { return each > 0.0 && each <= 1.0; };
  if (classes.size() != classes_.size() || start_classes.size() != start_classes_.size() ||
      !std::all_of(classes.begin(), classes.end(), sound) ||
      !std::all_of(start_classes.begin(), start_classes.end(), sound)) {
    throw UsageError("jump probabilities must be between 0 and 1, two for each distance up to the width");
  }
  classes_.assign(classes.begin(), classes.end());
  start_classes_.assign(start_classes.begin(), start_classes.end());
  expand();
}

}  // namespace rectrix::align
