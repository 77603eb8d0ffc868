#include "decode/decoder.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "base/lines.hpp"

namespace rectrix::decode {
namespace {

// How good it is to split behind a word: 2 where a sentence may end, 1 where a clause may, 0 elsewhere.
int border(std::string_view word) {
  constexpr std::array<std::string_view, 6> kSentence{".", "!", "?", "。", "！", "？"};
  constexpr std::array<std::string_view, 6> kClause{",", ";", ":", "，", "；", "、"};
  if (std::ranges::find(kSentence, word) != kSentence.end()) return 2;
  return std::ranges::find(kClause, word) != kClause.end() ? 1 : 0;
}

// How many of the words the first piece has: up to the last of the best borders in the second half of what it may have.
std::size_t piece(std::span<const std::string_view> words, std::size_t limit) {
  if (words.size() <= limit) return words.size();
  std::size_t size = limit;
  int best = 0;
  for (std::size_t i = limit; i > limit / 2; --i) {
    if (border(words[i - 1]) <= best) continue;
    best = border(words[i - 1]);
    size = i;
  }
  return size;
}

std::uint32_t count_words(std::string_view text) {
  std::uint32_t count = 0;
  while (!take_word(text).empty()) ++count;
  return count;
}

}  // namespace

Translation Worker::translate(const Request& request) {
  std::vector<std::string_view> words;
  std::string_view text = request.text;
  for (std::string_view word = take_word(text); !word.empty(); word = take_word(text)) words.push_back(word);
  if (words.size() <= max_words() || request.target) return translate_piece(request);
  Translation whole;
  whole.report.alignments.emplace_back();
  Request part = request;
  if (request.constraints != nullptr) request.constraints->require_within(words.size());
  Constraints constraints;
  std::uint32_t done = 0;  // target words
  for (std::span<const std::string_view> rest = words; !rest.empty();) {
    const auto begin = static_cast<std::uint32_t>(words.size() - rest.size());
    std::size_t size = piece(rest, max_words());
    if (request.constraints != nullptr) {
      size = request.constraints->undivided(begin, size);
      if (size > max_words()) {
        throw UsageError("the span " + std::to_string(begin) + "-" + std::to_string(begin + size) + " has more than " +
                         std::to_string(max_words()) + " words, the most that are searched together");
      }
      constraints = request.constraints->part({begin, begin + static_cast<std::uint32_t>(size)});
      part.constraints = &constraints;
    }
    const auto taken = rest.first(size);
    rest = rest.subspan(size);
    part.text = {taken.front().data(), static_cast<std::size_t>(taken.back().data() + taken.back().size() - taken.front().data())};
    const Translation next = translate_piece(part);
    if (!whole.text.empty() && !next.text.empty()) whole.text += ' ';
    whole.text += next.text;
    whole.score += next.score;
    whole.report.add(next.report);
    for (const Alignment& links : next.report.alignments) {
      for (const auto [source, target] : links) whole.report.alignments[0].push_back({source + begin, target + done});
    }
    done += count_words(next.text);
  }
  return whole;
}

void SearchReport::add(const SearchReport& next) {
  pop_limit = pieces == 0 ? next.pop_limit : std::min(pop_limit, next.pop_limit);
  words += next.words;
  pieces += next.pieces;
  out_of_time |= next.out_of_time;
  unknown += next.unknown;
  hypotheses += next.hypotheses;
}

}  // namespace rectrix::decode
