// Where each word of one side of a corpus stands, word by word.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "align/corpus.hpp"

namespace rectrix::align {

struct Occurrence {
  std::uint32_t sentence;
  std::uint32_t position;
};

class Occurrences {
 public:
  // In alignable pairs only. side: one of the corpus; words: the size of its vocabulary.
  Occurrences(const Corpus& corpus, const Side& side, std::size_t words);

  std::span<const Occurrence> operator[](Word word) const {
    return {items_.data() + offsets_[word], items_.data() + offsets_[word + 1]};
  }

 private:
  std::vector<std::uint64_t> offsets_;
  std::vector<Occurrence> items_;
};

}  // namespace rectrix::align
