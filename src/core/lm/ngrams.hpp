// The n-grams of a corpus with their counts, in suffix order: by the last word, then the last but one, and so on.
// Sentences begin with as many <s> as the longest n-gram has context.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include "lm/corpus.hpp"
#include "lm/state.hpp"

namespace rectrix::lm {

struct CountOptions {
  int order = 5;
  std::size_t memory = std::size_t{400} << 20;  // bytes for sorting; more text than fits is merged from sorted runs on disk
  int threads = 1;
  std::string folder = "/tmp";  // for the runs
};

// words[0] is the last word, words[order - 1] the first.
using CountedVisit = std::function<void(const std::array<Word, kMaxOrder>& words, std::uint64_t count)>;

// Visits every n-gram of exactly `order` words once. Stops by an exception of tick.
void count_ngrams(const Corpus& corpus, const CountOptions& options, const CountedVisit& visit,
                  const std::function<void(std::size_t)>& tick);

}  // namespace rectrix::lm
