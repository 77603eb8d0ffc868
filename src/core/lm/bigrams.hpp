// How often each word of a text stands before and behind each other word.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lm/corpus.hpp"

namespace rectrix::lm {

struct Neighbor {
  Word word;
  std::uint32_t count;
};

class Bigrams {
 public:
  explicit Bigrams(const Corpus& corpus);

  // In the order of their numbers; <s> comes before, and </s> behind, the words of a sentence.
  std::span<const Neighbor> behind(Word word) const { return row(behind_, behind_begin_, word); }
  std::span<const Neighbor> before(Word word) const { return row(before_, before_begin_, word); }
  std::size_t words() const { return behind_begin_.size() - 1; }

 private:
  static std::span<const Neighbor> row(const std::vector<Neighbor>& all, const std::vector<std::uint64_t>& begin, Word word) {
    return std::span(all).subspan(begin[word], begin[word + 1] - begin[word]);
  }

  std::vector<Neighbor> behind_, before_;
  std::vector<std::uint64_t> behind_begin_, before_begin_;
};

}  // namespace rectrix::lm
