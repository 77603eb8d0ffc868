#include "score/spelling.hpp"

#include "text/utf8.hpp"

namespace rectrix::score {
namespace {

constexpr std::string_view kPunctuation = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~";

bool punctuation(std::uint32_t point) {
  return point < 0x80 && kPunctuation.find(static_cast<char>(point)) != std::string_view::npos;
}

void append(const std::vector<std::uint32_t>& items, const std::vector<std::size_t>& begin, Word word, std::vector<std::uint32_t>& out) {
  out.insert(out.end(), items.begin() + static_cast<std::ptrdiff_t>(begin[word]),
             items.begin() + static_cast<std::ptrdiff_t>(begin[word + 1]));
}

}  // namespace

Spelling::Spelling(const Vocabulary& words, Vocabulary& pieces) {
  std::vector<std::uint32_t> points;
  for (Word word = 0; word < words.size(); ++word) {
    const std::string_view text = words.text(word);
    points.clear();
    append_code_points(text, points);
    for (const std::uint32_t point : points) {
      if (!is_space(point)) characters_.push_back(point);
    }
    character_begin_.push_back(characters_.size());
    add_pieces(text, points, pieces);
    piece_begin_.push_back(pieces_.size());
  }
}

// Punctuation at the end is split off, or else at the beginning; never both.
void Spelling::add_pieces(std::string_view text, const std::vector<std::uint32_t>& points, Vocabulary& pieces) {
  std::size_t cut = 0;
  if (points.size() > 1 && punctuation(points.back())) {
    cut = text.size() - 1;
  } else if (points.size() > 1 && punctuation(points.front())) {
    cut = 1;
  }
  if (cut > 0) pieces_.push_back(pieces.add(text.substr(0, cut)));
  pieces_.push_back(pieces.add(text.substr(cut)));
}

void Spelling::characters(std::span<const Word> words, std::vector<std::uint32_t>& out) const {
  out.clear();
  for (const Word word : words) append(characters_, character_begin_, word, out);
}

void Spelling::characters_and_blanks(std::span<const Word> words, std::vector<std::uint32_t>& out) const {
  out.clear();
  for (const Word word : words) {
    if (!out.empty()) out.push_back(' ');
    append(characters_, character_begin_, word, out);
  }
}

void Spelling::pieces(std::span<const Word> words, std::vector<std::uint32_t>& out) const {
  out.clear();
  for (const Word word : words) append(pieces_, piece_begin_, word, out);
}

}  // namespace rectrix::score
