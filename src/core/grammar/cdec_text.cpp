#include "grammar/cdec_text.hpp"

#include <algorithm>
#include <charconv>

namespace rectrix::grammar {
namespace {

constexpr double kLog10 = 0.43429448190325182765;  // log10(e)

constexpr CdecColumn kColumnTwins[] = {
    {"EgivenFCoherent", kTargetGivenSource, -kLog10},  {"SampleCountF", kSourceCount, kLog10},
    {"CountEF", kPairCount, kLog10},                   {"MaxLexFgivenE", kLexSourceGivenTarget, -kLog10},
    {"MaxLexEgivenF", kLexTargetGivenSource, -kLog10}, {"IsSingletonF", kSourceSingleton, 1},
    {"IsSingletonFE", kPairSingleton, 1},
};

// The shortest text that reads as the same float, never in scientific notation, which cdec's lexer refuses.
void append_number(float value, std::string& text) {
  char buffer[64];
  const auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, value == 0 ? 0.0F : value, std::chars_format::fixed);
  text.append(buffer, end);
}

// cdec takes such words for gaps, or for the end of a column of a grammar or a line of text: [X], [X,1], [1], a|||b.
bool is_special(std::string_view word) {
  if (word.find("|||") != std::string_view::npos) return true;
  if (word.size() < 3 || word.front() != '[' || word.back() != ']') return false;
  const std::string_view inner = word.substr(1, word.size() - 2);
  return inner.find_first_of("[]") == std::string_view::npos && inner.front() != ',';
}

// As Moses escapes its own special characters.
void append_word(std::string_view word, std::string& text) {
  if (!is_special(word)) {
    text.append(word);
    return;
  }
  for (const char c : word) {
    switch (c) {
      case '[': text += "&#91;"; break;
      case ']': text += "&#93;"; break;
      case '|': text += "&#124;"; break;
      default: text += c;
    }
  }
}

void append_side(std::span<const Symbol> symbols, const Vocabulary& words, std::string& text) {
  for (const Symbol symbol : symbols) {
    text += ' ';
    if (is_gap(symbol)) {
      text.append("[X,").append(std::to_string(gap_number(symbol) + 1)).append("]");
    } else {
      append_word(words.text(static_cast<Word>(symbol)), text);
    }
  }
}

}  // namespace

std::span<const CdecColumn> cdec_columns() { return kColumnTwins; }

CdecWriter::CdecWriter(const std::vector<std::string>& score_names, const Vocabulary& source, const Vocabulary& target)
    : source_(&source), target_(&target) {
  if (score_names == column_names()) {
    for (const CdecColumn& twin : kColumnTwins) fields_.push_back({" " + std::string(twin.name) + "=", twin.column, twin.scale});
  } else {
    for (std::size_t i = 0; i < score_names.size(); ++i) fields_.push_back({" " + score_names[i] + "=", i, 1});
  }
}

void CdecWriter::append(const Rule& rule, std::string& text) const {
  text += "[X] |||";
  append_side(rule.source, *source_, text);
  text += " |||";
  append_side(rule.target, *target_, text);
  text += " |||";
  for (const Field& field : fields_) {
    text += field.prefix;
    append_number(static_cast<float>(rule.scores[field.column] * field.scale), text);
  }
  text += " |||";
  for (const Link link : rule.links) {
    text.append(" ").append(std::to_string(link.source)).append("-").append(std::to_string(link.target));
  }
  text += '\n';
}

}  // namespace rectrix::grammar
