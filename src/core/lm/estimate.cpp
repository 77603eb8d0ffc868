#include "lm/estimate.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/error.hpp"
#include "lm/contexts.hpp"

namespace rectrix::lm {
namespace {

using Tick = std::function<void(std::size_t)>;

constexpr std::size_t kTickEvery = 1 << 18;  // n-grams

// A probability of 0 can come from a discount of 0 only; it must stay a number.
float log10_safe(float value) { return std::log10(std::max(value, 1e-30F)); }

class Estimator {
 public:
  Estimator(const CountTrie& trie, std::uint64_t words, const std::vector<Discount>& discounts,
            const EstimateOptions& options, NgramSink& sink, const Tick& tick)
      : trie_(trie), words_(words), discounts_(discounts), options_(options), sink_(sink), tick_(tick) {}

  void run() {
    sink_.begin(counts());
    Spool<float> probs = unigrams();
    for (int length = 2; length <= trie_.order(); ++length) {
      const Contexts contexts(trie_, length, discounts_[static_cast<std::size_t>(length) - 1], options_.memory,
                              options_.threads, options_.folder);
      Contexts::Reader reader(contexts);
      emit(length - 1, probs, &reader);
      probs = interpolate(length, probs, reader);
    }
    emit(trie_.order(), probs, nullptr);
    sink_.end();
  }

 private:
  std::vector<std::uint64_t> counts() const;
  Spool<float> unigrams();
  Spool<float> interpolate(int length, const Spool<float>& shorter, Contexts::Reader& contexts);
  void emit(int length, const Spool<float>& probs, Contexts::Reader* contexts);
  void emit_special(Contexts::Reader* contexts);
  void count_tick() {
    if (++emitted_ % kTickEvery == 0) tick_(emitted_);
  }
  bool unknown_seen() const;

  const CountTrie& trie_;
  std::uint64_t words_;
  const std::vector<Discount>& discounts_;
  const EstimateOptions& options_;
  NgramSink& sink_;
  const Tick& tick_;
  float uniform_share_ = 0;  // b() / |V|: all that <unk> gets if the text has none
  std::size_t emitted_ = 0;
};

bool Estimator::unknown_seen() const {
  Node first{};
  return trie_.level(1).read().next(first) && first.first == kUnknown;
}

std::vector<std::uint64_t> Estimator::counts() const {
  std::vector<std::uint64_t> counts;
  for (int length = 1; length <= trie_.order(); ++length) counts.push_back(trie_.statistics(length).kept);
  counts[0] += unknown_seen() ? 1 : 2;  // <s>, <unk>
  return counts;
}

Spool<float> Estimator::unigrams() {
  double total = 0;
  double lost = 0;
  for (NgramWalk walk(trie_, 1); walk.next();) {
    total += walk.node().count();
    lost += discounts_[0].of(walk.node().count());
  }
  uniform_share_ = static_cast<float>(lost / total / static_cast<double>(words_ - 1));
  Spool<float> probs(options_.folder);
  for (NgramWalk walk(trie_, 1); walk.next();) {
    const std::uint32_t count = walk.node().count();
    probs.push(static_cast<float>((count - discounts_[0].of(count)) / total) + uniform_share_);
  }
  return probs;
}

Spool<float> Estimator::interpolate(int length, const Spool<float>& shorter, Contexts::Reader& contexts) {
  Spool<float> probs(options_.folder);
  Spool<float>::Reader parents = shorter.read();
  float parent_prob = 0;
  std::uint64_t parents_read = 0;
  for (NgramWalk walk(trie_, length); walk.next(); count_tick()) {
    for (; parents_read <= walk.parent(); ++parents_read) parents.next(parent_prob);
    if (walk.node().pruned()) {
      probs.push(0);  // holds the place
      continue;
    }
    const Contexts::Share share = contexts.share(walk.context_key());
    probs.push(share.prob + share.backoff * parent_prob);
  }
  return probs;
}

void Estimator::emit(int length, const Spool<float>& probs, Contexts::Reader* contexts) {
  if (length == 1) emit_special(contexts);
  Spool<float>::Reader reader = probs.read();
  std::array<Word, kMaxOrder> words;
  float prob = 0;
  for (NgramWalk walk(trie_, length); walk.next(); count_tick()) {
    reader.next(prob);
    if (walk.node().pruned()) continue;
    walk.words(words);
    const float backoff = contexts ? contexts->backoff(walk.key()) : 1.0F;
    sink_.add({words.data(), walk.length()}, log10_safe(prob), log10_safe(backoff));
  }
}

// <s> is never predicted: KenLM writes log10 0 for it, and so do we.
void Estimator::emit_special(Contexts::Reader* contexts) {
  if (!unknown_seen()) sink_.add(std::array{kUnknown}, log10_safe(uniform_share_), 0);
  const float backoff = contexts ? contexts->backoff(unigram_key(kSentenceBegin)) : 1.0F;
  sink_.add(std::array{kSentenceBegin}, 0, log10_safe(backoff));
}

}  // namespace

void estimate(const CountTrie& trie, std::uint64_t words, const std::vector<Discount>& discounts,
              const EstimateOptions& options, NgramSink& sink, const Tick& tick) {
  if (trie.level(1).size() == 0) throw InputError("the text holds no lines, so there is nothing to estimate from");
  Estimator(trie, words, discounts, options, sink, tick).run();
}

}  // namespace rectrix::lm
