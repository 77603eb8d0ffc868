// The upper envelope of lines y = intercept + x · slope.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

namespace rectrix {

struct EnvelopePiece {
  double from;  // the piece's left end; -infinity for the first
  double slope, intercept;
  std::uint32_t line;  // the caller's number

  double at(double x) const { return intercept + x * slope; }
};

// Lines come by ascending slope. Of lines with one slope the highest counts, the first of equals.
class Envelope {
 public:
  void clear() { pieces_.clear(); }
  void add(double slope, double intercept, std::uint32_t line) {
    double from = -std::numeric_limits<double>::infinity();
    for (; !pieces_.empty(); pieces_.pop_back()) {
      const EnvelopePiece& top = pieces_.back();
      if (top.slope == slope) {
        if (top.intercept >= intercept) return;
        continue;
      }
      const double crossing = (top.intercept - intercept) / (slope - top.slope);
      if (crossing > top.from) {
        from = crossing;
        break;
      }
    }
    pieces_.push_back({from, slope, intercept, line});
  }
  const std::vector<EnvelopePiece>& pieces() const { return pieces_; }

 private:
  std::vector<EnvelopePiece> pieces_;
};

}  // namespace rectrix
