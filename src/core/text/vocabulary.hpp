// Words as numbers. A vocabulary grows while a model is built; in use it is a mapped file that never grows:
// unknown words of an input sentence live in a LocalVocabulary on top of it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/sections.hpp"

namespace rectrix {

using Word = std::uint32_t;

// The first three words of every vocabulary.
inline constexpr Word kUnknown = 0;        // <unk>
inline constexpr Word kSentenceBegin = 1;  // <s>
inline constexpr Word kSentenceEnd = 2;    // </s>

class Vocabulary {
 public:
  Vocabulary();  // holds the three special words
  Vocabulary(Vocabulary&&) = default;
  Vocabulary& operator=(Vocabulary&&) = default;
  Vocabulary(const Vocabulary&) = delete;  // the spans would show the other's words
  Vocabulary& operator=(const Vocabulary&) = delete;

  static Vocabulary open(const std::string& path);  // mapped; add() throws
  void save(const std::string& path) const;

  // To keep a vocabulary inside another file: three sections whose names begin with prefix.
  void save(SectionWriter& writer, std::string_view prefix = "") const;
  static Vocabulary load(SectionFile file, std::string_view prefix = "");

  // The number of word, kUnknown if it is not known.
  Word find(std::string_view word) const;
  Word add(std::string_view word);
  // Valid until the next add(). Throws UsageError if there is no such word.
  std::string_view text(Word word) const;
  std::size_t size() const { return offsets_.size() - 1; }

 private:
  std::size_t slot(std::string_view word) const;
  void grow_table();
  void view();

  SectionFile file_;  // what the spans show when mapped; otherwise the three vectors
  bool mapped_ = false;
  std::vector<char> own_text_;
  std::vector<std::uint64_t> own_offsets_;
  std::vector<Word> own_table_;
  std::span<const char> text_;              // all words, one after another
  std::span<const std::uint64_t> offsets_;  // word w is text_[offsets_[w], offsets_[w + 1])
  std::span<const Word> table_;             // open addressing; 0 is free, otherwise word + 1
};

// The words of one sentence on top of a fixed vocabulary: unknown ones get numbers from base.size() on.
class LocalVocabulary {
 public:
  explicit LocalVocabulary(const Vocabulary& base) : base_(&base) {}

  Word find_or_add(std::string_view word);
  std::string_view text(Word word) const {
    return word < base_->size() ? base_->text(word) : std::string_view(added_.at(word - base_->size()));
  }
  bool is_local(Word word) const { return word >= base_->size(); }
  const Vocabulary& base() const { return *base_; }

 private:
  const Vocabulary* base_;
  std::vector<std::string> added_;  // few: searched one by one
};

}  // namespace rectrix
