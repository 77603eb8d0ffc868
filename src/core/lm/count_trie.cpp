#include "lm/count_trie.hpp"

#include <algorithm>
#include <utility>

#include "base/error.hpp"

namespace rectrix::lm {

CountTrie::CountTrie(int order, std::vector<std::uint64_t> prune, const std::string& folder)
    : order_(order), prune_(std::move(prune)), statistics_(static_cast<std::size_t>(order)) {
  for (int length = 1; length <= order; ++length) levels_.emplace_back(folder);
}

void CountTrie::add(const std::array<Word, kMaxOrder>& words, std::uint64_t count) {
  // Behind the first <s> there is only more of it.
  int length = 1;
  while (length < order_ && words[static_cast<std::size_t>(length) - 1] != kSentenceBegin) ++length;
  const auto open = [&](int i) { return open_[static_cast<std::size_t>(i)].first; };
  int common = 0;
  while (common < std::min(length, open_length_) && open(common) == words[static_cast<std::size_t>(common)]) ++common;
  close_to(common);
  for (; open_length_ < length; ++open_length_) {
    const auto at = static_cast<std::size_t>(open_length_);
    open_[at] = {words[at], 0, 0};
    if (at > 0) ++open_[at - 1].children;
  }
  for (int i = 0; i < length; ++i) open_[static_cast<std::size_t>(i)].count += count;
}

void CountTrie::finish() { close_to(0); }

void CountTrie::close_to(int length) {
  for (; open_length_ > length; --open_length_) {
    const auto at = static_cast<std::size_t>(open_length_) - 1;
    const Open& open = open_[at];
    const bool whole = open_length_ == order_ || open.first == kSentenceBegin;
    const std::uint64_t adjusted = whole ? open.count : open.children;
    if (adjusted >= Node::kPruned) throw RunError("an n-gram occurs more than 2 billion times; split the text");
    const bool pruned = open.count <= prune_[at];
    levels_[at].push({open.first, static_cast<std::uint32_t>(adjusted) | (pruned ? Node::kPruned : 0)});
    if (!pruned) ++statistics_[at].kept;
    if (adjusted < statistics_[at].with_count.size()) ++statistics_[at].with_count[adjusted];
  }
}

NgramWalk::NgramWalk(const CountTrie& trie, int length) : length_(static_cast<std::size_t>(length)) {
  for (int i = 1; i <= length; ++i) readers_.push_back(trie.level(i).read());
}

}  // namespace rectrix::lm
