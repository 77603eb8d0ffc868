// Many lines at once: text to space-separated words with their case settled, and what a side learns from its text.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "text/recaser.hpp"
#include "text/spacing.hpp"
#include "text/tokenizer.hpp"
#include "text/truecaser.hpp"

namespace rectrix {

// What is done to a line, in this order; what is null is left out.
struct LineSteps {
  const Tokenizer* tokenizer = nullptr;  // without one, words stand between blanks already
  const Truecaser* truecaser = nullptr;
  bool lowercase = false;
};

// The space-separated words of each line, into the line's slot.
void prepare_lines(const LineSteps& steps, std::span<const std::string_view> lines, std::span<std::string> out,
                   int threads);

// What text is counted for; null: it is not.
struct LineCounts {
  Truecaser* truecaser = nullptr;
  Recaser* recaser = nullptr;
  Spacing* spacing = nullptr;  // only with a tokenizer: otherwise all words stand between blanks
};
void count_lines(const Tokenizer* tokenizer, std::span<const std::string_view> lines, const LineCounts& counts);

// Words with their sentences' first letters as capitals; the first one of all only if wanted.
std::vector<std::string> with_capitals(std::span<const std::string_view> words, bool first);

}  // namespace rectrix
