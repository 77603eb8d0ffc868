// The n-grams of a mapped model, words and all. A trie holds the words. A hash table holds only keys, so its n-grams are
// found by trying: one of n words begins and ends with listed ones of n - 1 words that share all words between, and both say
// whether anything longer goes on from them. What is tried of a pair is one exclusive or and a look at nearby memory.
#include <algorithm>
#include <array>
#include <bit>
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

// Says of nearly all sums (lm/probing.hpp) that no entry of a table has them. Sums of one class, which their lowest bits make,
// share a block that a processor's nearest memory holds.
class Sieve {
 public:
  static constexpr std::size_t kClasses = 512;

  template <class Entry>
  explicit Sieve(std::span<const Entry> slots) {
    const auto entries = static_cast<std::size_t>(std::ranges::count_if(slots, [](const Entry& entry) { return entry.key != 0; }));
    block_ = std::bit_ceil(std::max<std::size_t>(1, entries / kClasses));  // 32 bits or more for each of the two sums of an entry
    bits_.resize(kClasses * block_);
    for (const Entry& entry : slots) {
      if (entry.key == 0) continue;
      for (const Key sum : sums_of_key(entry.key)) bits_[place(sum)] |= mask(sum);
    }
  }
  static std::size_t class_of(Key sum) { return sum % kClasses; }
  bool may_have(Key sum) const { return (~bits_[place(sum)] & mask(sum)) == 0; }

 private:
  std::size_t place(Key sum) const { return class_of(sum) * block_ + ((sum / kClasses) & (block_ - 1)); }
  static std::uint64_t mask(Key sum) { return std::uint64_t{1} << (sum >> 58) | std::uint64_t{1} << ((sum >> 52) % 64); }

  std::size_t block_;
  std::vector<std::uint64_t> bits_;
};

// An n-gram that is one end of a longer one, and what it adds to the sum.
struct End {
  Key part;
  std::uint32_t number;
};

// Where each class begins, of ends in the order of classes.
std::array<std::size_t, Sieve::kClasses + 1> sort_by_class(std::vector<End>& ends) {
  std::ranges::stable_sort(ends, {}, [](const End& end) { return Sieve::class_of(end.part); });
  std::array<std::size_t, Sieve::kClasses + 1> begin{};
  for (const End& end : ends) ++begin[Sieve::class_of(end.part) + 1];
  for (std::size_t i = 0; i < Sieve::kClasses; ++i) begin[i + 1] += begin[i];
  return begin;
}

// pass(prefix, suffix) for all pairs that the sieve lets through.
template <class Pass>
void sift(const Sieve& sieve, std::vector<End>& prefixes, std::vector<End>& suffixes, Pass pass) {
  const auto all = [&](std::span<const End> some, std::span<const End> others) {
    for (const End& prefix : some) {
      for (const End& suffix : others) {
        if (sieve.may_have(prefix.part ^ suffix.part)) pass(prefix.number, suffix.number);
      }
    }
  };
  if (std::min(prefixes.size(), suffixes.size()) < 2 * Sieve::kClasses) return all(prefixes, suffixes);
  // All pairs of two classes look into one block.
  const auto left = sort_by_class(prefixes), right = sort_by_class(suffixes);
  for (std::size_t i = 0; i < Sieve::kClasses; ++i) {
    for (std::size_t j = 0; j < Sieve::kClasses; ++j) {
      all({prefixes.data() + left[i], left[i + 1] - left[i]}, {suffixes.data() + right[j], right[j + 1] - right[j]});
    }
  }
}

// pass(prefix, suffix) for the pairs of n-grams that overlap in all words but one of each and that the sieve lets through.
template <class Pass>
void join(const Level& level, const Sieve& sieve, Pass pass) {
  const auto prefixes = level.extending(Level::kRight), suffixes = level.extending(Level::kLeft);
  std::vector<End> left, right;
  auto suffix = suffixes.begin();
  for (auto prefix = prefixes.begin(); prefix != prefixes.end();) {
    const auto between = level.shared(*prefix, Level::kRight);
    left.clear();
    right.clear();
    for (; prefix != prefixes.end() && !Level::less(between, level.shared(*prefix, Level::kRight)); ++prefix) {
      left.push_back({part_of_first(level.words(*prefix)[0]), *prefix});
    }
    while (suffix != suffixes.end() && Level::less(level.shared(*suffix, Level::kLeft), between)) ++suffix;
    for (; suffix != suffixes.end() && !Level::less(between, level.shared(*suffix, Level::kLeft)); ++suffix) {
      right.push_back({level.key(*suffix), *suffix});
    }
    sift(sieve, left, right, pass);
  }
}

// Of a table with the entries of one length: visit(prefix, suffix, entry) for all of them.
template <class Entry, class Visit>
void visit_table(const ProbingView<Entry>& table, const Level& level, Visit visit) {
  join(level, Sieve(table.slots()), [&](std::uint32_t prefix, std::uint32_t suffix) {
    const Entry* entry = table.find(extend_key(level.key(suffix), level.words(prefix)[0]));
    if (entry) visit(prefix, suffix, *entry);
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
