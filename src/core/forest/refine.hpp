// A forest whose nodes are split until every edge completes the same n-grams in all derivations that use it.
//
// Then whatever is a sum over n-grams of a translation (linear BLEU, Tromble et al. 2008) is a sum over edges, and
// search for it is exact: oracle, hope and fear, minimum Bayes risk.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "decode/forest.hpp"
#include "forest/ngram_table.hpp"

namespace rectrix::forest {

struct Refined {
  decode::Forest forest;
  std::vector<std::uint32_t> origin;            // the edge of the first forest that each edge is
  std::vector<std::uint32_t> words;             // that each edge's rule has
  std::vector<std::uint32_t> ngrams;            // numbers of the n-grams that edges complete, as often as they do
  std::vector<std::size_t> ngram_begin{0};      // edge e has [e] to [e + 1]
  std::size_t capped = 0;                       // nodes with more states than the limit

  std::span<const std::uint32_t> ngrams_of(std::size_t edge) const {
    return std::span(ngrams).subspan(ngram_begin[edge], ngram_begin[edge + 1] - ngram_begin[edge]);
  }
  // The same derivation of the first forest.
  void trace_back(std::span<std::uint32_t> edges) const {
    for (std::uint32_t& edge : edges) edge = origin[edge];
  }
  // Of each edge: `word` for every word of its rule, and the value of every n-gram that it completes.
  std::vector<double> sums(double word, std::span<const double> ngram_values) const;
};

// limit: states of a node at most; those of the best derivations stay.
Refined refine(const decode::Forest& forest, NgramTable& table, std::size_t limit = std::numeric_limits<std::size_t>::max());

}  // namespace rectrix::forest
