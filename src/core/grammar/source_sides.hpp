// Finds, in a grammar for all sentences, the source sides that match somewhere in a sentence.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/flat_map.hpp"
#include "grammar/rules.hpp"
#include "text/vocabulary.hpp"

namespace rectrix::grammar {

class SourceSides {
 public:
  // A source side and a number by which the caller knows it.
  void add(std::span<const Symbol> source, std::uint32_t number);

  // The numbers of all source sides that match a part of the words, ascending; a gap takes a word or more.
  std::vector<std::uint32_t> matching(std::span<const Word> words) const;

 private:
  struct Entry {
    std::uint32_t number;
    std::uint32_t next;  // of the same source side, plus 1; 0: none
  };
  struct Walk;
  void visit(std::uint64_t hash, std::size_t end, int gaps, Walk& walk) const;

  // Of every beginning of a source side, by hash: its first entry plus 1 if it is a whole one, else 0.
  FlatMap<std::uint64_t, std::uint32_t> beginnings_;
  std::vector<Entry> entries_;
};

}  // namespace rectrix::grammar
