#include "learn/sampling.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "base/error.hpp"
#include "base/hash.hpp"
#include "base/random.hpp"
#include "base/threads.hpp"

namespace rectrix::learn {
namespace {

struct Drawn {
  double difference;  // of gains, above 0
  std::uint32_t draw, better, worse;
};

double longest_difference(std::span<const std::int64_t> lengths, double deviations) {
  if (deviations <= 0) return HUGE_VAL;
  double sum = 0, squares = 0;
  for (const std::int64_t length : lengths) {
    sum += static_cast<double>(length);
    squares += static_cast<double>(length) * static_cast<double>(length);
  }
  const double mean = sum / static_cast<double>(lengths.size());
  const double variance = std::max(0.0, squares / static_cast<double>(lengths.size()) - mean * mean);
  return std::max(2.0, deviations * std::sqrt(variance));
}

std::vector<Drawn> draw(std::span<const double> gains, std::span<const std::int64_t> lengths, const SamplingOptions& options,
                        Random random) {
  std::vector<Drawn> drawn;
  const auto count = static_cast<std::uint32_t>(gains.size());
  const double longest = longest_difference(lengths, options.length_deviations);
  for (std::int64_t i = 0; i < options.draws; ++i) {
    auto better = random.below(count);
    auto worse = random.below(count);
    double difference = gains[better] - gains[worse];
    if (difference < 0) {
      std::swap(better, worse);
      difference = -difference;
    }
    if (!(difference > 0) || difference < options.threshold) continue;
    if (std::abs(static_cast<double>(lengths[better] - lengths[worse])) > longest) continue;
    drawn.push_back({difference, static_cast<std::uint32_t>(i), better, worse});
  }
  // Of equal differences the first drawn are kept.
  const auto larger = [](const Drawn& a, const Drawn& b) {
    return a.difference > b.difference || (a.difference == b.difference && a.draw < b.draw);
  };
  const auto kept = drawn.begin() + std::min<std::ptrdiff_t>(options.keep, std::ssize(drawn));
  std::partial_sort(drawn.begin(), kept, drawn.end(), larger);
  drawn.erase(kept, drawn.end());
  return drawn;
}

}  // namespace

Pairs sample_pairs(std::span<const std::int64_t> list_begin, std::span<const double> gains,
                   std::span<const std::int64_t> lengths, const SamplingOptions& options) {
  if (list_begin.empty() || list_begin.front() != 0 || list_begin.back() != std::ssize(gains) ||
      !std::is_sorted(list_begin.begin(), list_begin.end()) || gains.size() != lengths.size()) {
    throw UsageError("lists, gains and lengths do not fit together");
  }
  if (options.draws < 0 || options.draws > 0x7fffffff || options.keep < 0) {
    throw UsageError("cannot draw " + std::to_string(options.draws) + " pairs and keep " + std::to_string(options.keep));
  }
  const std::size_t sentences = list_begin.size() - 1;
  std::vector<std::vector<Drawn>> drawn(sentences);
  parallel_for(sentences, options.threads, [&](std::size_t s, int) {
    const auto first = static_cast<std::size_t>(list_begin[s]), count = static_cast<std::size_t>(list_begin[s + 1]) - first;
    if (count >= 2) drawn[s] = draw(gains.subspan(first, count), lengths.subspan(first, count), options, Random(combine(options.seed, s)));
  });
  Pairs pairs;
  pairs.begin.push_back(0);
  for (std::size_t s = 0; s < sentences; ++s) {
    for (const Drawn& pair : drawn[s]) {
      pairs.better.push_back(list_begin[s] + pair.better);
      pairs.worse.push_back(list_begin[s] + pair.worse);
    }
    pairs.begin.push_back(std::ssize(pairs.better));
  }
  return pairs;
}

}  // namespace rectrix::learn
