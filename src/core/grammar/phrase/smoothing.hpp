// Smoothed phrase translation probabilities (Foster, Kuhn & Johnson 2006).
#pragma once

#include <array>
#include <cstdint>

namespace rectrix::grammar {

// What is done about small counts:
//   Good-Turing  c* = (c + 1) n(c + 1) / n(c) takes the place of counts up to 5, totals stay
//   Kneser-Ney   p(e|f) = (c(f,e) - D(c)) / c(f) + D(f,.) / c(f) p(e), p(e) by the number of different f; D as in
//                modified Kneser-Ney smoothing, D(f,.) the sum of what was taken away
enum class PhraseSmoothing : std::uint8_t { kNone, kGoodTuring, kKneserNey };

// What was seen of a phrase, to smooth by.
struct Seen {
  std::uint32_t total = 0, different = 0;  // occurrences, and the phrases it goes with
  float taken = 0;                         // what smoothing takes from its counts
};

class Smoother {
 public:
  // counts[c]: pairs that occurred c times, c from 1 to 6; pairs: all of them.
  Smoother(PhraseSmoothing kind, const std::array<double, 7>& counts, double pairs);

  // What is taken from a count.
  double taken(std::uint32_t count) const;
  // log p of one side given the other, which `given` describes; different: phrases that the one side goes with.
  double log_probability(std::uint32_t count, const Seen& given, std::uint32_t different) const;

 private:
  PhraseSmoothing kind_;
  double pairs_;
  std::array<double, 6> turing_{};
  std::array<double, 4> discount_{};
};

}  // namespace rectrix::grammar
