#include "learn/lists_view.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "base/error.hpp"
#include "base/offsets.hpp"

namespace rectrix::learn {

void ListsView::check() {
  if (feature_begin.empty()) throw UsageError("feature_begin is empty");
  check_offsets(list_begin, hypotheses(), "list_begin");
  check_offsets(feature_begin, feature_ids.size(), "feature_begin");
  if (feature_values.size() != feature_ids.size()) throw UsageError("feature ids and values differ in number");
  if (statistics.size() != hypotheses() * width) {
    throw UsageError("the statistics of " + std::to_string(hypotheses()) + " hypotheses have the size " +
                     std::to_string(statistics.size()));
  }
  features = 0;
  for (const std::int32_t id : feature_ids) {
    if (id < 0) throw UsageError("a feature has the index " + std::to_string(id));
    features = std::max(features, static_cast<std::size_t>(id) + 1);
  }
  dense = feature_ids.size() == hypotheses() * features;
  for (std::size_t i = 0; dense && i < feature_ids.size(); ++i) dense = static_cast<std::size_t>(feature_ids[i]) == i % features;
}

void ListsView::check_weights(std::size_t weights) const {
  if (features > weights) {
    throw UsageError("feature " + std::to_string(features - 1) + " has no weight among " + std::to_string(weights));
  }
}

Metric bleu(int order) {
  const auto n = static_cast<std::size_t>(order);
  return [n](std::span<const double> sums, std::span<double> scores) {
    const std::size_t width = 2 * n + 2;
    for (std::size_t i = 0; i < scores.size(); ++i) {
      const double* const row = sums.data() + i * width;
      double matches = 1, grams = 1;
      for (std::size_t k = 0; k < n; ++k) {
        matches *= row[2 + k];
        grams *= row[2 + n + k];
      }
      if (!(matches > 0)) {
        scores[i] = 0;
        continue;
      }
      const double ratio = matches / grams;
      const double mean = n == 4 ? std::sqrt(std::sqrt(ratio)) : std::pow(ratio, 1.0 / static_cast<double>(n));
      scores[i] = row[0] < row[1] ? mean * std::exp(1 - row[1] / row[0]) : mean;
    }
  };
}

std::vector<double> model_scores(const ListsView& lists, std::span<const double> weights) {
  std::vector<double> scores(lists.hypotheses());
  for (std::size_t h = 0; h < scores.size(); ++h) scores[h] = lists.score(h, weights);
  return scores;
}

std::vector<std::int64_t> one_best(const ListsView& lists, std::span<const double> scores) {
  std::vector<std::int64_t> best(lists.sentences(), -1);
  for (std::size_t s = 0; s < best.size(); ++s) {
    for (auto h = lists.list_begin[s]; h < lists.list_begin[s + 1]; ++h) {
      if (best[s] < 0 || scores[static_cast<std::size_t>(h)] > scores[static_cast<std::size_t>(best[s])]) best[s] = h;
    }
  }
  return best;
}

std::vector<double> one_best_sums(const ListsView& lists, std::span<const double> scores) {
  std::vector<double> sums(lists.width);
  for (const std::int64_t h : one_best(lists, scores)) {
    if (h < 0) continue;
    const auto row = lists.row(static_cast<std::size_t>(h));
    for (std::size_t i = 0; i < row.size(); ++i) sums[i] += row[i];
  }
  return sums;
}

}  // namespace rectrix::learn
