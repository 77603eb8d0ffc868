// Puts a language model together from its n-grams, whoever made them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "lm/lookahead.hpp"
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
  bool keep = false;
  std::array<std::vector<Word>, kMaxOrder + 1> kept;  // the words of the n-grams, by length, if they are to be kept
};

// Takes all n-grams of an order before those of the next. An n-gram whose first or last words are not
// themselves an n-gram of the model gets those, with the probability that backing off gives and no back-off
// weight of their own: every query answers as if they were absent (pruned SRILM models need it), unless
// positive back-offs make such a probability greater than 1: then it is 1.
class Builder {
 public:
  // order: 1..kMaxOrder. keep: keep the words of n-grams beside their keys, to make a trie of them.
  explicit Builder(int order, bool keep = false);

  Vocabulary& vocabulary() { return tables_.vocabulary; }
  // Room for so many n-grams of a length, if their number is known.
  void reserve(int length, std::size_t count);

  // A word of vocabulary(); log10 values. Words never set get kMissingLog10.
  void set_unigram(Word word, float prob, float backoff);
  // 2..order words; place: of the n-gram in its file, for repeated().
  void add(std::span<const Word> words, float prob, float backoff, std::uint64_t place = 0);
  // Where an n-gram stands that was there before, if any of those added so far. Completes pending work.
  std::optional<std::uint64_t> repeated();

  Model build() &&;

 private:
  struct Ngram {
    std::array<Word, kMaxOrder> words;
    std::size_t length;
    float prob;
    float backoff;
    std::uint64_t place;
    Key key, suffix, context;  // the n-gram's, and those of its words but the first and but the last

    std::span<const Word> span() const { return {words.data(), length}; }
  };
  static Ngram ngram(std::span<const Word> words, float prob, float backoff, std::uint64_t place);
  void prefetch(std::size_t length, Key key) const;
  void insert(const Ngram& ngram);
  void insert_implied(std::span<const Word> words);
  void flush();
  void mark_suffix(std::span<const Word> words, Key key, bool right);
  void mark_context(std::span<const Word> words, Key key);
  float* find_backoff(std::span<const Word> words, Key key);
  float back_off(std::span<const Word> words);
  void make_room();

  Tables tables_;
  Lookahead<Ngram> pending_;  // all of one length
  std::size_t pending_length_ = 0;
  std::optional<std::uint64_t> repeated_;
};

}  // namespace rectrix::lm
