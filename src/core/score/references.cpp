#include "score/references.hpp"

#include "base/error.hpp"

namespace rectrix::score {

void References::read(Lines lines) {
  std::vector<std::uint64_t> begin{0};
  std::vector<Word> tokens;
  std::string_view line;
  while (lines.next(line)) {
    for (std::string_view word = take_word(line); !word.empty(); word = take_word(line)) tokens.push_back(words_.add(word));
    begin.push_back(tokens.size());
  }
  const std::size_t count = begin.size() - 1;
  if (!begins_.empty() && count != sentences_) {
    throw InputError(lines.name(), 0, std::to_string(count) + " lines, but the first reference has " + std::to_string(sentences_));
  }
  sentences_ = count;
  begins_.push_back(std::move(begin));
  tokens_.push_back(std::move(tokens));
}

Alignment::Alignment(const kbest::Lists& lists, const References& references, std::span<const std::int64_t> sentences)
    : sentences_(sentences) {
  if (references.per_sentence() == 0) throw UsageError("no references were given");
  const std::size_t given = sentences.empty() ? references.sentences() : sentences.size();
  if (given != lists.sentences()) {
    throw InputError("there are lists for " + std::to_string(lists.sentences()) + " sentences and references for " +
                     std::to_string(given));
  }
  for (const std::int64_t sentence : sentences) {
    if (sentence < 0 || static_cast<std::size_t>(sentence) >= references.sentences()) {
      throw UsageError("no reference for sentence " + std::to_string(sentence) + "; there are " +
                       std::to_string(references.sentences()));
    }
  }
}

std::vector<Word> map_words(const Vocabulary& words, const References& references) {
  std::vector<Word> map(words.size());
  for (Word word = 0; word < map.size(); ++word) {
    const Word found = references.vocabulary().find(words.text(word));
    map[word] = found == kUnknown && word != kUnknown ? kNowhere : found;
  }
  return map;
}

}  // namespace rectrix::score
