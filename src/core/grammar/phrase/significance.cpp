#include "grammar/phrase/significance.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.hpp"
#include "grammar/phrase/occurrences.hpp"

namespace rectrix::grammar {
namespace {

double log_choose(double n, double k) { return std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1); }

// Each number of the smaller set is looked up in what is left of the larger one.
std::uint32_t count_common(std::span<const std::uint32_t> a, std::span<const std::uint32_t> b) {
  if (a.size() > b.size()) std::swap(a, b);
  std::uint32_t common = 0;
  for (auto place = b.begin(); const std::uint32_t number : a) {
    place = std::lower_bound(place, b.end(), number);
    if (place == b.end()) break;
    common += *place == number ? 1 : 0;
  }
  return common;
}

std::vector<Word> text_of_targets(const BitextIndex& bitext) {
  std::vector<Word> text;
  for (std::uint32_t sentence = 0; sentence < bitext.size(); ++sentence) {
    const auto words = bitext.pair(sentence).target;
    text.insert(text.end(), words.begin(), words.end());
    text.push_back(kSentenceEnd);
  }
  return text;
}

std::vector<std::uint32_t> sentences_of(std::span<const Word> text) {
  std::vector<std::uint32_t> sentences;
  sentences.reserve(text.size());
  std::uint32_t sentence = 0;
  for (const Word word : text) {
    sentences.push_back(sentence);
    if (word == kSentenceEnd) ++sentence;
  }
  return sentences;
}

}  // namespace

// The sum of the hypergeometric distribution's upper tail. Terms are relative to the first, p(both), so that tails far
// below the smallest floating-point number keep their logarithm.
double surprise(const Cooccurrence& seen) {
  const double both = seen.both, source = seen.source, target = seen.target, all = seen.all;
  if (both > std::min(source, target) || std::max(source, target) > all || source + target - both > all) {
    throw UsageError("two phrases cannot occur so often in so many sentence pairs");
  }
  const double first = log_choose(source, both) + log_choose(all - source, target - both) - log_choose(all, target);
  double term = 1, sum = 1;
  for (double k = both; k < std::min(source, target); ++k) {
    const double ratio = (source - k) * (target - k) / ((k + 1) * (all - source - target + k + 1));
    term *= ratio;
    sum += term;
    if (ratio < 1 && term < sum * std::numeric_limits<double>::epsilon()) break;
    if (!std::isfinite(sum)) return 0;  // from so far below what is usual, the tail is all there is
  }
  return std::max(0.0, -(first + std::log(sum)));
}

std::span<const std::uint32_t> SentenceSets::find(std::span<const Word> phrase) {
  if (kept_.size() > limit_) {
    kept_.clear();
    places_.clear();
  }
  const auto [place, fresh] = places_.insert(phrase_key(phrase));
  if (fresh) {
    place.begin = kept_.size();
    for (const std::uint32_t position : suffixes_.positions(suffixes_.find(phrase))) kept_.push_back(sentences_[position]);
    const auto begin = kept_.begin() + static_cast<std::ptrdiff_t>(place.begin);
    std::sort(begin, kept_.end());
    kept_.erase(std::unique(begin, kept_.end()), kept_.end());
    place.size = kept_.size() - place.begin;
  }
  return std::span(kept_).subspan(place.begin, place.size);
}

Significance::Significance(const BitextIndex& bitext, std::size_t memory)
    : bitext_(bitext),
      target_text_(text_of_targets(bitext)),
      target_sentences_(sentences_of(target_text_)),
      target_suffixes_(suffix_array(target_text_, static_cast<std::uint32_t>(bitext.target_words().size()))),
      sources_(bitext.suffixes(), bitext.sentences(), 0),  // each source phrase comes once
      targets_({target_text_, target_suffixes_}, target_sentences_, memory) {}

void Significance::begin(std::span<const Word> source) {
  const auto found = sources_.find(source);
  with_source_.assign(found.begin(), found.end());
}

Cooccurrence Significance::count(std::span<const Word> target) {
  const auto with_target = targets_.find(target);
  return {count_common(with_source_, with_target), static_cast<std::uint32_t>(with_source_.size()),
          static_cast<std::uint32_t>(with_target.size()), static_cast<std::uint32_t>(bitext_.size())};
}

}  // namespace rectrix::grammar
