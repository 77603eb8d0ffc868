// The n-grams of a few sentences as a language model that rewards them (a cache, Kuhn & De Mori 1990): a word whose
// n-gram with the words before it was seen has a score that grows with its length and with how often the word followed
// them; all others have the same lowest score. So a sentence with none of these n-grams is scored by its length alone,
// and there is no penalty for saying something else.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

#include "lm/model.hpp"

namespace rectrix::lm {

class Remembered {
 public:
  static constexpr int kOrder = 4;
  // What a word gains at most by an n-gram of 1 to 4 words: natural logarithms.
  static constexpr std::array<double, kOrder> kGains{0.5, 1.0, 2.0, 3.0};
  // The score of a word without any of that; </s> has one, too.
  static constexpr double kFloor = -kGains.back();

  void add(std::string_view sentence) { count(sentence, 1); }
  void remove(std::string_view sentence) { count(sentence, -1); }

  Model model() const;

 private:
  using Counts = std::unordered_map<std::u32string, std::uint32_t>;

  void count(std::string_view sentence, int sign);
  static float log10_of_gain(std::size_t length, double share);

  Vocabulary words_;
  std::array<Counts, kOrder> counts_;    // by length, of n-grams
  std::array<Counts, kOrder> contexts_;  // of what they begin with
};

}  // namespace rectrix::lm
