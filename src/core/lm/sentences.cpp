#include "lm/sentences.hpp"

#include <algorithm>
#include <cstddef>

#include "base/lines.hpp"
#include "base/threads.hpp"

namespace rectrix::lm {
namespace {

constexpr std::size_t kBlock = 256;  // sentences that a thread takes at once

// Calls visit(word, match) for every word, and for </s> if wanted.
template <class Visit>
void walk(const Model& model, std::string_view line, Bounds bounds, Visit visit) {
  State states[2];
  states[0] = bounds.begin ? model.begin() : Model::null();
  int now = 0;
  const auto step = [&](Word word) {
    visit(word, model.match(states[now], word, states[1 - now]));
    now = 1 - now;
  };
  for (std::string_view text = take_word(line); !text.empty(); text = take_word(line)) step(model.index(text));
  if (bounds.end) step(kSentenceEnd);
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
