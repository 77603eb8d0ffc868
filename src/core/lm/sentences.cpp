#include "lm/sentences.hpp"

#include <algorithm>
#include <cstddef>

#include "base/lines.hpp"
#include "base/threads.hpp"

namespace rectrix::lm {
namespace {

constexpr std::size_t kBlock = 256;  // sentences that a thread takes at once

// How far ahead of the word that is scored memory is asked for: enough words to hide its latency.
constexpr std::size_t kAhead = 4;

// Calls visit(word, match) for every word, and for </s> if wanted.
template <class Visit>
void walk(const Model& model, std::string_view line, Bounds bounds, Visit visit) {
  std::vector<Word> words;
  words.reserve(line.size() / 4 + 2);
  if (bounds.begin) words.push_back(kSentenceBegin);
  for (std::string_view text = take_word(line); !text.empty(); text = take_word(line)) words.push_back(model.index(text));
  if (bounds.end) words.push_back(kSentenceEnd);

  State states[2];
  states[0] = bounds.begin ? model.begin() : Model::null();
  int now = 0;
  const std::size_t first = bounds.begin ? 1 : 0;
  for (std::size_t i = first; i < std::min(words.size(), first + kAhead); ++i) model.prefetch(words, i);
  for (std::size_t i = first; i < words.size(); ++i, now = 1 - now) {
    if (i + kAhead < words.size()) model.prefetch(words, i + kAhead);
    visit(words[i], model.match(states[now], words[i], states[1 - now]));
  }
}

}  // namespace

SentenceScore score_sentence(const Model& model, std::string_view line, Bounds bounds) {
  SentenceScore score;
  walk(model, line, bounds, [&](Word word, const Match& match) {
    score.log10 += match.log10;
    ++score.words;
    if (!Model::is_unknown(word)) return;
    ++score.unknown;
    score.unknown_log10 += match.log10;
  });
  if (bounds.end) --score.words;
  return score;
}

std::vector<WordScore> score_words(const Model& model, std::string_view line, Bounds bounds) {
  std::vector<WordScore> scores;
  walk(model, line, bounds, [&](Word word, const Match& match) {
    scores.push_back({match.log10, match.length, Model::is_unknown(word)});
  });
  return scores;
}

std::vector<SentenceScore> score_sentences(const Model& model, std::span<const std::string_view> lines, Bounds bounds,
                                           int threads) {
  std::vector<SentenceScore> scores(lines.size());
  parallel_for((lines.size() + kBlock - 1) / kBlock, threads, [&](std::size_t block, int) {
    const std::size_t end = std::min(lines.size(), (block + 1) * kBlock);
    for (std::size_t i = block * kBlock; i < end; ++i) scores[i] = score_sentence(model, lines[i], bounds);
  });
  return scores;
}

}  // namespace rectrix::lm
