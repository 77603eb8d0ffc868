// The upper envelope of lines y = intercept + x · slope.
#pragma once

#include <cstdint>
#include <vector>

namespace rectrix::learn {

struct EnvelopePiece {
  double from;               // the piece's left end; -infinity for the first
  std::uint32_t hypothesis;  // of the sentence, from 0
};

// Lines come by ascending slope. Of lines with one slope the highest counts, the first of equals.
class Envelope {
 public:
  void clear() { pieces_.clear(); lines_.clear(); }
  void add(double slope, double intercept, std::uint32_t hypothesis) {
    double from = -__builtin_inf();
    while (!lines_.empty()) {
      const Line& top = lines_.back();
      if (top.slope == slope) {
        if (top.intercept >= intercept) return;
      } else {
        from = (top.intercept - intercept) / (slope - top.slope);
        if (from > pieces_.back().from) break;
      }
      lines_.pop_back();
      pieces_.pop_back();
      from = -__builtin_inf();
    }
    lines_.push_back({slope, intercept});
    pieces_.push_back({from, hypothesis});
  }
  const std::vector<EnvelopePiece>& pieces() const { return pieces_; }

 private:
  struct Line {
    double slope, intercept;
  };
  std::vector<EnvelopePiece> pieces_;
  std::vector<Line> lines_;
};

}  // namespace rectrix::learn
