// N-grams with numbers, and how much of a string's ends may still become part of one.
//
// A closed table has the n-grams that were added and all their parts: a boundary word is kept only while it can be part
// of one of them, which makes states few (Li & Khudanpur 2009). An open table takes in every n-gram it is asked for and
// keeps all boundary words.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/flat_map.hpp"
#include "text/vocabulary.hpp"

namespace rectrix::forest {

class NgramTable {
 public:
  static constexpr std::uint32_t kNone = 0xffffffff;

  // order: words of an n-gram at most.
  NgramTable(std::size_t order, bool open);

  // Adds the n-grams of a text.
  void add_text(std::span<const Word> words);

  // The number of an n-gram, from 1 on; kNone if it is not there and the table is closed.
  std::uint32_t find(std::span<const Word> ngram);
  // How many words at the beginning of a string can be the end of an n-gram that begins before it.
  std::size_t left(std::span<const Word> words) const;
  // How many words at the end of a string can be the beginning of an n-gram that ends after it.
  std::size_t right(std::span<const Word> words) const;

  std::size_t order() const { return order_; }
  std::size_t size() const { return nodes_.size(); }  // one more than the highest number
  std::size_t length(std::uint32_t ngram) const { return nodes_[ngram].length; }
  // The words of an n-gram.
  std::vector<Word> words(std::uint32_t ngram) const;

 private:
  struct Node {
    std::uint32_t parent, word;
    std::uint8_t length;
    bool begins = false;  // a longer n-gram
    bool ends = false;    // a longer n-gram
  };
  std::uint32_t look_up(std::span<const Word> ngram) const;
  std::uint32_t find_or_add(std::span<const Word> ngram);

  std::size_t order_;
  bool open_;
  std::vector<Node> nodes_;  // a trie; 0 is the root
  FlatMap<std::uint64_t, std::uint32_t> children_;
};

}  // namespace rectrix::forest
