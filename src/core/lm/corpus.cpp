#include "lm/corpus.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace rectrix::lm {
namespace {

constexpr std::size_t kSpecial = 3;  // <unk>, <s>, </s> are always kept

}  // namespace

Corpus::Corpus(std::string folder, bool skip_markers)
    : skip_markers_(skip_markers), counts_(kSpecial), tokens_(std::move(folder)) {}

void Corpus::read(Lines& lines) {
  std::string_view line;
  while (lines.next(line)) {
    for (std::string_view text = take_word(line); !text.empty(); text = take_word(line)) {
      const Word word = vocabulary_.add(text);
      if (word == kSentenceBegin || word == kSentenceEnd) {
        if (skip_markers_) continue;
        lines.fail("the text holds " + std::string(text) +
                   ", which marks the bounds of a sentence; remove it, or let it be skipped (--skip-markers)");
      }
      if (word == counts_.size()) counts_.push_back(0);
      ++counts_[word];
      tokens_.push(word);
    }
    tokens_.push(kSentenceEnd);
    ++sentences_;
  }
}

void Corpus::limit_to_frequent(std::size_t words) {
  std::vector<Word> order(counts_.size() - kSpecial);
  std::iota(order.begin(), order.end(), static_cast<Word>(kSpecial));
  std::stable_sort(order.begin(), order.end(), [this](Word a, Word b) { return counts_[a] > counts_[b]; });
  std::vector<bool> wanted(counts_.size());
  for (std::size_t i = 0; i < std::min(words, order.size()); ++i) wanted[order[i]] = true;
  keep(wanted);
}

void Corpus::limit_to(Lines& allowed) {
  std::vector<bool> wanted(counts_.size());
  std::string_view line;
  while (allowed.next(line)) {
    for (std::string_view text = take_word(line); !text.empty(); text = take_word(line)) {
      wanted[vocabulary_.find(text)] = true;  // <unk>, which is kept anyway, if the text does not hold it
    }
  }
  keep(wanted);
}

void Corpus::keep(const std::vector<bool>& wanted) {
  Vocabulary smaller;
  renumbered_.assign(counts_.size(), kUnknown);
  for (Word word = 0; word < counts_.size(); ++word) {
    if (word < kSpecial || wanted[word]) renumbered_[word] = smaller.add(vocabulary_.text(word));
  }
  vocabulary_ = std::move(smaller);
}

}  // namespace rectrix::lm
