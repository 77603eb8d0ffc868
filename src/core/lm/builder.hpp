// Puts a language model together from its n-grams, whoever made them.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "lm/model.hpp"
#include "lm/probing.hpp"
#include "lm/state.hpp"
#include "text/vocabulary.hpp"

namespace rectrix::lm {

// The log10 probability of a word that a model does not list.
inline constexpr float kMissingLog10 = -100.0F;

struct Tables {
  int order = 0;
  Vocabulary vocabulary;
  std::vector<Unigram> unigrams;
  std::array<ProbingTable<Middle>, kMaxOrder> middle;  // by length
  ProbingTable<Highest> highest;
};

// Takes all n-grams of an order before those of the next. An n-gram whose first or last words are not
// themselves an n-gram of the model gets those, with the probability that backing off gives and no back-off
// weight of their own: every query answers as if they were absent (pruned SRILM models need it), unless
// positive back-offs make such a probability greater than 1: then it is 1.
class Builder {
 public:
  explicit Builder(int order);  // 1..kMaxOrder

  Vocabulary& vocabulary() { return tables_.vocabulary; }
  // Room for so many n-grams of a length, if their number is known.
  void reserve(int length, std::size_t count);

  // A word of vocabulary(); log10 values. Words never set get kMissingLog10.
  void set_unigram(Word word, float prob, float backoff);
  // 2..order words. False if the n-gram is there already.
  bool add(std::span<const Word> words, float prob, float backoff);

  Model build() &&;

 private:
  void mark_suffix(std::span<const Word> words, bool right);
  void mark_context(std::span<const Word> words);
  void add_implied(std::span<const Word> words);
  float* find_backoff(std::span<const Word> words);
  float back_off(std::span<const Word> words);
  void make_room();

  Tables tables_;
};

}  // namespace rectrix::lm
