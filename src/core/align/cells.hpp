// Which cells (source word, target word) of each sentence pair may hold a link: a bit for every cell, and the
// number of a cell among those that may.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "align/corpus.hpp"

namespace rectrix::align {

// Words a side may have; longer pairs are left unaligned, as are those with an empty side.
inline constexpr std::size_t kMaxLength = 1000;

bool alignable(const SentencePair& pair);

class CellSet {
 public:
  // No cell of any pair, or (full) every cell of every alignable pair.
  CellSet(const Corpus& corpus, bool full);

  // Cells of a pair are numbered target by target: target * source length + source.
  void insert(std::size_t pair, std::size_t cell) {
    const std::uint64_t at = offsets_[pair] + cell;
    bits_[at / 64] |= std::uint64_t{1} << (at % 64);
  }
  bool contains(std::size_t pair, std::size_t cell) const {
    const std::uint64_t at = offsets_[pair] + cell;
    return (bits_[at / 64] >> (at % 64) & 1) != 0;
  }

  // To be called after the last insert; the functions below need it.
  void number();
  std::size_t size() const { return ranks_.back(); }  // cells in the set
  // How many cells stand before this one.
  std::size_t rank(std::size_t pair, std::size_t cell) const { return rank_at(offsets_[pair] + cell); }
  std::size_t begin(std::size_t pair) const { return rank_at(offsets_[pair]); }
  std::size_t end(std::size_t pair) const { return rank_at(offsets_[pair + 1]); }

  // Calls visit(cell) for the cells of one pair, ascending.
  template <class Visit>
  void visit(std::size_t pair, Visit visit) const {
    const std::uint64_t first = offsets_[pair], last = offsets_[pair + 1];
    for (std::uint64_t at = first; at < last;) {
      const std::uint64_t rest = bits_[at / 64] >> (at % 64);
      if (rest == 0) {
        at = (at / 64 + 1) * 64;
        continue;
      }
      at += static_cast<std::uint64_t>(std::countr_zero(rest));
      if (at >= last) return;
      visit(static_cast<std::size_t>(at - first));
      ++at;
    }
  }

 private:
  static constexpr std::size_t kWordsPerRank = 8;

  std::size_t rank_at(std::uint64_t at) const {
    const std::size_t word = at / 64, block = word / kWordsPerRank;
    const std::uint64_t below = (std::uint64_t{1} << (at % 64)) - 1;
    int count = std::popcount(bits_[word] & below);
    for (std::size_t w = block * kWordsPerRank; w < word; ++w) count += std::popcount(bits_[w]);
    return ranks_[block] + static_cast<std::size_t>(count);
  }

  std::vector<std::uint64_t> offsets_{0};  // first bit of each pair
  std::vector<std::uint64_t> bits_;
  std::vector<std::size_t> ranks_;  // cells before each block of words of bits, and all of them
};

}  // namespace rectrix::align
