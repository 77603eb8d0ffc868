// The characters and pieces of every word of a vocabulary, made once: texts are then joined from them.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "text/vocabulary.hpp"

namespace rectrix::score {

class Spelling {
 public:
  // pieces: a vocabulary shared by hypotheses and references, so that equal pieces have equal numbers.
  Spelling(const Vocabulary& words, Vocabulary& pieces);

  // Code points without white space.
  void characters(std::span<const Word> words, std::vector<std::uint32_t>& out) const;
  // The same with one blank between words, as the text is written.
  void characters_and_blanks(std::span<const Word> words, std::vector<std::uint32_t>& out) const;
  // Words with ASCII punctuation split off at one end, as chrF++ counts them.
  void pieces(std::span<const Word> words, std::vector<std::uint32_t>& out) const;

 private:
  void add_pieces(std::string_view text, const std::vector<std::uint32_t>& points, Vocabulary& pieces);

  std::vector<std::uint32_t> characters_, pieces_;
  std::vector<std::size_t> character_begin_{0}, piece_begin_{0};
};

}  // namespace rectrix::score
