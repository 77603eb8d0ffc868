// Batch tuners: the envelope against brute force, MERT against every breakpoint, k-best MIRA on what can be learned.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/envelope.hpp"
#include "base/error.hpp"
#include "learn/kbmira.hpp"
#include "learn/mert.hpp"
#include "making.hpp"

using namespace rectrix;
using namespace rectrix::learn;

namespace {

struct Random {
  unsigned seed = 1;
  double operator()() {
    seed = seed * 1664525U + 1013904223U;
    return static_cast<double>(seed >> 8) / (1 << 24);
  }
};

void test_the_envelope_is_the_highest_line_everywhere() {
  Random random;
  for (int round = 0; round < 300; ++round) {
    std::vector<std::pair<double, double>> lines(1 + static_cast<std::size_t>(random() * 12));
    for (auto& [slope, intercept] : lines) slope = std::floor(random() * 8) - 4, intercept = random() * 4;
    std::ranges::sort(lines);
    Envelope envelope;
    for (std::uint32_t i = 0; i < lines.size(); ++i) envelope.add(lines[i].first, lines[i].second, i);
    const auto& pieces = envelope.pieces();
    for (double x = -20; x < 20; x += 0.37) {
      const auto behind = std::ranges::upper_bound(pieces, x, {}, &EnvelopePiece::from);
      const auto& [slope, intercept] = lines[(behind - 1)->line];
      for (const auto& [s, i] : lines) assert(intercept + x * slope >= i + x * s - 1e-9);
    }
  }
}

// Lists of `sentences` × `k` with two dense features and one statistic: how good a hypothesis is.
struct Made {
  std::vector<std::int64_t> list_begin{0}, feature_begin{0};
  std::vector<std::int32_t> ids;
  std::vector<float> values;
  std::vector<double> worth;

  Made(int sentences, int k, Random& random) {
    for (int s = 0; s < sentences; ++s) {
      for (int h = 0; h < k; ++h) {
        const double good = random();
        worth.push_back(good);
        for (const double value : {good + 0.3 * random(), random()}) {
          ids.push_back(static_cast<std::int32_t>(ids.size() % 2));
          values.push_back(static_cast<float>(value));
        }
        feature_begin.push_back(static_cast<std::int64_t>(ids.size()));
      }
      list_begin.push_back(static_cast<std::int64_t>(worth.size()));
    }
  }
  ListsView lists() const {
    ListsView made{list_begin, feature_begin, ids, values, worth, 1};
    made.check();
    return made;
  }
};

const Metric kSum = [](std::span<const double> sums, std::span<double> scores) { std::ranges::copy(sums, scores.begin()); };

double sum_at(const ListsView& lists, std::span<const double> weights) {
  return one_best_sums(lists, model_scores(lists, weights))[0];
}

void test_line_search_finds_the_best_of_all_points() {
  Random random;
  for (int round = 0; round < 40; ++round) {
    const Made made(5, 6, random);
    const ListsView lists = made.lists();
    const std::vector<double> start{0.2, 1}, direction{1, 0};
    const auto intercepts = model_scores(lists, start), slopes = model_scores(lists, direction);
    const LineBest best = line_search(lists, kSum, intercepts, slopes, 1e-6);
    for (double x = -30; x < 30; x += 0.01) {
      assert(sum_at(lists, std::vector<double>{0.2 + x, 1}) <= best.score + 1e-9);
    }
    assert(std::abs(sum_at(lists, std::vector<double>{0.2 + best.position, 1}) - best.score) < 1e-9);
  }
}

void test_mert_climbs_and_threads_change_nothing() {
  Random random;
  const Made made(20, 8, random);
  const ListsView lists = made.lists();
  const std::vector<double> starts{0, 1, 1, -1, -1, 0.5};
  MertOptions options;
  options.random_directions = 2;
  const auto one = mert(lists, kSum, starts, 2, options, [](std::size_t) {});
  options.threads = 3;
  const auto many = mert(lists, kSum, starts, 2, options, [](std::size_t) {});
  for (std::size_t i = 0; i < one.size(); ++i) {
    assert(one[i].score >= one[i].start_score && one[i].weights == many[i].weights);
    assert(std::abs(sum_at(lists, one[i].weights) - one[i].score) < 1e-9);
  }
}

void test_kbmira_learns_which_feature_is_good() {
  Random random;
  const Made made(30, 8, random);
  const std::vector<double> start{0, 1};
  const ListsView lists = made.lists();
  KbMiraSolver<double> learner(lists, 4, made.worth, start, {});
  std::vector<std::int64_t> order(30);
  std::iota(order.begin(), order.end(), 0);
  std::size_t updates = 0;
  for (int pass = 0; pass < 20; ++pass) updates += learner.pass(order).updates;
  const auto weights = learner.average();
  assert(updates > 0 && sum_at(lists, weights) > sum_at(lists, start));
  assert(making::throws<UsageError>([&] { learner.pass(std::vector<std::int64_t>{30}); }));
}

void test_arrays_that_do_not_fit_are_refused() {
  Random random;
  Made made(2, 2, random);
  made.ids.pop_back();
  assert(making::throws<UsageError>([&] { (void)made.lists(); }));
  made.ids.push_back(-1);
  assert(making::throws<UsageError>([&] { (void)made.lists(); }));
}

}  // namespace

int main() {
  test_the_envelope_is_the_highest_line_everywhere();
  test_line_search_finds_the_best_of_all_points();
  test_mert_climbs_and_threads_change_nothing();
  test_kbmira_learns_which_feature_is_good();
  test_arrays_that_do_not_fit_are_refused();
}
