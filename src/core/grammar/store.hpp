// The grammars of many sentences in one memory-mapped file. Rules that follow each other with the same source side
// are a block; equal blocks of different sentences are kept once.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/flat_map.hpp"
#include "base/sections.hpp"
#include "grammar/rules.hpp"
#include "grammar/source_sides.hpp"
#include "text/vocabulary.hpp"

namespace rectrix::grammar {

// Writes grammar after grammar; what was written is not kept in memory.
class GrammarWriter {
 public:
  GrammarWriter(const std::string& path, std::vector<std::string> score_names);

  // The grammar of the next sentence; its score names must be the writer's.
  void add(const Rules& rules);
  // shared: the only grammar serves every sentence. The vocabularies number the words of all rules added.
  void finish(const Vocabulary& source, const Vocabulary& target, bool shared);

 private:
  void add_block(const Rules& rules, std::size_t begin, std::size_t end);

  std::vector<std::string> score_names_;
  SectionWriter writer_;
  std::vector<std::uint64_t> block_begin_{0};  // bytes; block b is [b] to [b + 1]
  std::vector<std::uint32_t> blocks_;          // of all sentences
  std::vector<std::uint64_t> sentence_begin_{0};
  struct Seen {
    std::uint64_t check;  // a second hash
    std::uint32_t block;
  };
  FlatMap<std::uint64_t, Seen> seen_;
  std::vector<unsigned char> bytes_;
};

class GrammarStore {
 public:
  static GrammarStore open(const std::string& path, Load load = Load::map);

  std::size_t size() const { return sentence_begin_.size() - 1; }  // grammars
  bool shared() const { return shared_; }
  const std::vector<std::string>& score_names() const { return score_names_; }
  const Vocabulary& source_words() const { return *source_words_; }
  const Vocabulary& target_words() const { return *target_words_; }
  std::shared_ptr<const Vocabulary> shared_source_words() const { return source_words_; }
  std::shared_ptr<const Vocabulary> shared_target_words() const { return target_words_; }

  // Appends the rules of a sentence (counted from 0). Throws UsageError if the store has no such grammar.
  void rules(std::size_t sentence, Rules& rules) const;
  // The same, but of a shared grammar only the rules whose source sides match a part of the words.
  void find(std::size_t sentence, std::span<const Word> words, Rules& rules) const;

 private:
  class Cursor;
  void index_source_sides();
  std::uint32_t block_at(std::uint64_t place) const;
  void read_block(std::uint32_t block, Rules& rules) const;

  SectionFile file_;
  std::shared_ptr<const Vocabulary> source_words_, target_words_;
  std::vector<std::string> score_names_;
  bool shared_ = false;
  std::span<const unsigned char> bytes_;
  std::span<const std::uint64_t> block_begin_, sentence_begin_;
  std::span<const std::uint32_t> blocks_;
  std::shared_ptr<const SourceSides> source_sides_;  // of a shared grammar
};

}  // namespace rectrix::grammar
