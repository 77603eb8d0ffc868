// Adjusted counts of the n-grams of every length, for Kneser-Ney smoothing: a(w1..wn) is the count of the n-gram
// if n is the model's order or w1 is <s>, else the number of different words seen before it.
//
// Kept as a trie that grows to the left, one sequence per length, in suffix order: the n-grams that end with an
// (n-1)-gram are its children, and their number is its adjusted count, so a node is two numbers.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "lm/probing.hpp"
#include "base/spool.hpp"
#include "lm/state.hpp"

namespace rectrix::lm {

struct Node {
  Word first;  // the n-gram's first word
  std::uint32_t marked_count;

  static constexpr std::uint32_t kPruned = std::uint32_t{1} << 31;
  std::uint32_t count() const { return marked_count & ~kPruned; }  // adjusted
  bool pruned() const { return (marked_count & kPruned) != 0; }
};

// Of all n-grams of one length.
struct LevelStatistics {
  std::uint64_t kept = 0;                      // n-grams that pruning leaves
  std::array<std::uint64_t, 5> with_count{};  // [k]: n-grams whose adjusted count is k, 1..4, pruned ones too
};

class CountTrie {
 public:
  // prune: per length, n-grams that occur so often or less are marked.
  CountTrie(int order, std::vector<std::uint64_t> prune, const std::string& folder);

  // The next n-gram of count_ngrams (the last word first).
  void add(const std::array<Word, kMaxOrder>& words, std::uint64_t count);
  void finish();  // behind the last one

  int order() const { return order_; }
  const Spool<Node>& level(int length) const { return levels_[static_cast<std::size_t>(length) - 1]; }
  const LevelStatistics& statistics(int length) const { return statistics_[static_cast<std::size_t>(length) - 1]; }

 private:
  struct Open {
    Word first;
    std::uint64_t count;  // occurrences
    std::uint64_t children;
  };
  void close_to(int length);

  int order_;
  std::vector<std::uint64_t> prune_;
  std::vector<Spool<Node>> levels_;
  std::vector<LevelStatistics> statistics_;
  std::array<Open, kMaxOrder> open_{};  // the n-grams that the last one added ends with
  int open_length_ = 0;
};

// Goes through the n-grams of one length.
class NgramWalk {
 public:
  NgramWalk(const CountTrie& trie, int length);

  bool next() { return advance(length_); }

  const Node& node() const { return nodes_[length_]; }
  Key key() const { return keys_[length_]; }
  Key context_key() const { return context_keys_[length_]; }                // of the words but the last
  std::uint64_t parent() const { return visited_[length_ - 1] - 1; }      // the place of the words but the first
  std::size_t length() const { return length_; }
  // The words in the order of the text.
  void words(std::array<Word, kMaxOrder>& out) const {
    for (std::size_t i = 0; i < length_; ++i) out[i] = nodes_[length_ - i].first;
  }

 private:
  bool advance(std::size_t length);

  std::size_t length_;
  std::vector<Spool<Node>::Reader> readers_;
  std::array<Node, kMaxOrder + 1> nodes_{};  // by length
  std::array<std::uint32_t, kMaxOrder + 1> unvisited_{};  // children
  std::array<std::uint64_t, kMaxOrder + 1> visited_{};
  std::array<Key, kMaxOrder + 1> keys_{};
  std::array<Key, kMaxOrder + 1> context_keys_{};
};

inline bool NgramWalk::advance(std::size_t length) {
  if (length > 1) {
    while (unvisited_[length - 1] == 0) {
      if (!advance(length - 1)) return false;
    }
    --unvisited_[length - 1];
  }
  Node& node = nodes_[length];
  if (!readers_[length - 1].next(node)) return false;
  ++visited_[length];
  unvisited_[length] = node.first == kSentenceBegin ? 0 : node.count();
  const Key alone = unigram_key(node.first);
  keys_[length] = length == 1 ? alone : extend_key(keys_[length - 1], node.first);
  context_keys_[length] = length <= 2 ? alone : extend_key(context_keys_[length - 1], node.first);
  return true;
}

}  // namespace rectrix::lm
