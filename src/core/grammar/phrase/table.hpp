// The phrase table as a memory-mapped file: source phrases by hash, each with its translations, best first.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/sections.hpp"
#include "base/spool.hpp"
#include "grammar/rules.hpp"
#include "text/vocabulary.hpp"

namespace rectrix::grammar {

// The translations of one source phrase are numbered begin to end.
struct PhraseRange {
  std::uint32_t begin = 0, end = 0;
  std::uint32_t size() const { return end - begin; }
};

class PhraseTable {
 public:
  static PhraseTable open(const std::string& path, Load load = Load::map);

  const Vocabulary& source_words() const { return source_words_; }
  const Vocabulary& target_words() const { return target_words_; }
  std::size_t phrases() const { return source_begin_.size() - 1; }
  std::size_t options() const { return target_begin_.size() - 1; }
  int longest() const { return longest_; }  // words of the longest source phrase
  // What phrases were limited to when the table was extracted; 0 if it comes from elsewhere.
  int max_length() const { return max_length_; }

  // Natural logarithms, higher is better; raw counts are plain numbers.
  const std::vector<std::string>& score_names() const { return score_names_; }
  // What the reordering values are ("wbe-msd-bidirectional-fe"); empty if there are none.
  const std::string& reordering_type() const { return reordering_type_; }
  std::size_t reordering_size() const { return reordering_size_; }

  PhraseRange find(std::span<const Word> source) const;
  std::span<const Symbol> source(std::size_t phrase) const;
  PhraseRange range(std::size_t phrase) const;
  // The rule's source is that of the phrase it was found by.
  Rule option(std::uint32_t number, std::span<const Symbol> source) const;
  std::span<const float> reordering(std::uint32_t number) const {
    return reordering_.subspan(number * reordering_size_, reordering_size_);
  }

 private:
  void check() const;

  SectionFile file_;
  Vocabulary source_words_, target_words_;
  std::vector<std::string> score_names_;
  std::string reordering_type_;
  std::size_t reordering_size_ = 0;
  int longest_ = 0, max_length_ = 0;
  std::span<const std::uint32_t> slots_;  // open addressing: phrase + 1, 0 is free
  std::span<const std::uint32_t> source_begin_, option_begin_, target_begin_, link_begin_;
  std::span<const Symbol> source_, target_;
  std::span<const Link> links_;
  std::span<const float> scores_, reordering_;
};

// What a table says about itself.
struct PhraseTableHeader {
  std::vector<std::string> score_names;
  std::string reordering_type;  // empty: no reordering values
  std::size_t reordering_size = 0;
  int max_length = 0;
};

// Writes a table phrase by phrase; arrays that outgrow memory wait in nameless files.
class PhraseTableWriter {
 public:
  PhraseTableWriter(PhraseTableHeader header, const std::string& folder);

  // A source phrase that has not come before, then its translations in the order in which they shall stand.
  void begin_phrase(std::span<const Symbol> source);
  void add_option(std::span<const Symbol> target, std::span<const Link> links, std::span<const float> scores,
                  std::span<const float> reordering);

  void finish(const std::string& path, const Vocabulary& source_words, const Vocabulary& target_words);

 private:
  PhraseTableHeader header_;
  std::vector<std::uint64_t> keys_;
  Spool<std::uint32_t> source_begin_, option_begin_, target_begin_, link_begin_;
  Spool<Symbol> source_, target_;
  Spool<Link> links_;
  Spool<float> scores_, reordering_;
};

}  // namespace rectrix::grammar
