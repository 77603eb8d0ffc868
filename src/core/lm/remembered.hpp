// The n-grams of a few sentences as a language model that is mixed into another one (a cache, Kuhn & De Mori 1990).
//
// It scores what the mixture gains over the other model: for a word w behind h, the longest n-gram hw that was seen gives
// ln(1 - s + s (c(hw) - 1/2) / c(h) / p(w | h)), where p is the other model's and s the share of the cache; never less
// than 0, and at most kMost. An n-gram that the other model has seen gains nothing: of that it knows more than the cache.
// All words have kFloor added, since a model's scores are not positive. So a sentence with none of these n-grams is
// scored by its length alone, and so is any other text that the other model knows well.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>

#include "lm/model.hpp"

namespace rectrix::lm {

class Remembered {
 public:
  static constexpr int kOrder = 4;
  static constexpr double kShare = 0.2;
  static constexpr double kMost = 3;
  // The score of a word that gains nothing; </s> has one, too.
  static constexpr double kFloor = -kMost;

  // other: the model that it is mixed into; none: one that expects all words alike.
  explicit Remembered(std::shared_ptr<const Model> other) : other_(std::move(other)) {}

  void add(std::string_view sentence) { count(sentence, 1); }
  void remove(std::string_view sentence) { count(sentence, -1); }

  Model model() const;

 private:
  struct Seen {
    std::uint32_t count = 0;
    double log_probability = 0;  // by the other model
    bool known = false;          // to it
  };

  void count(std::string_view sentence, int sign);
  Seen unseen(const std::u32string& ngram) const;
  float log10_of(const Seen& seen, double context) const;

  std::shared_ptr<const Model> other_;
  Vocabulary words_;
  std::array<std::unordered_map<std::u32string, Seen>, kOrder> ngrams_;             // by length
  std::array<std::unordered_map<std::u32string, std::uint32_t>, kOrder> contexts_;  // what they begin with
};

}  // namespace rectrix::lm
