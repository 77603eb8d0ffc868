#include "learn/mert.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>

#include "base/envelope.hpp"
#include "base/error.hpp"
#include "base/hash.hpp"
#include "base/random.hpp"
#include "base/threads.hpp"
#include "learn/sweep.hpp"

namespace rectrix::learn {
namespace {

// Feature columns, and for each the hypotheses of every sentence by ascending value: the same for every point.
struct Axes {
  std::vector<float> values;         // [feature][hypothesis]
  std::vector<std::uint32_t> order;  // [feature][position in all lists] -> hypothesis of the sentence
};

void sort_by_slope(const ListsView& lists, std::span<const float> slopes, std::span<std::uint32_t> order) {
  for (std::size_t s = 0; s < lists.sentences(); ++s) {
    const auto first = static_cast<std::size_t>(lists.list_begin[s]), end = static_cast<std::size_t>(lists.list_begin[s + 1]);
    const auto local = order.subspan(first, end - first);
    std::iota(local.begin(), local.end(), 0U);
    std::sort(local.begin(), local.end(), [&](std::uint32_t a, std::uint32_t b) {
      const float left = slopes[first + a], right = slopes[first + b];
      return left < right || (left == right && a < b);
    });
  }
}

Axes make_axes(const ListsView& lists, std::size_t features, int threads) {
  const std::size_t count = lists.hypotheses();
  Axes axes{std::vector<float>(features * count), std::vector<std::uint32_t>(features * count)};
  for (std::size_t h = 0; h < count; ++h) {
    for (auto i = lists.feature_begin[h]; i < lists.feature_begin[h + 1]; ++i) {
      const auto at = static_cast<std::size_t>(i);
      axes.values[static_cast<std::size_t>(lists.feature_ids[at]) * count + h] = lists.feature_values[at];
    }
  }
  parallel_for(features, threads, [&](std::size_t f, int) {
    sort_by_slope(lists, std::span(axes.values).subspan(f * count, count), std::span(axes.order).subspan(f * count, count));
  });
  return axes;
}

// One worker's line searches; the arrays are kept between them.
class Searcher {
 public:
  Searcher(const ListsView& lists, const Metric& metric, double narrowest)
      : lists_(lists), metric_(metric), sweep_(lists.statistics, lists.width, {.narrowest = narrowest}) {}

  LineBest search(std::span<const double> intercepts, std::span<const float> slopes, std::span<const std::uint32_t> order) {
    sweep_.clear();
    for (std::size_t s = 0; s < lists_.sentences(); ++s) {
      const auto first = static_cast<std::size_t>(lists_.list_begin[s]), end = static_cast<std::size_t>(lists_.list_begin[s + 1]);
      if (first == end) continue;
      envelope_.clear();
      for (std::size_t i = first; i < end; ++i) {
        const std::size_t h = first + order[i];
        envelope_.add(static_cast<double>(slopes[h]), intercepts[h], order[i]);
      }
      const auto& pieces = envelope_.pieces();
      sweep_.begin_sentence(first + pieces[0].line);
      for (std::size_t p = 1; p < pieces.size(); ++p) sweep_.change(pieces[p].from, first + pieces[p].line);
    }
    return sweep_.best(metric_);
  }

 private:
  const ListsView& lists_;
  const Metric& metric_;
  Envelope envelope_;
  Sweep sweep_;
};

double score_of(const ListsView& lists, const Metric& metric, std::span<const double> scores) {
  double score = 0;
  metric(one_best_sums(lists, scores), std::span(&score, 1));
  return score;
}

// Climbs from one start.
class Climb {
 public:
  Climb(const ListsView& lists, const Metric& metric, const Axes& axes, std::span<const double> start, const MertOptions& options)
      : lists_(lists), axes_(axes), options_(options), searcher_(lists, metric, options.narrowest),
        weights_(start.begin(), start.end()), scores_(model_scores(lists, start)) {
    result_.start_score = result_.score = score_of(lists, metric, scores_);
  }

  template <class Tick>
  MertResult run(Random random, Tick tick) {
    for (int pass = 0; pass < options_.passes; ++pass) {
      tick();
      const double before = result_.score;
      for (std::size_t f = 0; f < weights_.size(); ++f) along_axis(f);
      for (int i = 0; i < options_.random_directions; ++i) along_random(random);
      if (result_.score - before <= options_.tolerance) break;
    }
    result_.weights = weights_;
    return result_;
  }

 private:
  void along_axis(std::size_t f) {
    const std::size_t count = lists_.hypotheses();
    const auto slopes = std::span(axes_.values).subspan(f * count, count);
    const LineBest best = searcher_.search(scores_, slopes, std::span(axes_.order).subspan(f * count, count));
    if (move(best, slopes)) weights_[f] += best.position;
  }

  void along_random(Random& random) {
    const std::size_t count = lists_.hypotheses();
    std::vector<double> direction(weights_.size()), exact(count);
    for (double& d : direction) d = 2 * random.uniform() - 1;
    slopes_.resize(count);
    order_.resize(count);
    for (std::size_t h = 0; h < count; ++h) slopes_[h] = static_cast<float>(lists_.score(h, direction));
    sort_by_slope(lists_, slopes_, order_);
    const LineBest best = searcher_.search(scores_, slopes_, order_);
    if (!move(best, slopes_)) return;
    for (std::size_t f = 0; f < weights_.size(); ++f) weights_[f] += best.position * direction[f];
  }

  bool move(const LineBest& best, std::span<const float> slopes) {
    ++result_.line_searches;
    if (!(best.score > result_.score) || best.position == 0) return false;
    for (std::size_t h = 0; h < scores_.size(); ++h) scores_[h] += best.position * static_cast<double>(slopes[h]);
    result_.score = best.score;
    return true;
  }

  const ListsView& lists_;
  const Axes& axes_;
  const MertOptions& options_;
  Searcher searcher_;
  std::vector<double> weights_, scores_;
  std::vector<float> slopes_;
  std::vector<std::uint32_t> order_;
  MertResult result_;
};

}  // namespace

LineBest line_search(const ListsView& lists, const Metric& metric, std::span<const double> intercepts,
                     std::span<const double> slopes, double narrowest) {
  const std::size_t count = lists.hypotheses();
  if (intercepts.size() != count || slopes.size() != count) throw UsageError("a line needs an intercept and a slope for each hypothesis");
  std::vector<float> single(slopes.begin(), slopes.end());
  std::vector<std::uint32_t> order(count);
  sort_by_slope(lists, single, order);
  return Searcher(lists, metric, narrowest).search(intercepts, single, order);
}

std::vector<MertResult> mert(const ListsView& lists, const Metric& metric, std::span<const double> starts,
                             std::size_t features, const MertOptions& options,
                             const std::function<void(std::size_t done)>& tick) {
  lists.check_weights(features);
  if (features == 0 || starts.empty() || starts.size() % features != 0) throw UsageError("each start needs a weight for every feature");
  const Axes axes = make_axes(lists, features, options.threads);
  std::vector<MertResult> results(starts.size() / features);
  std::atomic<std::size_t> done{0};
  parallel_for(results.size(), options.threads, [&](std::size_t i, int) {
    Climb climb(lists, metric, axes, starts.subspan(i * features, features), options);
    results[i] = climb.run(Random(combine(options.seed, i)), [&] { tick(done.load()); });
    ++done;
  });
  // What rounding along the way may have changed is measured again.
  for (MertResult& result : results) result.score = score_of(lists, metric, model_scores(lists, result.weights));
  return results;
}

}  // namespace rectrix::learn
