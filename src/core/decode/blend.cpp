#include "decode/blend.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>

namespace rectrix::decode {
namespace {

constexpr double kLeastCount = 1e-3;

int column(std::span<const std::string> names, std::string_view name) {
  const auto place = std::ranges::find(names, name);
  return place == names.end() ? -1 : static_cast<int>(place - names.begin());
}

}  // namespace

Blend::Blend(std::span<const std::string> names, double weight)
    : weight_(weight),
      p_ef_(column(names, "p_ef")),
      p_fe_(column(names, "p_fe")),
      lex_ef_(column(names, "lex_ef")),
      lex_fe_(column(names, "lex_fe")),
      count_f_(column(names, "count_f")),
      count_ef_(column(names, "count_ef")),
      singleton_f_(column(names, "singleton_f")),
      singleton_ef_(column(names, "singleton_ef")),
      raw_source_(column(names, "raw_count_f")),
      raw_target_(column(names, "raw_count_e")),
      raw_pair_(column(names, "raw_count_ef")) {}

void Blend::change(std::span<float> scores, const LearnedSide& side, const LearnedTarget* target) const {
  const auto at = [&](int column) -> float& { return scores[static_cast<std::size_t>(column)]; };
  // A foreign grammar may say that it never saw its own rule.
  const double pair = std::max<double>(kLeastCount, raw_pair_ >= 0 ? at(raw_pair_) : p_ef_ >= 0 ? kSeen * std::exp(at(p_ef_)) : kSeen);
  const double source = std::max(pair, source_count(scores)), more = weight_ * side.count;
  const double pair_more = target == nullptr ? 0 : weight_ * target->pair;
  const double gain = std::log((pair + pair_more) / pair);
  if (p_ef_ >= 0) at(p_ef_) = static_cast<float>(std::min(0.0, at(p_ef_) + gain + std::log(source / (source + more))));
  if (count_f_ >= 0) at(count_f_) = static_cast<float>(std::log1p(source + more));
  if (raw_source_ >= 0) at(raw_source_) += static_cast<float>(more);
  if (singleton_f_ >= 0) at(singleton_f_) = 0;
  if (target == nullptr) return;
  if (p_fe_ >= 0) {
    const double whole = std::max<double>(pair, raw_target_ >= 0 ? at(raw_target_) : kSeen);
    at(p_fe_) = static_cast<float>(std::min(0.0, at(p_fe_) + gain + std::log(whole / (whole + weight_ * target->target_count))));
  }
  const double own = share(source, side);
  const auto raise = [&](int column, double confirmed) {
    if (column < 0 || at(column) >= confirmed) return;
    at(column) = static_cast<float>(std::log((1 - own) * std::exp(at(column)) + own * std::exp(confirmed)));
  };
  raise(lex_ef_, target->target_lexical);
  raise(lex_fe_, target->source_lexical);
  if (count_ef_ >= 0) at(count_ef_) = static_cast<float>(std::log1p(pair + pair_more));
  if (raw_target_ >= 0) at(raw_target_) += static_cast<float>(weight_ * target->target_count);
  if (raw_pair_ >= 0) at(raw_pair_) += static_cast<float>(pair_more);
  if (singleton_ef_ >= 0) at(singleton_ef_) = 0;
}

void Blend::set(std::span<float> scores, double seen, const LearnedSide& side, const LearnedTarget& target) const {
  std::ranges::fill(scores, 0.0F);
  const double pair = weight_ * target.pair, source = seen + weight_ * side.count;
  const auto put = [&](int column, double value) {
    if (column >= 0) scores[static_cast<std::size_t>(column)] = static_cast<float>(value);
  };
  put(p_ef_, std::log(pair / source));
  put(p_fe_, std::log(target.pair / target.target_count));
  put(lex_ef_, target.target_lexical);
  put(lex_fe_, target.source_lexical);
  put(count_f_, std::log1p(source));
  put(count_ef_, std::log1p(pair));
  put(raw_source_, source);
  put(raw_target_, weight_ * target.target_count);
  put(raw_pair_, pair);
}

}  // namespace rectrix::decode
