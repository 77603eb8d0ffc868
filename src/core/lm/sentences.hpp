// Scores of whole lines of text.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "lm/model.hpp"

namespace rectrix::lm {

struct Bounds {
  bool begin = true;  // the first word stands behind <s>, not behind nothing
  bool end = true;    // </s> is scored as a word
};

struct WordScore {
  float log10;
  int length;  // of the n-gram that was used
  bool unknown;
};

struct SentenceScore {
  float log10 = 0;            // summed in single precision, as KenLM does, to give its very numbers
  std::uint32_t words = 0;    // without </s>
  std::uint32_t unknown = 0;  // of them
  float unknown_log10 = 0;    // their part of log10
};

// Words are what stands between blanks.
SentenceScore score_sentence(const Model& model, std::string_view line, Bounds bounds);
std::vector<WordScore> score_words(const Model& model, std::string_view line, Bounds bounds);
std::vector<SentenceScore> score_sentences(const Model& model, std::span<const std::string_view> lines, Bounds bounds,
                                           int threads);

}  // namespace rectrix::lm
