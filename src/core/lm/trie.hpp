// The small form of a model: n-grams as a trie that grows to the left, bit-packed, searched by bisection. Half the
// size of the hash tables and slower; with 8-bit values a quarter, and no longer exact.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "base/sections.hpp"
#include "lm/bits.hpp"
#include "lm/probing.hpp"
#include "lm/state.hpp"

namespace rectrix::lm {

// How the n-grams of one length lie: word, probability, back-off and the place of the first child, each so many
// bits, one n-gram behind another, and one more at the end whose child closes the last range. The highest order
// has neither back-offs nor children.
struct TrieLevel {
  std::uint64_t count;
  std::uint32_t word_bits;
  std::uint32_t prob_bits;     // 32: a float; else a number in the list of values
  std::uint32_t backoff_bits;  // likewise
  std::uint32_t child_bits;

  std::uint64_t entry_bits() const {
    return std::uint64_t{word_bits} + prob_bits + backoff_bits + child_bits;
  }
};

class Trie {
 public:
  // Nothing if the file holds no trie.
  static std::optional<Trie> open(const SectionFile& file, int order, std::size_t words);

  struct Found {
    Key place;  // among the n-grams of its length
    float log10;
    float backoff;
    bool extends_left;
  };
  // The n-gram that begins with `first` and goes on with the n-gram of length - 1 words at `rest` (a word, if one).
  std::optional<Found> find(std::size_t length, Key rest, Word first) const;

  // All n-grams of a length that go on with the n-gram of length - 1 words at `rest`: visit(first word, what is found).
  template <class Visit>
  void visit(std::size_t length, Key rest, Visit visit) const {
    const Range range = children(length, rest);
    for (std::uint64_t at = range.begin; at < range.end; ++at) visit(static_cast<Word>(levels_[length].word(at)), found(length, at));
  }

 private:
  struct Range {
    std::uint64_t begin, end;
  };
  struct View {
    TrieLevel shape{};
    const std::uint8_t* data = nullptr;
    std::span<const float> probs;     // values of the codes; none if floats are stored
    std::span<const float> backoffs;

    std::uint64_t word(std::uint64_t at) const { return read_bits(data, at * shape.entry_bits(), shape.word_bits); }
    std::uint64_t child(std::uint64_t at) const {
      return read_bits(data, (at + 1) * shape.entry_bits() - shape.child_bits, shape.child_bits);
    }
  };
  static float value(const View& view, std::uint64_t at, unsigned bits, std::span<const float> values);
  Range children(std::size_t length, Key rest) const;
  Found found(std::size_t length, std::uint64_t place) const;

  std::size_t order_ = 0;
  std::span<const std::uint64_t> children_;  // of words
  std::array<View, kMaxOrder + 1> levels_{};  // by length
};

struct Tables;
// bits: of a quantized probability or back-off; 0 keeps them as they are. The tables must have kept their n-grams.
void save_trie(const Tables& tables, const std::string& path, unsigned bits);

}  // namespace rectrix::lm
