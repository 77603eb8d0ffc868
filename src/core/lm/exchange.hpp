// Word classes by the exchange algorithm (Martin, Liermann & Ney 1998).
//
// One word after another moves to the class under which the class bigram model
//
//   p(w | v) = p(w | class of w) p(class of w | class of v)
//
// gives the text the highest likelihood; cycles over all words are repeated until none moves. With n log n for f(n),
//
//   L = sum f(N(c, d)) - sum f(N(c, .)) - sum f(N(., d)) + sum f(N(w)),
//
// of which a move changes only the counts N of pairs of classes that the word takes part in. <s> and </s> are classes of
// their own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "lm/corpus.hpp"

namespace rectrix::lm {

struct ExchangeOptions {
  std::uint32_t classes = 100;  // at most kMaxClasses
  int cycles = 20;              // over all words, at most
};

inline constexpr std::uint32_t kMaxClasses = 4000;  // the table of pairs of classes has its square

struct Exchanged {
  std::vector<std::uint32_t> classes;  // by word of the corpus; the three special words have none: 0
  double log_likelihood = 0;           // natural
  int cycles = 0;
};

// tick: words looked at so far. Throws UsageError if there are more classes than words, or than kMaxClasses.
Exchanged exchange(const Corpus& corpus, const ExchangeOptions& options, const std::function<void(std::size_t)>& tick);

}  // namespace rectrix::lm
