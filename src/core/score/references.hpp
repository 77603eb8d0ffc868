// Reference translations: one or more for every sentence, in a vocabulary of their own.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/lines.hpp"
#include "kbest/lists.hpp"
#include "text/vocabulary.hpp"

namespace rectrix::score {

class References {
 public:
  // Adds one reference for every sentence, a line each. Throws InputError if an earlier file had another number of lines.
  void read(Lines lines);

  std::size_t sentences() const { return sentences_; }
  std::size_t per_sentence() const { return begins_.size(); }
  std::span<const Word> words(std::size_t sentence, std::size_t reference) const {
    const std::vector<std::uint64_t>& begin = begins_[reference];
    return std::span<const Word>(tokens_[reference]).subspan(begin[sentence], begin[sentence + 1] - begin[sentence]);
  }
  const Vocabulary& vocabulary() const { return words_; }

 private:
  Vocabulary words_;
  std::size_t sentences_ = 0;
  std::vector<std::vector<std::uint64_t>> begins_;  // of each reference: where sentence s begins, and the end
  std::vector<std::vector<Word>> tokens_;
};

// A word that no reference has: it matches nothing, not even itself.
inline constexpr Word kNowhere = 0xffffffff;

// Which sentence's references each list is compared with.
class Alignment {
 public:
  // sentences: of each list, or empty for list i with sentence i; then there must be as many of both.
  Alignment(const kbest::Lists& lists, const References& references, std::span<const std::int64_t> sentences);

  std::size_t sentence(std::size_t list) const { return sentences_.empty() ? list : static_cast<std::size_t>(sentences_[list]); }

 private:
  std::span<const std::int64_t> sentences_;
};

// For each word of `words` its number among the references' words, kNowhere if they do not have it.
std::vector<Word> map_words(const Vocabulary& words, const References& references);

}  // namespace rectrix::score
