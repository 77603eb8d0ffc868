// Interpolated modified Kneser-Ney estimation (Chen & Goodman 1998; organized after Heafield, Pouzyrevsky, Clark
// & Koehn 2013): with h' = h without its first word, D the discounts of discount.hpp and a the adjusted counts,
//
//   p(w | h) = (a(hw) - D(a(hw))) / sum_x a(hx) + b(h) p(w | h'),   b(h) = sum_x D(a(hx)) / sum_x a(hx)
//
// down to the uniform distribution over all words but <s>. An n-gram that is pruned leaves its whole count to
// the back-off. Where Heafield et al. sort by context, contexts are joined here by hash, in as many parts as
// the memory asks for.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "lm/count_trie.hpp"
#include "lm/discount.hpp"

namespace rectrix::lm {

struct EstimateOptions {
  std::size_t memory = std::size_t{400} << 20;  // bytes for sorting and for tables of contexts
  int threads = 1;
  std::string folder = "/tmp";  // for scratch files
};

// Takes the n-grams of a model: begin once, then all of length 1, of length 2, ... in suffix order.
class NgramSink {
 public:
  virtual ~NgramSink() = default;
  virtual void begin(std::span<const std::uint64_t> counts) = 0;
  virtual void add(std::span<const Word> words, float log10, float backoff) = 0;
  virtual void end() = 0;
};

// words: of the vocabulary, <unk>, <s> and </s> included. discounts: by length, from 1.
void estimate(const CountTrie& trie, std::uint64_t words, const std::vector<Discount>& discounts,
              const EstimateOptions& options, NgramSink& sink, const std::function<void(std::size_t)>& tick);

}  // namespace rectrix::lm
