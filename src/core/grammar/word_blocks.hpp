// In which blocks of the shuffled text a word stands, a bit for each: most occurrences of a pattern have a word that is
// not frequent nowhere beside them, which these bits say from a cache that the text itself does not fit in.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "base/flat_map.hpp"
#include "grammar/shuffled_text.hpp"

namespace rectrix::grammar {

class BlockBits {
 public:
  static constexpr std::uint32_t kWords = 32;  // in a block

  BlockBits(std::span<const std::uint32_t> places, std::size_t text_size);

  // May the word be among those from `first` to `last`, at most kWords? Places behind the text are allowed.
  bool near(std::uint32_t first, std::uint32_t last) const { return has(first / kWords) || has(last / kWords); }
  std::size_t bytes() const { return bits_.size() * sizeof(std::uint64_t); }

 private:
  bool has(std::uint32_t block) const { return (bits_[block / 64] >> (block % 64) & 1U) != 0; }

  std::vector<std::uint64_t> bits_;
};

// Owns the bits of the words asked for last.
class WordBlocks {
 public:
  explicit WordBlocks(const ShuffledText& text) : text_(&text) {}

  // The bits of a word that is to be looked for in `searches` places; null if they would not pay. Valid until the
  // next call.
  const BlockBits* of(Word word, std::size_t searches);
  void clear();
  std::size_t bytes() const { return numbers_.bytes() + (blocks_.empty() ? 0 : blocks_.size() * blocks_.front().bytes()); }

 private:
  const ShuffledText* text_;
  FlatMap<Word, std::uint32_t> numbers_;
  std::deque<BlockBits> blocks_;
};

}  // namespace rectrix::grammar
