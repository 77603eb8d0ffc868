// Text to words in the manner of the Moses tokenizer (no escapes, hyphens kept), for every script.
//
// Every word is a piece of the line, so that the words and what stood between them give the line back exactly.
// Where this departs from Moses: combining marks and zero-width joiners stay with their word, sequences of emoji stay
// whole, and characters of scripts without spaces are words of their own.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "text/unicode.hpp"

namespace rectrix {

// A word: bytes [begin, end) of its line.
struct Piece {
  std::uint32_t begin, end;
};

// What becomes of an apostrophe between letters: a word of its own, or part of the word after or before it.
enum class Apostrophe : std::uint8_t { Alone, Right, Left };

struct TokenizerOptions {
  Apostrophe apostrophe = Apostrophe::Alone;
  bool curly = false;                              // a ’ between letters is an apostrophe, too, not a quote
  bool clock = false;                              // a colon between digits stays: 10:30, 3:16
  bool segmented = false;                          // words of scripts without spaces have been divided already
  std::vector<std::string> abbreviations;          // words that keep their final dot
  std::vector<std::string> numeric_abbreviations;  // that keep it before a number
};

class Tokenizer {
 public:
  explicit Tokenizer(const TokenizerOptions& options = {});

  // What one line needs; keep it to tokenize many without allocating.
  struct Scratch {
    struct Char {
      std::uint32_t begin;
      std::uint32_t point;
      CharKind kind;
      bool cut;  // a word ends before it
    };
    std::vector<Char> chars;
    std::vector<Piece> coarse;  // words before their final dots are looked at
  };

  void tokenize(std::string_view line, std::vector<Piece>& words, Scratch& scratch) const;

 private:
  void cut(Scratch& scratch) const;
  void cut_special(Scratch& scratch, std::size_t i) const;
  void join_clock(Scratch& scratch, std::size_t i) const;
  void cut_apostrophe(Scratch& scratch, std::size_t i, bool& consumed) const;
  bool keeps_dot(std::string_view line, std::string_view word, std::span<const Piece> rest) const;
  void split_dots(std::string_view line, std::span<const Piece> coarse, std::vector<Piece>& words) const;

  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
  };
  using Words = std::unordered_set<std::string, Hash, std::equal_to<>>;

  Apostrophe apostrophe_;
  bool curly_, clock_, segmented_;
  Words abbreviations_, numeric_;
};

// Where tokens, in their order, stand in a line; false if one is not there.
bool find_words(std::string_view line, std::span<const std::string_view> tokens, std::vector<Piece>& pieces);

// What gives a line back from words that were made of its tokens, one of each: entries by rising n. "n": nothing
// stands before the n-th token; "n=hex": these bytes; otherwise it is one blank (nothing before the first and after
// the last). "n~hex": the n-th token itself, where the word differs.
std::string line_record(std::string_view line, std::span<const Piece> tokens, std::span<const std::string_view> words);
// The line that had these words and this record. Throws InputError if the record is for other words.
std::string restore_line(std::span<const std::string_view> words, std::string_view record);

}  // namespace rectrix
