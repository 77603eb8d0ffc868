#include "lm/bigrams.hpp"

#include <algorithm>
#include <utility>

namespace rectrix::lm {
namespace {

constexpr std::size_t kBuffered = std::size_t{1} << 24;  // bigrams that are sorted at a time

struct Counted {
  std::uint64_t pair;  // first word in the upper half
  std::uint32_t count;
};

Word first(const Counted& bigram) { return static_cast<Word>(bigram.pair >> 32); }
Word second(const Counted& bigram) { return static_cast<Word>(bigram.pair); }

// Sorted bigrams, each with its count, merged into those counted before.
void merge(std::vector<std::uint64_t>& buffer, std::vector<Counted>& counted) {
  std::sort(buffer.begin(), buffer.end());
  std::vector<Counted> merged;
  merged.reserve(counted.size());
  auto old = counted.begin();
  for (std::size_t i = 0; i < buffer.size();) {
    std::size_t end = i + 1;
    while (end < buffer.size() && buffer[end] == buffer[i]) ++end;
    while (old != counted.end() && old->pair < buffer[i]) merged.push_back(*old++);
    const std::uint32_t before = old != counted.end() && old->pair == buffer[i] ? (old++)->count : 0;
    merged.push_back({buffer[i], before + static_cast<std::uint32_t>(end - i)});
    i = end;
  }
  merged.insert(merged.end(), old, counted.end());
  counted = std::move(merged);
  buffer.clear();
}

std::vector<Counted> count(const Corpus& corpus) {
  std::vector<Counted> counted;
  std::vector<std::uint64_t> buffer;
  Spool<Word>::Reader tokens = corpus.tokens().read();
  Word previous = kSentenceBegin;
  for (Word token = 0; tokens.next(token);) {
    const Word word = corpus.kept(token);
    buffer.push_back(std::uint64_t{previous} << 32 | word);
    previous = word == kSentenceEnd ? kSentenceBegin : word;
    if (buffer.size() == kBuffered) merge(buffer, counted);
  }
  merge(buffer, counted);
  return counted;
}

// Rows by one of the words of each bigram.
template <class Key, class Other>
void fill(const std::vector<Counted>& counted, std::size_t words, Key key, Other other, std::vector<Neighbor>& rows,
          std::vector<std::uint64_t>& begin) {
  begin.assign(words + 1, 0);
  for (const Counted& bigram : counted) ++begin[key(bigram) + 1];
  for (std::size_t word = 0; word < words; ++word) begin[word + 1] += begin[word];
  rows.resize(counted.size());
  std::vector<std::uint64_t> place(begin.begin(), begin.end() - 1);
  for (const Counted& bigram : counted) rows[place[key(bigram)]++] = {other(bigram), bigram.count};
}

}  // namespace

Bigrams::Bigrams(const Corpus& corpus) {
  const std::vector<Counted> counted = count(corpus);
  const std::size_t words = corpus.vocabulary().size();
  fill(counted, words, first, second, behind_, behind_begin_);
  fill(counted, words, second, first, before_, before_begin_);
}

}  // namespace rectrix::lm
