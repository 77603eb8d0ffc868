// Sentence pairs as word numbers.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "base/lines.hpp"
#include "text/vocabulary.hpp"

namespace rectrix::align {

// The sentences of one language, one after another.
struct Side {
  std::vector<Word> words;
  std::vector<std::uint64_t> offsets{0};

  std::size_t size() const { return offsets.size() - 1; }
  std::span<const Word> operator[](std::size_t sentence) const {
    return {words.data() + offsets[sentence], words.data() + offsets[sentence + 1]};
  }
};

// The words of one sentence pair.
struct SentencePair {
  std::span<const Word> source, target;
};

struct Corpus {
  Side source, target;

  std::size_t size() const { return source.size(); }
  SentencePair operator[](std::size_t pair) const { return {source[pair], target[pair]}; }
};

// The number of a word: Vocabulary::add while a model is built, Vocabulary::find afterwards.
using Encode = std::function<Word(std::string_view)>;

// Line by line; words are split at blanks. Throws an InputError with both counts if the numbers of lines
// differ. Calls tick(pairs read) now and then.
Corpus read_corpus(Lines& source, Lines& target, const Encode& encode_source, const Encode& encode_target,
                   const std::function<void(std::size_t)>& tick);

}  // namespace rectrix::align
