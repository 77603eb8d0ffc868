// A back-off n-gram language model, mapped from a file or in memory, for left-to-right scoring.
//
//   State state = model.begin(), next;
//   float total = 0;
//   for (Word word : words) { total += model.score(state, word, next); std::swap(state, next); }
//   total += model.score(state, kSentenceEnd, next);
//
// Words are numbers of the model's own vocabulary: model.index(text), 0 for an unknown word. Scores are natural
// logarithms; the tables, and what is named log10, hold ARPA's decimal ones. Queries are const and thread-safe.
// For pieces of sentences see lm/chart.hpp.
#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <numbers>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "base/sections.hpp"
#include "lm/ngram_cache.hpp"
#include "lm/probing.hpp"
#include "lm/state.hpp"
#include "lm/trie.hpp"
#include "text/vocabulary.hpp"
#include "text/word_classes.hpp"

namespace rectrix::lm {

inline constexpr float kLn10 = static_cast<float>(std::numbers::ln10);

struct Unigram {
  float prob;
  float backoff;
};

// Two facts of an n-gram ride on sign bits. A stored probability is positive if a longer n-gram ends with
// this one, negative otherwise; a stored back-off of -0.0 says that no longer n-gram begins with this one.
constexpr float log10_of(float stored) { return std::signbit(stored) ? stored : -stored; }
constexpr bool extends_left(float stored) { return !std::signbit(stored); }
constexpr bool extends_right(float backoff) {
  return std::bit_cast<std::uint32_t>(backoff) != std::bit_cast<std::uint32_t>(-0.0F);
}

// The longest n-gram of the model that ends with a word.
struct Match {
  float log10;        // of the word's probability in its context
  int length;         // of the n-gram, in words
  bool extends_left;  // whether one word more on its left could change log10
  Key key;            // of the n-gram; in a trie its place
};

struct Tables;  // owns what a model in memory shows
struct Shape;
class NgramSink;

class Model {
 public:
  // Maps a file that save() wrote. Throws DamagedFile if it is not one.
  static Model open(const std::string& path, Load load = Load::map);
  explicit Model(Tables tables);
  void save(const std::string& path) const;
  // The small form (lm/trie.hpp), of a model whose builder kept the n-grams. bits: of a value, 0 for exact ones.
  void save_trie(const std::string& path, unsigned bits) const;
  // Gives all n-grams to a sink, those of each length in an order of its own; tick: how many so far.
  void list(NgramSink& sink, const std::function<void(std::size_t)>& tick) const;

  int order() const { return order_; }
  std::uint64_t count(int order) const { return counts_[static_cast<std::size_t>(order) - 1]; }  // of n-grams
  const Vocabulary& vocabulary() const { return *vocabulary_; }
  Word index(std::string_view word) const { return vocabulary_->find(classes_ ? classes_->name_of(word) : word); }
  // From now on words are read as their classes, whose names the vocabulary holds: a class-based model.
  void read_as_classes(std::shared_ptr<const WordClasses> classes) { classes_ = std::move(classes); }
  bool reads_classes() const { return classes_ != nullptr; }
  static bool is_unknown(Word word) { return word == kUnknown; }

  // Behind <s>, and behind nothing known.
  State begin() const { return begin_; }
  static State null() { return {}; }

  // The natural logarithm of the probability of word (< vocabulary().size()) behind `in`. `out` must not be `in`.
  float score(const State& in, Word word, State& out) const { return kLn10 * match(in, word, out).log10; }
  Match match(const State& in, Word word, State& out) const;

  // Asks for the memory that scoring words[at] behind the words before it will need.
  void prefetch(std::span<const Word> words, std::size_t at) const;

  // Follows a match to the left over `left` (the nearest word first) as far as the model has longer n-grams.
  // Sets backoffs[i] of the n-gram longer by i + 1, and usable to the longest length that extends to the right.
  void extend(std::span<const Word> left, Match& match, float* backoffs, int& usable) const;
  // The same, for a caller who asks for the same n-grams again and again.
  void extend(std::span<const Word> left, Match& match, float* backoffs, int& usable, NgramCache& cache) const;

 private:
  Model() = default;
  void open_tables(std::span<const Shape> shapes);
  void prepare();
  // One of the highest order says of itself that nothing longer extends it, as others do.
  Middle look_up(Key key, int length) const;
  void extend_in_trie(std::span<const Word> left, Match& match, float* backoffs, int& usable) const;

  int order_ = 0;
  std::array<std::uint64_t, kMaxOrder> counts_{};
  std::span<const Unigram> unigrams_;
  std::array<ProbingView<Middle>, kMaxOrder> middle_{};  // by length
  ProbingView<Highest> highest_;
  std::optional<Trie> trie_;  // instead of the two
  std::shared_ptr<const Vocabulary> vocabulary_;
  std::shared_ptr<const WordClasses> classes_;  // nothing: words are read as they are
  std::shared_ptr<const Tables> tables_;        // nothing when mapped
  SectionFile file_;
  State begin_;
};

inline Match Model::match(const State& in, Word word, State& out) const {
  const Unigram unigram = unigrams_[word];
  Match match{log10_of(unigram.prob), 1, extends_left(unigram.prob), trie_ ? Key{word} : unigram_key(word)};
  int usable = extends_right(unigram.backoff) ? 1 : 0;
  out.words[0] = word;
  out.backoffs[0] = unigram.backoff;
  extend({in.words.data(), in.length}, match, out.backoffs.data() + 1, usable);
  for (int i = match.length - 1; i < in.length; ++i) match.log10 += in.backoffs[static_cast<std::size_t>(i)];
  for (int i = 1; i < usable; ++i) out.words[static_cast<std::size_t>(i)] = in.words[static_cast<std::size_t>(i) - 1];
  out.length = static_cast<std::uint8_t>(usable);
  return match;
}

inline void Model::prefetch(std::span<const Word> words, std::size_t at) const {
  if (trie_) return;  // its memory is found step by step
  __builtin_prefetch(&unigrams_[words[at]]);
  Key key = unigram_key(words[at]);
  const std::size_t longest = std::min(static_cast<std::size_t>(order_), at + 1);
  for (std::size_t length = 2; length <= longest; ++length) {
    key = extend_key(key, words[at + 1 - length]);
    if (length == static_cast<std::size_t>(order_)) {
      highest_.prefetch(key);
    } else {
      middle_[length].prefetch(key);
    }
  }
}

inline void Model::extend(std::span<const Word> left, Match& match, float* backoffs, int& usable) const {
  if (!match.extends_left || left.empty()) return;
  if (trie_) return extend_in_trie(left, match, backoffs, usable);
  // All keys first: the memory of every order is fetched at the same time.
  std::array<Key, kMaxOrder> keys;
  Key key = match.key;
  for (std::size_t i = 0; i < left.size(); ++i) {
    keys[i] = key = extend_key(key, left[i]);
    const std::size_t length = static_cast<std::size_t>(match.length) + i + 1;
    if (length == static_cast<std::size_t>(order_)) {
      highest_.prefetch(key);
      break;
    }
    middle_[length].prefetch(key);
  }
  for (std::size_t i = 0; i < left.size() && match.extends_left; ++i) {
    const int length = match.length + 1;
    if (length == order_) {
      match.extends_left = false;
      if (const Highest* found = highest_.find(keys[i])) {
        match.log10 = found->prob;
        match.length = length;
      }
      return;
    }
    const Middle* found = middle_[static_cast<std::size_t>(length)].find(keys[i]);
    if (!found) {
      match.extends_left = false;
      return;
    }
    match = {log10_of(found->prob), length, extends_left(found->prob), keys[i]};
    backoffs[i] = found->backoff;
    if (extends_right(found->backoff)) usable = length;
  }
}

inline void Model::extend(std::span<const Word> left, Match& match, float* backoffs, int& usable, NgramCache& cache) const {
  if (trie_) return extend_in_trie(left, match, backoffs, usable);
  for (std::size_t i = 0; i < left.size() && match.extends_left; ++i) {
    const int length = match.length + 1;
    const Key key = extend_key(match.key, left[i]);
    const Middle& found = cache.find(key, [&] { return look_up(key, length); });
    if (NgramCache::is_absent(found)) {
      match.extends_left = false;
      return;
    }
    match = {log10_of(found.prob), length, extends_left(found.prob), key};
    backoffs[i] = found.backoff;
    if (extends_right(found.backoff)) usable = length;
  }
}

}  // namespace rectrix::lm
