// A source pattern: words and gaps between them, never at an edge.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "grammar/rules.hpp"
#include "text/vocabulary.hpp"

namespace rectrix::grammar {

struct HieroOptions {
  int max_span = 15;         // words a rule covers at most in the bitext and in the input, on the target side too
  int max_symbols = 5;       // source words and gaps of a rule
  int max_gaps = 2;          // 0: phrases only
  int min_gap = 1;           // words a gap covers at least
  int max_samples = 300;     // occurrences looked at for a source pattern; 0: all
  int max_search = 600;      // occurrences of its rarer part beside which a pattern with gaps is looked for; 0: all
  int search_words = 500'000;  // words of the bitext in which they are looked for beside all occurrences
  bool tight = true;         // words at the edges of phrases and gaps must be linked
  std::size_t cache_bytes = std::size_t{512} << 20;  // kept between sentences, by all threads together

  // Throws UsageError for values that make no sense.
  void check() const;
};

inline constexpr int kMaxSymbols = 9;
inline constexpr int kMaxSpan = 255;
inline constexpr std::size_t kMaxCacheBytes = std::size_t{16} << 30;

class Pattern {
 public:
  std::span<const Symbol> symbols() const { return {symbols_.data(), size_}; }
  int size() const { return size_; }
  int gaps() const { return gaps_; }
  int last_chunk() const { return last_chunk_; }  // words behind the last gap

  Pattern with_word(Word word) const {
    Pattern longer = *this;
    longer.symbols_[longer.size_++] = static_cast<Symbol>(word);
    ++longer.last_chunk_;
    return longer;
  }
  Pattern with_gap_and_word(Word word) const {
    Pattern longer = *this;
    longer.symbols_[longer.size_++] = gap(longer.gaps_++);
    longer.last_chunk_ = 0;
    return longer.with_word(word);
  }
  bool ends_with_lone_word() const { return gaps_ > 0 && last_chunk_ == 1; }
  bool begins_with_lone_word() const { return gaps_ > 0 && is_gap(symbols_[1]); }

  // The source side of a rule: the pattern with gaps added at its edges.
  std::vector<Symbol> with_edges(bool leading, bool trailing) const;

  // The lengths of the runs of words.
  std::array<int, 3> chunks() const;

 private:
  std::array<Symbol, kMaxSymbols> symbols_{};
  std::uint8_t size_ = 0, gaps_ = 0, last_chunk_ = 0;
};

}  // namespace rectrix::grammar
