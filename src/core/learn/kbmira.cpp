#include "learn/kbmira.hpp"

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "base/error.hpp"

namespace rectrix::learn {
namespace {

// sum + a · b; fused in single precision.
template <class Real>
Real add_product(Real sum, Real a, Real b) {
  if constexpr (std::is_same_v<Real, float>) {
    return std::fma(a, b, sum);
  } else {
    return sum + a * b;
  }
}

}  // namespace

template <class Real>
struct KbMiraSolver<Real>::Choice {
  std::size_t hope = 0, fear = 0, model = 0;
  Real hope_gain = 0, fear_gain = 0;
};

template <class Real>
KbMiraSolver<Real>::KbMiraSolver(ListsView lists, int order, std::span<const double> gains, std::span<const double> start,
                     const KbMiraOptions& options)
    : lists_(lists),
      order_(static_cast<std::size_t>(order)),
      gains_(gains),
      options_(options),
      statistics_(lists.statistics.begin(), lists.statistics.end()),
      weights_(start.begin(), start.end()),
      totals_(weights_),
      background_(lists.width, 1),
      last_(weights_.size()) {
  lists.check_weights(start.size());
  if (gains.empty() ? lists.width != 2 * order_ + 2 : gains.size() != lists.hypotheses()) {
    throw UsageError("neither BLEU statistics nor a gain for each hypothesis");
  }
}

template <class Real>
Real KbMiraSolver<Real>::score(std::size_t hypothesis) const {
  if constexpr (std::is_same_v<Real, double>) return lists_.score(hypothesis, weights_);
  Real sum = 0;
  const auto end = static_cast<std::size_t>(lists_.feature_begin[hypothesis + 1]);
  for (auto i = static_cast<std::size_t>(lists_.feature_begin[hypothesis]); i < end; ++i) {
    sum = add_product<Real>(sum, weights_[static_cast<std::size_t>(lists_.feature_ids[i])], lists_.feature_values[i]);
  }
  return sum;
}

template <class Real>
Real KbMiraSolver<Real>::gain(std::size_t hypothesis) const {
  if (!gains_.empty()) return static_cast<Real>(gains_[hypothesis]);
  const float* const row = statistics_.data() + hypothesis * lists_.width;
  const auto sum = [&](std::size_t i) { return static_cast<Real>(row[i]) + background_[i]; };
  const Real reference = sum(1), brevity = 1 - reference / sum(2 + order_);
  if constexpr (std::is_same_v<Real, float>) {
    Real log_bleu = 0;
    for (std::size_t k = 2; k < 2 + order_; ++k) log_bleu += std::log(sum(k)) - std::log(sum(k + order_));
    log_bleu /= static_cast<Real>(order_);
    if (brevity < 0) log_bleu += brevity;
    return std::exp(log_bleu) * reference;
  } else {
    Real matches = 1, grams = 1;
    for (std::size_t k = 2; k < 2 + order_; ++k) {
      matches *= sum(k);
      grams *= sum(k + order_);
    }
    const Real ratio = matches / grams;
    const Real mean = order_ == 4 ? std::sqrt(std::sqrt(ratio)) : std::pow(ratio, 1 / static_cast<Real>(order_));
    return (brevity < 0 ? mean * std::exp(brevity) : mean) * reference;
  }
}

template <class Real>
typename KbMiraSolver<Real>::Choice KbMiraSolver<Real>::choose(std::size_t sentence) {
  const auto first = static_cast<std::size_t>(lists_.list_begin[sentence]);
  const auto end = static_cast<std::size_t>(lists_.list_begin[sentence + 1]);
  Real scale = 1;
  for (int round = 0;; ++round) {
    Choice choice{first, first, first, 0, 0};
    Real hope = 0, fear = 0, model = 0, hope_score = 0;
    for (std::size_t h = first; h < end; ++h) {
      const Real points = score(h), value = gain(h);
      if (h == first || scale * points + value > hope) {
        hope = scale * points + value;
        hope_score = points;
        choice.hope = h;
        choice.hope_gain = value;
      }
      if (h == first || points - value > fear) {
        fear = points - value;
        choice.fear = h;
        choice.fear_gain = value;
      }
      if (h == first || points > model) {
        model = points;
        choice.model = h;
      }
    }
    const Real wanted = 5 * std::abs(choice.hope_gain) / std::max<Real>(std::abs(hope_score), Real(1e-8));
    if (round > 0 || !options_.safe_hope || wanted >= scale) return choice;
    scale = wanted;
  }
}

template <class Real>
void KbMiraSolver<Real>::difference(std::size_t hope, std::size_t fear) {
  auto i = static_cast<std::size_t>(lists_.feature_begin[hope]), j = static_cast<std::size_t>(lists_.feature_begin[fear]);
  const auto i_end = static_cast<std::size_t>(lists_.feature_begin[hope + 1]);
  const auto j_end = static_cast<std::size_t>(lists_.feature_begin[fear + 1]);
  difference_.clear();
  while (i < i_end || j < j_end) {
    const bool left = j >= j_end || (i < i_end && lists_.feature_ids[i] <= lists_.feature_ids[j]);
    const bool right = i >= i_end || (j < j_end && lists_.feature_ids[j] <= lists_.feature_ids[i]);
    const std::int32_t id = lists_.feature_ids[left ? i : j];
    const Real plus = left ? lists_.feature_values[i++] : 0, minus = right ? lists_.feature_values[j++] : 0;
    if (plus != minus) difference_.emplace_back(id, plus - minus);
  }
}

template <class Real>
Real KbMiraSolver<Real>::step(std::size_t hope, std::size_t fear, Real delta) {
  difference(hope, fear);
  Real margin = 0, squared = 0;
  for (const auto& [id, value] : difference_) {
    margin = add_product(margin, weights_[static_cast<std::size_t>(id)], value);
    squared = add_product(squared, value, value);
  }
  const Real loss = delta - margin;
  if (!(loss > 0) || !(squared > 0)) return 0;
  const Real rate = std::min(static_cast<Real>(options_.cap), loss / squared);
  ++updates_;
  for (const auto& [id, value] : difference_) {
    const auto f = static_cast<std::size_t>(id);
    const Real change = rate * value;
    totals_[f] += static_cast<Real>(updates_ - last_[f]) * weights_[f] + change;
    weights_[f] += change;
    last_[f] = updates_;
  }
  return loss;
}

template <class Real>
typename KbMiraSolver<Real>::Pass KbMiraSolver<Real>::pass(std::span<const std::int64_t> order) {
  Pass result;
  const auto decay = static_cast<Real>(options_.decay);
  for (const std::int64_t sentence : order) {
    const auto s = static_cast<std::size_t>(sentence);
    if (s >= lists_.sentences()) throw UsageError("no sentence " + std::to_string(sentence));
    if (lists_.list_begin[s] == lists_.list_begin[s + 1]) continue;
    const Choice choice = choose(s);
    if (choice.hope == choice.fear || !(choice.hope_gain > choice.fear_gain)) continue;
    if (const Real loss = step(choice.hope, choice.fear, choice.hope_gain - choice.fear_gain); loss > 0) {
      result.loss += static_cast<double>(loss);
      ++result.updates;
    }
    const auto seen = lists_.row(options_.model_background ? choice.model : choice.hope);
    for (std::size_t i = 0; i < seen.size(); ++i) background_[i] = background_[i] * decay + static_cast<Real>(seen[i]);
  }
  return result;
}

template <class Real>
std::vector<double> KbMiraSolver<Real>::average() const {
  if (updates_ == 0) return {weights_.begin(), weights_.end()};
  std::vector<double> mean(weights_.size());
  for (std::size_t f = 0; f < mean.size(); ++f) {
    const Real total = totals_[f] + static_cast<Real>(updates_ - last_[f]) * weights_[f];
    mean[f] = static_cast<double>(total / static_cast<Real>(updates_));
  }
  return mean;
}

template class KbMiraSolver<double>;
template class KbMiraSolver<float>;

}  // namespace rectrix::learn
