#include "lm/remembered.hpp"

#include <algorithm>
#include <vector>

#include "base/lines.hpp"
#include "lm/builder.hpp"

namespace rectrix::lm {
namespace {

template <class Counts>
void change(Counts& counts, const std::u32string& key, int sign) {
  const auto place = counts.try_emplace(key, 0).first;
  place->second += static_cast<std::uint32_t>(sign);
  if (place->second == 0) counts.erase(place);
}

}  // namespace

void Remembered::count(std::string_view sentence, int sign) {
  std::u32string words{static_cast<char32_t>(kSentenceBegin)};
  for (std::string_view word = take_word(sentence); !word.empty(); word = take_word(sentence)) words += static_cast<char32_t>(words_.add(word));
  words += static_cast<char32_t>(kSentenceEnd);
  for (std::size_t end = 2; end <= words.size(); ++end) {
    for (std::size_t length = 1; length <= std::min<std::size_t>(kOrder, end); ++length) {
      const std::u32string ngram = words.substr(end - length, length);
      change(counts_[length - 1], ngram, sign);
      change(contexts_[length - 1], ngram.substr(0, length - 1), sign);
    }
  }
}

float Remembered::log10_of_gain(std::size_t length, double share) {
  return static_cast<float>((kGains[length - 1] * (0.5 + 0.5 * share) + kFloor) / std::numbers::ln10);
}

Model Remembered::model() const {
  Builder builder(kOrder);
  std::vector<Word> known(words_.size(), kUnknown);
  for (const Word special : {kUnknown, kSentenceBegin, kSentenceEnd}) known[special] = special;
  constexpr auto kLowest = static_cast<float>(kFloor / std::numbers::ln10);
  for (const auto& [word, count] : counts_[0]) known[word[0]] = builder.vocabulary().add(words_.text(word[0]));
  for (const Word special : {kUnknown, kSentenceBegin, kSentenceEnd}) builder.set_unigram(special, kLowest, 0);
  // Of single words, each counts alike: frequent ones are no better.
  for (const auto& [word, count] : counts_[0]) builder.set_unigram(known[word[0]], log10_of_gain(1, 1), 0);
  for (std::size_t length = 2; length <= kOrder; ++length) {
    builder.reserve(static_cast<int>(length), counts_[length - 1].size());
    std::vector<Word> words(length);
    for (const auto& [ngram, count] : counts_[length - 1]) {
      std::ranges::transform(ngram, words.begin(), [&](char32_t word) { return known[word]; });
      const double all = contexts_[length - 1].at(ngram.substr(0, length - 1));
      builder.add(words, log10_of_gain(length, count / all), 0);
    }
  }
  return std::move(builder).build();
}

}  // namespace rectrix::lm
