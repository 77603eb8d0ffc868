// What batch tuners see of k-best lists: features and metric statistics of every hypothesis. Owns nothing.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace rectrix::learn {

struct ListsView {
  std::span<const std::int64_t> list_begin;     // sentence s has hypotheses [s] to [s + 1]
  std::span<const std::int64_t> feature_begin;  // hypothesis h has features [h] to [h + 1]
  std::span<const std::int32_t> feature_ids;
  std::span<const float> feature_values;
  std::span<const double> statistics;  // row h: the metric's summable statistics of hypothesis h
  std::size_t width = 0;               // of a row

  std::size_t sentences() const { return list_begin.size() - 1; }
  std::size_t hypotheses() const { return feature_begin.size() - 1; }
  std::span<const double> row(std::size_t hypothesis) const { return statistics.subspan(hypothesis * width, width); }

  std::size_t features = 0;            // one more than the largest id: so many weights are needed at least
  bool dense = false;                  // every hypothesis has all features: ids need not be read

  // Throws UsageError if the arrays do not fit together; finds out about the features.
  void check();
  // Throws UsageError if a feature has no weight.
  void check_weights(std::size_t weights) const;

  // w·f of one hypothesis.
  double score(std::size_t hypothesis, std::span<const double> weights) const {
    if (dense) return dense_score(feature_values.data() + hypothesis * features, weights.data());
    double sum = 0;
    const auto end = static_cast<std::size_t>(feature_begin[hypothesis + 1]);
    for (auto i = static_cast<std::size_t>(feature_begin[hypothesis]); i < end; ++i) {
      sum += weights[static_cast<std::size_t>(feature_ids[i])] * static_cast<double>(feature_values[i]);
    }
    return sum;
  }

 private:
  // Four sums at once: a single one would wait for each addition.
  double dense_score(const float* values, const double* weights) const {
    double sums[4] = {0, 0, 0, 0};
    std::size_t f = 0;
    for (; f + 4 <= features; f += 4) {
      for (std::size_t k = 0; k < 4; ++k) sums[k] += weights[f + k] * static_cast<double>(values[f + k]);
    }
    for (; f < features; ++f) sums[0] += weights[f] * static_cast<double>(values[f]);
    return (sums[0] + sums[1]) + (sums[2] + sums[3]);
  }
};

// From many rows of summed statistics to a score each, higher is better.
using Metric = std::function<void(std::span<const double> sums, std::span<double> scores)>;

// BLEU of rows (words, reference length, matches of order 1..N, n-grams of order 1..N); 0 without a match of some order.
Metric bleu(int order);

// w·f of every hypothesis.
std::vector<double> model_scores(const ListsView& lists, std::span<const double> weights);

// The best hypothesis of each sentence, the first of equals; -1 for an empty list.
std::vector<std::int64_t> one_best(const ListsView& lists, std::span<const double> scores);

// The summed statistics of the best hypotheses.
std::vector<double> one_best_sums(const ListsView& lists, std::span<const double> scores);

}  // namespace rectrix::learn
