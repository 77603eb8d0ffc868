// Word translation probabilities by relative frequency in an aligned corpus (Koehn et al. 2003): each link
// counts once, and a word without a link counts with the empty word.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "align/alignments.hpp"
#include "align/corpus.hpp"
#include "base/flat_map.hpp"
#include "base/sections.hpp"

namespace rectrix::align {

// The empty word. It shares its number with <unk>, which a training corpus should not hold.
inline constexpr Word kNull = kUnknown;

// The words of one side of a corpus; sentence s is words[offsets[s], offsets[s + 1]). Owns nothing.
struct SideView {
  std::span<const Word> words;
  std::span<const std::uint64_t> offsets;

  SideView(std::span<const Word> all, std::span<const std::uint64_t> bounds) : words(all), offsets(bounds) {}
  SideView(const Side& side)
      : words(side.words), offsets(side.offsets) {}  // NOLINT: a Side is what this shows
  std::span<const Word> operator[](std::size_t sentence) const {
    return words.subspan(offsets[sentence], offsets[sentence + 1] - offsets[sentence]);
  }
};

struct WordPair {
  Word source, target;  // one of them may be kNull
};

struct Lexical {
  float target_given_source = 0.0F;  // p(target | source)
  float source_given_target = 0.0F;  // p(source | target)
};

class LexicalTable {
 public:
  LexicalTable() = default;
  // Throws InputError if the alignments do not fit the corpus.
  LexicalTable(SideView source, SideView target, const Alignments& alignments);

  // Zeros for a pair that is never linked.
  Lexical find(WordPair pair) const {
    const std::uint32_t* at = places_.find(key(pair));
    return at == nullptr ? Lexical{} : values_[*at];
  }
  std::size_t size() const { return pairs_.size(); }

  // All entries, ordered by source word, then target word.
  std::span<const WordPair> pairs() const { return pairs_; }
  std::span<const Lexical> values() const { return values_; }

  // To keep a table inside another file: two sections whose names begin with prefix.
  void save(SectionWriter& writer, std::string_view prefix) const;
  // Throws DamagedFile unless all probabilities are sound.
  static LexicalTable load(const SectionFile& file, std::string_view prefix);

 private:
  static std::uint64_t key(WordPair pair) { return (std::uint64_t{pair.source} << 32) | pair.target; }
  void index();

  std::vector<WordPair> pairs_;
  std::vector<Lexical> values_;
  FlatMap<std::uint64_t, std::uint32_t> places_;
};

}  // namespace rectrix::align
