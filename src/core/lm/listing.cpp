// The n-grams of a mapped model, words and all. A trie holds the words. A hash table holds only keys, so its n-grams are
// found by trying: one of n words begins and ends with listed ones of n - 1 words that share all words between, and both say
// whether anything longer goes on from them.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "lm/estimate.hpp"
#include "lm/model.hpp"

namespace rectrix::lm {
namespace {

// The n-grams of one length, and what is known of each.
class Level {
 public:
  explicit Level(std::size_t length) : length_(length) {}

  std::size_t size() const { return keys_.size(); }
  std::span<const Word> words(std::size_t i) const { return {words_.data() + i * length_, length_}; }
  Key key(std::size_t i) const { return keys_[i]; }

  void add(std::span<const Word> words, Key key, bool left, bool right) {
    words_.insert(words_.end(), words.begin(), words.end());
    keys_.push_back(key);
    sides_.push_back(static_cast<std::uint8_t>((left ? kLeft : 0) | (right ? kRight : 0)));
  }

  enum Side : std::uint8_t { kLeft = 1, kRight = 2 };
  // The numbers of those that extend to a side, in the order of the words that they share with their extensions.
  std::vector<std::uint32_t> extending(Side side) const {
    std::vector<std::uint32_t> found;
    for (std::uint32_t i = 0; i < size(); ++i) {
      if ((sides_[i] & side) != 0) found.push_back(i);
    }
    std::ranges::stable_sort(found, [&](std::uint32_t a, std::uint32_t b) { return less(shared(a, side), shared(b, side)); });
    return found;
  }
  // What a longer n-gram has beyond one word on either side.
  std::span<const Word> shared(std::size_t i, Side side) const { return words(i).subspan(side == kRight ? 1 : 0, length_ - 1); }

  static bool less(std::span<const Word> a, std::span<const Word> b) { return std::ranges::lexicographical_compare(a, b); }

 private:
  std::size_t length_;
  std::vector<Word> words_;
  std::vector<Key> keys_;
  std::vector<std::uint8_t> sides_;
};

// Says of nearly all keys that are not in a table that they are not, from little memory.
class Filter {
 public:
  template <class Entry>
  explicit Filter(std::span<const Entry> slots) {
    while ((std::size_t{1} << (64 - shift_)) < slots.size() * 12) --shift_;
    bits_.resize((std::size_t{1} << (64 - shift_)) / 64);
    for (const Entry& entry : slots) {
      if (entry.key != 0) bits_[(entry.key >> shift_) / 64] |= std::uint64_t{1} << ((entry.key >> shift_) % 64);
    }
  }
  bool may_have(Key key) const { return (bits_[(key >> shift_) / 64] >> ((key >> shift_) % 64) & 1) != 0; }

 private:
  unsigned shift_ = 64 - 6;
  std::vector<std::uint64_t> bits_;
};

// try_pair(prefix, suffix) for all pairs of n-grams that overlap in all words but one of each.
template <class Try>
void join(const Level& level, Try try_pair) {
  const auto prefixes = level.extending(Level::kRight), suffixes = level.extending(Level::kLeft);
  auto first = suffixes.begin();
  for (auto prefix = prefixes.begin(); prefix != prefixes.end();) {
    const auto between = level.shared(*prefix, Level::kRight);
    const auto end = std::find_if(prefix, prefixes.end(), [&](std::uint32_t i) { return Level::less(between, level.shared(i, Level::kRight)); });
    while (first != suffixes.end() && Level::less(level.shared(*first, Level::kLeft), between)) ++first;
    auto last = first;
    while (last != suffixes.end() && !Level::less(between, level.shared(*last, Level::kLeft))) ++last;
    for (; prefix != end; ++prefix) {
      for (auto suffix = first; suffix != last; ++suffix) try_pair(*prefix, *suffix);
    }
  }
}

// Of a table with the entries of one length: visit(prefix, suffix, entry) for all of them.
template <class Entry, class Visit>
void visit_table(const ProbingView<Entry>& table, const Level& level, Visit visit) {
  const Filter filter(table.slots());
  join(level, [&](std::uint32_t prefix, std::uint32_t suffix) {
    const Key key = extend_key(level.key(suffix), level.words(prefix)[0]);
    if (!filter.may_have(key)) return;
    if (const Entry* entry = table.find(key)) visit(prefix, suffix, *entry);
  });
}

// Gives n-grams to a sink and remembers them for the next length; a damaged file must not make more of them than it has.
class Lister {
 public:
  Lister(NgramSink& sink, const std::function<void(std::size_t)>& tick, std::span<const std::uint64_t> counts)
      : sink_(&sink), tick_(&tick), counts_(counts) {
    sink.begin(counts);
  }

  void add(std::span<const Word> words, float log10, float backoff, Key key, bool left) {
    if (here_++ == counts_[words.size() - 1] || words[0] >= counts_[0]) fail(words.size());
    sink_->add(words, log10, backoff);
    if (words.size() < counts_.size()) level_.add(words, key, left, extends_right(backoff));
    if (++listed_ % 4096 == 0) (*tick_)(listed_);
  }
  // One word longer than `rest`.
  void add(Word first, std::span<const Word> rest, float log10, float backoff, Key key, bool left) {
    words_.assign(1, first);
    words_.insert(words_.end(), rest.begin(), rest.end());
    add(words_, log10, backoff, key, left);
  }
  // The n-grams of the length that is complete now.
  Level finish(std::size_t length) {
    if (here_ != counts_[length - 1]) fail(length);
    here_ = 0;
    return std::exchange(level_, Level(length + 1));
  }

 private:
  [[noreturn]] void fail(std::size_t length) const {
    throw DamagedFile("a language model whose n-grams of " + std::to_string(length) + " words are not the " +
                      std::to_string(counts_[length - 1]) + " that it says it has; make it again from its text");
  }

  NgramSink* sink_;
  const std::function<void(std::size_t)>* tick_;
  std::span<const std::uint64_t> counts_;
  Level level_{1};
  std::vector<Word> words_;
  std::uint64_t listed_ = 0, here_ = 0;  // all, and of the length now
};

}  // namespace

void Model::list(NgramSink& sink, const std::function<void(std::size_t)>& tick) const {
  Lister lister(sink, tick, {counts_.data(), static_cast<std::size_t>(order_)});
  for (Word word = 0; word < unigrams_.size(); ++word) {
    const auto& [prob, backoff] = unigrams_[word];
    lister.add({&word, 1}, log10_of(prob), backoff, trie_ ? Key{word} : unigram_key(word), extends_left(prob));
  }
  Level level = lister.finish(1);
  for (std::size_t length = 2; length <= static_cast<std::size_t>(order_); ++length) {
    if (trie_) {
      for (std::size_t i = 0; i < level.size(); ++i) {
        trie_->visit(length, level.key(i), [&](Word first, const Trie::Found& found) {
          lister.add(first, level.words(i), found.log10, found.backoff, found.place, found.extends_left);
        });
      }
    } else if (length == static_cast<std::size_t>(order_)) {
      visit_table(highest_, level, [&](std::uint32_t prefix, std::uint32_t suffix, const Highest& found) {
        lister.add(level.words(prefix)[0], level.words(suffix), found.prob, 0.0F, 0, false);
      });
    } else {
      visit_table(middle_[length], level, [&](std::uint32_t prefix, std::uint32_t suffix, const Middle& found) {
        lister.add(level.words(prefix)[0], level.words(suffix), log10_of(found.prob), found.backoff, found.key, extends_left(found.prob));
      });
    }
    level = lister.finish(length);
  }
  sink.end();
}

}  // namespace rectrix::lm
