#include "forest/ngram_table.hpp"

#include <algorithm>

#include "base/error.hpp"

namespace rectrix::forest {
namespace {

std::uint64_t key(std::uint32_t parent, Word word) { return static_cast<std::uint64_t>(parent) << 32 | word; }

}  // namespace

NgramTable::NgramTable(std::size_t order, bool open) : order_(order), open_(open), nodes_(1, Node{0, 0, 0}) {
  if (order < 1 || order > 9) throw UsageError("n-grams have 1 to 9 words");
}

void NgramTable::add_text(std::span<const Word> words) {
  for (std::size_t begin = 0; begin < words.size(); ++begin) {
    const std::size_t longest = std::min(order_, words.size() - begin);
    for (std::size_t length = 1; length <= longest; ++length) {
      const auto ngram = words.subspan(begin, length);
      find_or_add(ngram);
      for (std::size_t cut = 1; cut < length; ++cut) {
        nodes_[find_or_add(ngram.first(cut))].begins = true;
        nodes_[find_or_add(ngram.last(cut))].ends = true;
      }
    }
  }
}

std::uint32_t NgramTable::find_or_add(std::span<const Word> ngram) {
  std::uint32_t node = 0;
  for (const Word word : ngram) {
    const auto [child, fresh] = children_.insert(key(node, word), static_cast<std::uint32_t>(nodes_.size()));
    if (fresh) nodes_.push_back({node, word, static_cast<std::uint8_t>(nodes_[node].length + 1)});
    node = child;
  }
  return node;
}

std::uint32_t NgramTable::look_up(std::span<const Word> ngram) const {
  std::uint32_t node = 0;
  for (const Word word : ngram) {
    const std::uint32_t* const child = children_.find(key(node, word));
    if (child == nullptr) return kNone;
    node = *child;
  }
  return node;
}

std::uint32_t NgramTable::find(std::span<const Word> ngram) { return open_ ? find_or_add(ngram) : look_up(ngram); }

std::size_t NgramTable::left(std::span<const Word> words) const {
  std::size_t length = std::min(words.size(), order_ - 1);
  if (open_) return length;
  for (; length > 0; --length) {
    const std::uint32_t node = look_up(words.first(length));
    if (node != kNone && nodes_[node].ends) break;
  }
  return length;
}

std::size_t NgramTable::right(std::span<const Word> words) const {
  std::size_t length = std::min(words.size(), order_ - 1);
  if (open_) return length;
  for (; length > 0; --length) {
    const std::uint32_t node = look_up(words.last(length));
    if (node != kNone && nodes_[node].begins) break;
  }
  return length;
}

std::vector<Word> NgramTable::words(std::uint32_t ngram) const {
  std::vector<Word> found;
  for (; ngram != 0; ngram = nodes_[ngram].parent) found.push_back(nodes_[ngram].word);
  std::ranges::reverse(found);
  return found;
}

}  // namespace rectrix::forest
