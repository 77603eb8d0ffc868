// From text to a model: counting, discounts, estimation, in this order.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "lm/arpa.hpp"
#include "lm/corpus.hpp"
#include "lm/discount.hpp"
#include "lm/model.hpp"

namespace rectrix::lm {

struct TrainOptions {
  int order = 5;                                // 1..kMaxOrder
  std::vector<std::uint64_t> prune;             // by length: n-grams that occur so often or less are left out; the
                                                // last holds for all longer ones; the first must be 0
  std::array<double, 3> fallback = kFallbackDiscount;  // where the discounts' formula fails
  std::size_t memory = std::size_t{400} << 20;  // bytes for sorting and for tables of contexts
  int threads = 1;                              // the result does not depend on it
  std::string folder = "/tmp";                  // for scratch files
};

struct Training {
  std::vector<Discount> discounts;           // by length, from 1
  std::vector<LevelStatistics> statistics;  // likewise
  std::optional<Model> model;                // if asked for
};

// Writes ARPA text if `write` is set, and builds the model in memory if `build`. Takes the corpus' vocabulary.
Training train(Corpus& corpus, const TrainOptions& options, const ArpaWriter::Write& write, bool build,
               const std::function<void(std::size_t)>& tick);

}  // namespace rectrix::lm
