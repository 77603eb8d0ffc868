#include "features/discretized.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"

namespace rectrix::features {
namespace {

constexpr std::size_t kWords = static_cast<std::size_t>(-1);  // a column of no grammar

std::size_t column_of(std::string_view score, std::span<const std::string> names) {
  if (score == kRawWords) return kWords;
  const auto place = std::find(names.begin(), names.end(), score);
  if (place != names.end()) return static_cast<std::size_t>(place - names.begin());
  std::string known;
  for (const std::string& name : names) known.append(known.empty() ? "" : ", ").append(name);
  throw UsageError("cannot discretize " + std::string(score) + ": the grammar's scores are " + known + ", " + std::string(kRawWords));
}

void check(const Discretization::Bins& bins) {
  if (!std::is_sorted(bins.bounds.begin(), bins.bounds.end()) || !std::ranges::all_of(bins.bounds, [](double b) { return std::isfinite(b); })) {
    throw UsageError("the bins of " + bins.score + " do not ascend");
  }
  if (!bins.names.empty() && bins.names.size() != bins.bounds.size() + 1) {
    throw UsageError("the names of " + bins.score + "'s bins do not fit its bounds");
  }
}

double at(std::span<const double> weights, Index index) { return index < weights.size() ? weights[index] : 0; }

}  // namespace

std::size_t target_words(const grammar::Rule& rule) {
  return static_cast<std::size_t>(std::ranges::count_if(rule.target, [](grammar::Symbol symbol) { return !grammar::is_gap(symbol); }));
}

Discretized::Discretized(Discretization what, std::span<const std::string> score_names, FeatureSpace& space)
    : what_(std::move(what)) {
  for (const Discretization::Bins& bins : what_.bins) {
    check(bins);
    columns_.push_back(column_of(bins.score, score_names));
    auto& indexes = features_.emplace_back();
    for (const std::string& name : bins.names) indexes.push_back(space.add(name));
  }
  for (const Discretization::Probability& one : what_.probabilities) {
    probability_columns_.push_back(column_of(one.score, score_names));
    probability_features_.push_back(space.add(one.name));
  }
}

std::size_t Discretized::bin_of(std::size_t i, const grammar::Rule& rule) const {
  const std::vector<double>& bounds = what_.bins[i].bounds;
  const double value = columns_[i] == kWords ? static_cast<double>(target_words(rule)) : rule.scores[columns_[i]];
  return static_cast<std::size_t>(std::upper_bound(bounds.begin(), bounds.end(), value) - bounds.begin());
}

Discretized::Fired Discretized::fired(std::size_t i, std::size_t bin) const {
  const Discretization::Bins& bins = what_.bins[i];
  return {bin - std::min(bin, bins.overlap), std::min(bin + bins.overlap + 1, bins.names.size())};
}

void Discretized::emit(const RuleText& rule, Sink& sink) const {
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const auto [first, end] = fired(i, bin_of(i, rule.rule));
    for (std::size_t bin = first; bin < end; ++bin) {
      sink.emit_once_spelled(Sink::kBins, std::uint64_t{i} << 32 | bin, [&](Name& name) { name += what_.bins[i].names[bin]; });
    }
  }
  for (std::size_t i = 0; i < probability_columns_.size(); ++i) {
    sink.emit_once_spelled(Sink::kProbabilities, i, [&](Name& name) { name += what_.probabilities[i].name; },
                           std::exp(rule.rule.scores[probability_columns_[i]]));
  }
}

bool Discretized::replaces(std::string_view score) const {
  const auto is_it = [score](const auto& one) { return one.score == score; };
  return !what_.keep && (std::ranges::any_of(what_.bins, is_it) || std::ranges::any_of(what_.probabilities, is_it));
}

std::vector<double> Discretized::weigh(std::span<const double> weights) const {
  std::vector<double> weighed;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    for (std::size_t bin = 0; bin <= what_.bins[i].bounds.size(); ++bin) {
      const auto [first, end] = fired(i, bin);
      double sum = 0;
      for (std::size_t one = first; one < end; ++one) sum += at(weights, features_[i][one]);
      weighed.push_back(sum);
    }
  }
  for (const Index index : probability_features_) weighed.push_back(at(weights, index));
  return weighed;
}

double Discretized::score(const grammar::Rule& rule, std::span<const double> weighed) const {
  double sum = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    sum += weighed[begin + bin_of(i, rule)];
    begin += what_.bins[i].bounds.size() + 1;
  }
  for (const std::size_t column : probability_columns_) sum += weighed[begin++] * std::exp(rule.scores[column]);
  return sum;
}

bool is_feature(std::string_view score, const Discretized* discretized) {
  return !score.starts_with("raw_") && (discretized == nullptr || !discretized->replaces(score));
}

}  // namespace rectrix::features
