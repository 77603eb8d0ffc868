#include "lm/exchange.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include "base/error.hpp"
#include "lm/bigrams.hpp"

namespace rectrix::lm {
namespace {

constexpr Word kFirstWord = kSentenceEnd + 1;
// A move must gain more than rounding errors, or words would change places for ever.
constexpr double kLeastGain = 1e-7;

// n log n; nearly all counts are small.
class NLogN {
 public:
  NLogN() : table_(std::size_t{1} << 16) {
    for (std::size_t n = 2; n < table_.size(); ++n) table_[n] = compute(n);
  }
  double operator()(std::uint64_t n) const { return n < table_.size() ? table_[n] : compute(n); }

 private:
  static double compute(std::uint64_t n) { return static_cast<double>(n) * std::log(static_cast<double>(n)); }
  std::vector<double> table_;
};

class Exchange {
 public:
  Exchange(const Corpus& corpus, std::uint32_t classes);

  // Every word moves to its best class; the number of words that moved.
  std::size_t cycle(const std::function<void()>& looked);
  double log_likelihood() const;
  const std::vector<std::uint32_t>& classes() const { return class_of_; }

 private:
  struct Adjacent {
    std::uint32_t cls;
    std::uint64_t count;
  };

  bool move(Word word);
  void gather(Word word);
  void collect(std::span<const Neighbor> neighbors, Word word, std::vector<Adjacent>& adjacent);
  void place(std::uint32_t cls, std::int64_t sign, std::uint64_t count);
  void add(std::uint32_t left, std::uint32_t right, std::int64_t count);
  std::uint32_t best_class(std::uint32_t old, std::uint64_t count);
  void add_gains(const std::vector<Adjacent>& adjacent, const std::vector<std::uint64_t>& rows);
  void add_own_gains();

  Bigrams bigrams_;
  std::uint32_t count_;  // of classes, without those of <s> and </s>
  std::size_t width_;    // with them
  std::vector<std::uint32_t> class_of_;
  std::vector<std::uint64_t> counts_;              // of words
  std::vector<Word> order_;                        // the most frequent first
  std::vector<std::uint64_t> by_left_, by_right_;  // pairs of classes, in rows by the left and by the right one
  std::vector<std::uint64_t> totals_;              // of classes
  NLogN f_;

  // Of the word that is being moved.
  std::vector<Adjacent> behind_, before_;
  std::uint64_t itself_ = 0;  // how often it stands behind itself
  std::vector<std::uint64_t> sums_;  // by class; 0 between uses
  std::vector<double> gains_;
};

Exchange::Exchange(const Corpus& corpus, std::uint32_t classes)
    : bigrams_(corpus),
      count_(classes),
      width_(std::size_t{classes} + 2),
      class_of_(bigrams_.words()),
      counts_(bigrams_.words()),
      by_left_(width_ * width_),
      by_right_(width_ * width_),
      totals_(width_),
      sums_(width_),
      gains_(classes) {
  for (Word word = 0; word < bigrams_.words(); ++word) {
    for (const Neighbor& neighbor : bigrams_.before(word)) counts_[word] += neighbor.count;
    // <unk> is a word like others where a text or a limited vocabulary has it.
    if (counts_[word] > 0 && (word >= kFirstWord || word == kUnknown)) order_.push_back(word);
  }
  if (order_.size() < classes) {
    throw UsageError(std::to_string(classes) + " classes for " + std::to_string(order_.size()) + " words; ask for fewer");
  }
  std::stable_sort(order_.begin(), order_.end(), [this](Word a, Word b) { return counts_[a] > counts_[b]; });
  for (std::size_t rank = 0; rank < order_.size(); ++rank) class_of_[order_[rank]] = static_cast<std::uint32_t>(rank % classes);
  class_of_[kSentenceBegin] = classes;
  class_of_[kSentenceEnd] = classes + 1;
  for (Word word = 0; word < bigrams_.words(); ++word) {
    for (const Neighbor& next : bigrams_.behind(word)) add(class_of_[word], class_of_[next.word], next.count);
    if (word != kSentenceBegin) totals_[class_of_[word]] += counts_[word];
  }
}

void Exchange::add(std::uint32_t left, std::uint32_t right, std::int64_t count) {
  by_left_[left * width_ + right] += static_cast<std::uint64_t>(count);
  by_right_[right * width_ + left] += static_cast<std::uint64_t>(count);
}

std::size_t Exchange::cycle(const std::function<void()>& looked) {
  std::size_t moved = 0;
  for (const Word word : order_) {
    if (move(word)) ++moved;
    looked();
  }
  return moved;
}

// The word is taken out of its class first, so that staying is weighed like any other move.
bool Exchange::move(Word word) {
  gather(word);
  const std::uint32_t old = class_of_[word];
  place(old, -1, counts_[word]);
  const std::uint32_t best = best_class(old, counts_[word]);
  place(best, 1, counts_[word]);
  class_of_[word] = best;
  return best != old;
}

void Exchange::gather(Word word) {
  itself_ = 0;
  for (const Neighbor& next : bigrams_.behind(word)) {
    if (next.word == word) itself_ = next.count;
  }
  collect(bigrams_.behind(word), word, behind_);
  collect(bigrams_.before(word), word, before_);
}

void Exchange::collect(std::span<const Neighbor> neighbors, Word word, std::vector<Adjacent>& adjacent) {
  adjacent.clear();
  for (const Neighbor& neighbor : neighbors) {
    if (neighbor.word == word) continue;
    const std::uint32_t cls = class_of_[neighbor.word];
    if (sums_[cls] == 0) adjacent.push_back({cls, 0});
    sums_[cls] += neighbor.count;
  }
  for (Adjacent& one : adjacent) {
    one.count = sums_[one.cls];
    sums_[one.cls] = 0;
  }
}

void Exchange::place(std::uint32_t cls, std::int64_t sign, std::uint64_t count) {
  for (const Adjacent& next : behind_) add(cls, next.cls, sign * static_cast<std::int64_t>(next.count));
  for (const Adjacent& last : before_) add(last.cls, cls, sign * static_cast<std::int64_t>(last.count));
  add(cls, cls, sign * static_cast<std::int64_t>(itself_));
  totals_[cls] += static_cast<std::uint64_t>(sign * static_cast<std::int64_t>(count));
}

std::uint32_t Exchange::best_class(std::uint32_t old, std::uint64_t count) {
  // A word has as many neighbors on its left as on its right, so the two marginal sums are one.
  for (std::uint32_t c = 0; c < count_; ++c) gains_[c] = -2 * (f_(totals_[c] + count) - f_(totals_[c]));
  add_gains(behind_, by_right_);
  add_gains(before_, by_left_);
  add_own_gains();
  const auto best = static_cast<std::uint32_t>(std::max_element(gains_.begin(), gains_.end()) - gains_.begin());
  return gains_[best] > gains_[old] + kLeastGain ? best : old;
}

// rows: of pairs of classes, by the neighbors' class. Pairs of a class with itself are left to add_own_gains.
void Exchange::add_gains(const std::vector<Adjacent>& adjacent, const std::vector<std::uint64_t>& rows) {
  for (const Adjacent& one : adjacent) {
    const std::uint64_t* row = rows.data() + one.cls * width_;
    for (std::uint32_t c = 0; c < count_; ++c) gains_[c] += f_(row[c] + one.count) - f_(row[c]);
    if (one.cls < count_) gains_[one.cls] -= f_(row[one.cls] + one.count) - f_(row[one.cls]);
    sums_[one.cls] += one.count;
  }
}

// Neighbors on both sides, and the word beside itself, fall into one count.
void Exchange::add_own_gains() {
  for (std::uint32_t c = 0; c < count_; ++c) {
    const std::uint64_t own = by_left_[c * width_ + c];
    gains_[c] += f_(own + sums_[c] + itself_) - f_(own);
  }
  std::fill(sums_.begin(), sums_.end(), 0);
}

double Exchange::log_likelihood() const {
  double sum = 0;
  for (const std::uint64_t pair : by_left_) sum += f_(pair);
  for (std::size_t c = 0; c < width_; ++c) {
    const auto row = by_left_.begin() + static_cast<std::ptrdiff_t>(c * width_);
    const auto column = by_right_.begin() + static_cast<std::ptrdiff_t>(c * width_);
    sum -= f_(std::accumulate(row, row + static_cast<std::ptrdiff_t>(width_), std::uint64_t{0}));
    sum -= f_(std::accumulate(column, column + static_cast<std::ptrdiff_t>(width_), std::uint64_t{0}));
  }
  for (const std::uint64_t count : counts_) sum += f_(count);
  return sum;
}

}  // namespace

Exchanged exchange(const Corpus& corpus, const ExchangeOptions& options, const std::function<void(std::size_t)>& tick) {
  if (options.classes < 1 || options.classes > kMaxClasses) {
    throw UsageError("classes must be 1 to " + std::to_string(kMaxClasses) + ", not " + std::to_string(options.classes));
  }
  Exchange words(corpus, options.classes);
  Exchanged result;
  std::size_t looked = 0;
  while (result.cycles < options.cycles) {
    ++result.cycles;
    const std::size_t moved = words.cycle([&] {
      if (++looked % 4096 == 0) tick(looked);
    });
    if (moved == 0) break;
  }
  tick(looked);
  result.log_likelihood = words.log_likelihood();
  result.classes = words.classes();
  return result;
}

}  // namespace rectrix::lm
