#include <charconv>
#include <cmath>

#include "grammar/phrase/moses_text.hpp"

namespace rectrix::grammar {
namespace {

// Seven digits: the precision of the logarithms.
void append_number(double value, std::string& text) {
  char buffer[32];
  const auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::general, 7);
  text.append(" ").append(buffer, end);
}

void append_side(std::span<const Symbol> side, const Vocabulary& words, std::string& text) {
  for (const Symbol symbol : side) {
    for (const char c : words.text(static_cast<Word>(symbol))) {
      if (c == '|') {
        text += "&#124;";  // a bar divides factors; a word of bars alone has none, and the decoder crashes
      } else {
        text += c;
      }
    }
    text += ' ';
  }
  text += "|||";
}

}  // namespace

void append_moses(const PhraseTable& table, std::size_t phrase, std::string& pairs, std::string& reordering) {
  const std::span<const Symbol> source = table.source(phrase);
  const PhraseRange range = table.range(phrase);
  for (std::uint32_t number = range.begin; number < range.end; ++number) {
    const Rule rule = table.option(number, source);
    for (std::string* text : {&pairs, &reordering}) {
      append_side(source, table.source_words(), *text);
      *text += ' ';
      append_side(rule.target, table.target_words(), *text);
    }
    std::string counts, sparse;
    for (std::size_t i = 0; i < rule.scores.size(); ++i) {
      const std::string& name = table.score_names()[i];
      if (name.starts_with(kSparsePrefix)) {
        if (rule.scores[i] == 0) continue;
        sparse.append(" ").append(name, kSparsePrefix.size());
        append_number(rule.scores[i], sparse);
        continue;
      }
      const bool count = name.starts_with("raw_");
      append_number(count ? rule.scores[i] : std::exp(static_cast<double>(rule.scores[i])), count ? counts : pairs);
    }
    pairs += " |||";
    for (const Link link : rule.links) {
      pairs.append(" ").append(std::to_string(link.source)).append("-").append(std::to_string(link.target));
    }
    pairs.append(" |||").append(counts).append(" |||").append(sparse).append(" |||\n");
    for (const float value : table.reordering(number)) append_number(std::exp(static_cast<double>(value)), reordering);
    reordering += '\n';
  }
}

}  // namespace rectrix::grammar
