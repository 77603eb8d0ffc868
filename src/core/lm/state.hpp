// What a language model remembers of words already scored: plain values, no pointers, cheap to copy.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "base/hash.hpp"
#include "lm/probing.hpp"
#include "text/vocabulary.hpp"

namespace rectrix::lm {

inline constexpr int kMaxOrder = 7;

// The last words, newest first, as far as they can matter: words that no longer n-gram of the model
// continues are dropped, so equal states score every continuation alike.
struct State {
  std::array<Word, kMaxOrder - 1> words{};
  std::array<float, kMaxOrder - 1> backoffs{};  // log10; backoffs[i] is that of the newest i + 1 words
  std::uint8_t length = 0;

  // The words decide: equal words have equal back-offs.
  friend bool operator==(const State& a, const State& b) {
    return a.length == b.length && std::equal(a.words.begin(), a.words.begin() + a.length, b.words.begin());
  }
  std::uint64_t hash(std::uint64_t seed = 0) const {
    std::uint64_t h = seed + length;
    for (int i = 0; i < length; ++i) h = (h ^ words[static_cast<std::size_t>(i)]) * 0x9e3779b97f4a7c15ULL;
    return mix(h);
  }
};

// A piece of a sentence whose left context is not known yet (Heafield, Hoang, Koehn, Kiso & Federico 2011).
// Its first words keep the place where their n-gram stands, so that a longer one is found by one search more.
struct ChartState {
  std::array<Key, kMaxOrder - 1> left_keys{};       // of the n-gram of the first i + 1 words
  std::array<float, kMaxOrder - 1> left_scores{};   // log10, counted so far for word i
  State right;
  std::uint8_t left_length = 0;
  bool left_full = false;  // the words behind the first left_length do not depend on what comes before

  friend bool operator==(const ChartState& a, const ChartState& b) {
    return a.left_length == b.left_length && a.left_full == b.left_full && a.last_key() == b.last_key() &&
           a.right == b.right;
  }
  std::uint64_t hash() const { return right.hash(last_key() + left_length * std::uint64_t{16} + left_full * std::uint64_t{8}); }

 private:
  // The longest key tells the shorter ones.
  Key last_key() const { return left_length == 0 ? 0 : left_keys[left_length - std::size_t{1}]; }
};
static_assert(sizeof(ChartState) == 128);

}  // namespace rectrix::lm
