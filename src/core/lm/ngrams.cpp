#include "lm/ngrams.hpp"

#include <algorithm>
#include <queue>
#include <span>
#include <utility>
#include <vector>

#include "base/threads.hpp"

namespace rectrix::lm {
namespace {

struct CountedNgram {
  std::array<Word, kMaxOrder> words;  // the last word first
  std::uint64_t count;
};

// A place in the text, by what stands before it.
struct Place {
  std::uint64_t before;  // the two words before
  std::uint32_t at;
};

constexpr std::size_t kBytesPerToken = sizeof(Place) + 2 * sizeof(Word);
constexpr std::size_t kLeastTokens = 1 << 12;
constexpr std::size_t kMostTokens = std::size_t{1} << 31;

// A piece of text of bounded size, sorted.
class Block {
 public:
  Block(int order, std::size_t words, int threads) : order_(order), words_(words), threads_(threads) { start_sentence(); }

  std::size_t size() const { return text_.size(); }
  void add(Word word) {
    text_.push_back(word);
    if (word == kSentenceEnd) start_sentence();
  }
  // A long sentence may go on in the next block: its last words come along as context.
  void restart() {
    const std::vector<Word> context(text_.end() - (order_ - 1), text_.end());
    text_ = context;
  }

  template <class Visit>
  void visit(Visit visit);

 private:
  void start_sentence() { text_.insert(text_.end(), static_cast<std::size_t>(order_) - 1, kSentenceBegin); }
  Word word(std::uint32_t at, int back) const { return text_[at - static_cast<std::uint32_t>(back)]; }
  std::vector<Place> by_last_word(std::vector<std::uint32_t>& starts) const;
  bool before(const Place& a, const Place& b) const {
    if (a.before != b.before) return a.before < b.before;
    for (int back = 3; back < order_; ++back) {
      if (word(a.at, back) != word(b.at, back)) return word(a.at, back) < word(b.at, back);
    }
    return false;
  }
  bool same(const Place& a, const Place& b) const { return word(a.at, 0) == word(b.at, 0) && !before(a, b) && !before(b, a); }

  int order_;
  std::size_t words_;
  int threads_;
  std::vector<Word> text_;
};

// Places grouped by their word; group w is [starts[w], starts[w + 1]).
std::vector<Place> Block::by_last_word(std::vector<std::uint32_t>& starts) const {
  starts.assign(words_ + 1, 0);
  const auto first = static_cast<std::uint32_t>(order_) - 1;
  for (std::uint32_t at = first; at < text_.size(); ++at) {
    if (text_[at] != kSentenceBegin) ++starts[text_[at] + std::size_t{1}];
  }
  for (std::size_t w = 0; w < words_; ++w) starts[w + 1] += starts[w];
  std::vector<Place> places(starts.back());
  std::vector<std::uint32_t> next(starts.begin(), starts.end() - 1);
  for (std::uint32_t at = first; at < text_.size(); ++at) {
    if (text_[at] == kSentenceBegin) continue;
    const std::uint64_t one = order_ > 1 ? word(at, 1) : 0;
    const std::uint64_t two = order_ > 2 ? word(at, 2) : 0;
    places[next[text_[at]]++] = {one << 32 | two, at};
  }
  return places;
}

template <class Visit>
void Block::visit(Visit visit) {
  std::vector<std::uint32_t> starts;
  std::vector<Place> places = by_last_word(starts);
  parallel_for(words_, threads_, [&](std::size_t w, int) {
    std::sort(places.begin() + starts[w], places.begin() + starts[w + 1],
              [this](const Place& a, const Place& b) { return before(a, b); });
  });
  for (std::size_t i = 0; i < places.size();) {
    std::size_t end = i + 1;
    while (end < places.size() && same(places[i], places[end])) ++end;
    CountedNgram ngram{{}, end - i};
    for (int back = 0; back < order_; ++back) ngram.words[static_cast<std::size_t>(back)] = word(places[i].at, back);
    visit(ngram);
    i = end;
  }
}

// Merges sorted runs; n-grams that stand in several are visited once, with the sum of their counts.
void merge(const std::vector<Spool<CountedNgram>>& runs, const CountedVisit& visit) {
  std::vector<Spool<CountedNgram>::Reader> readers;
  std::vector<CountedNgram> heads(runs.size());
  const auto later = [&](std::size_t a, std::size_t b) { return heads[a].words > heads[b].words; };
  std::priority_queue<std::size_t, std::vector<std::size_t>, decltype(later)> queue(later);
  for (std::size_t i = 0; i < runs.size(); ++i) {
    readers.push_back(runs[i].read());
    if (readers[i].next(heads[i])) queue.push(i);
  }
  while (!queue.empty()) {
    CountedNgram sum = heads[queue.top()];
    sum.count = 0;
    while (!queue.empty() && heads[queue.top()].words == sum.words) {
      const std::size_t i = queue.top();
      queue.pop();
      sum.count += heads[i].count;
      if (readers[i].next(heads[i])) queue.push(i);
    }
    visit(sum.words, sum.count);
  }
}

}  // namespace

void count_ngrams(const Corpus& corpus, const CountOptions& options, const CountedVisit& visit,
                  const std::function<void(std::size_t)>& tick) {
  const std::size_t limit = std::clamp(options.memory / kBytesPerToken, kLeastTokens, kMostTokens);
  const auto spill = [&](Block& full, std::vector<Spool<CountedNgram>>& to) {
    to.emplace_back(options.folder);
    full.visit([&run = to.back()](const CountedNgram& ngram) { run.push(ngram); });
    to.back().release();
  };
  Block block(options.order, corpus.vocabulary().size(), options.threads);
  std::vector<Spool<CountedNgram>> runs;
  Spool<Word>::Reader tokens = corpus.tokens().read();
  std::size_t done = 0;
  for (Word token = 0; tokens.next(token); ++done) {
    if (block.size() >= limit) {
      tick(done);
      spill(block, runs);
      block.restart();
    }
    block.add(corpus.kept(token));
  }
  tick(done);
  if (runs.empty()) {
    block.visit([&](const CountedNgram& ngram) { visit(ngram.words, ngram.count); });
    return;
  }
  spill(block, runs);
  merge(runs, visit);
}

}  // namespace rectrix::lm
