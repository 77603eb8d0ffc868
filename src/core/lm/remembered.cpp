#include "lm/remembered.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "base/lines.hpp"
#include "lm/builder.hpp"

namespace rectrix::lm {
namespace {

constexpr double kExpected = -10;  // natural logarithm of any word's probability, if there is no other model

}  // namespace

void Remembered::count(std::string_view sentence, int sign) {
  std::u32string words{static_cast<char32_t>(kSentenceBegin)};
  for (std::string_view word = take_word(sentence); !word.empty(); word = take_word(sentence)) words += static_cast<char32_t>(words_.add(word));
  words += static_cast<char32_t>(kSentenceEnd);
  for (std::size_t end = 2; end <= words.size(); ++end) {
    for (std::size_t length = 1; length <= std::min<std::size_t>(kOrder, end); ++length) {
      const std::u32string ngram = words.substr(end - length, length);
      const auto [place, fresh] = ngrams_[length - 1].try_emplace(ngram);
      if (fresh) place->second = unseen(ngram);
      place->second.count += static_cast<std::uint32_t>(sign);
      contexts_[length - 1][ngram.substr(0, length - 1)] += static_cast<std::uint32_t>(sign);
    }
  }
}

// What the other model says of an n-gram's last word behind the others.
Remembered::Seen Remembered::unseen(const std::u32string& ngram) const {
  if (!other_) return {.log_probability = kExpected};
  State state = Model::null(), next;
  Match last{};
  Word word = kUnknown;
  for (std::size_t i = 0; i < ngram.size(); ++i) {
    if (i == 0 && ngram[i] == static_cast<char32_t>(kSentenceBegin)) {
      state = other_->begin();
      continue;
    }
    word = other_->index(words_.text(static_cast<Word>(ngram[i])));
    last = other_->match(state, word, next);
    state = next;
  }
  const auto longest = std::min(ngram.size(), static_cast<std::size_t>(other_->order()));
  const bool known = !Model::is_unknown(word) && static_cast<std::size_t>(last.length) >= longest;
  return {.log_probability = last.log10 * std::numbers::ln10, .known = known};
}

float Remembered::log10_of(const Seen& seen, double context) const {
  const double own = std::max(0.0, seen.count - 0.5) / context;
  const double gain = seen.known ? 0.0 : std::log(1 - kShare + kShare * own / std::exp(seen.log_probability));
  return static_cast<float>((std::clamp(gain, 0.0, kMost) + kFloor) / std::numbers::ln10);
}

Model Remembered::model() const {
  Builder builder(kOrder);
  std::vector<Word> known(words_.size(), kUnknown);
  for (const Word special : {kUnknown, kSentenceBegin, kSentenceEnd}) known[special] = special;
  constexpr auto kLowest = static_cast<float>(kFloor / std::numbers::ln10);
  for (const Word special : {kUnknown, kSentenceBegin, kSentenceEnd}) builder.set_unigram(special, kLowest, 0);
  for (const auto& [word, seen] : ngrams_[0]) {
    if (seen.count > 0) known[word[0]] = builder.vocabulary().add(words_.text(word[0]));
  }
  const auto all = contexts_[0].find(U"");
  for (const auto& [word, seen] : ngrams_[0]) {
    if (seen.count > 0) builder.set_unigram(known[word[0]], log10_of(seen, all->second), 0);
  }
  for (std::size_t length = 2; length <= kOrder; ++length) {
    builder.reserve(static_cast<int>(length), ngrams_[length - 1].size());
    std::vector<Word> words(length);
    for (const auto& [ngram, seen] : ngrams_[length - 1]) {
      if (seen.count == 0) continue;
      std::ranges::transform(ngram, words.begin(), [&](char32_t word) { return known[word]; });
      builder.add(words, log10_of(seen, contexts_[length - 1].at(ngram.substr(0, length - 1))), 0);
    }
  }
  return std::move(builder).build();
}

}  // namespace rectrix::lm
