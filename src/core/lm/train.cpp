#include "lm/train.hpp"

#include <memory>
#include <optional>
#include <utility>

#include "base/error.hpp"
#include "lm/builder.hpp"
#include "lm/estimate.hpp"
#include "lm/ngrams.hpp"

namespace rectrix::lm {
namespace {

// Hands every n-gram to the ARPA text, to the model, or to both.
class Outputs : public NgramSink {
 public:
  Outputs(int order, Vocabulary vocabulary, const ArpaWriter::Write& write, bool build) : builder_(order), build_(build) {
    builder_.vocabulary() = std::move(vocabulary);
    if (write) arpa_ = std::make_unique<ArpaWriter>(builder_.vocabulary(), write);
  }

  void begin(std::span<const std::uint64_t> counts) override {
    if (arpa_) arpa_->begin(counts);
    if (!build_) return;
    for (std::size_t i = 0; i < counts.size(); ++i) builder_.reserve(static_cast<int>(i) + 1, counts[i]);
  }
  void add(std::span<const Word> words, float log10, float backoff) override {
    if (arpa_) arpa_->add(words, log10, backoff);
    if (!build_) return;
    if (words.size() == 1) return builder_.set_unigram(words[0], log10, backoff);
    builder_.add(words, log10, backoff);
  }
  void end() override {
    if (arpa_) arpa_->end();
    if (builder_.repeated()) throw RunError("two n-grams have one key; write ARPA instead of the mapped form");
  }

  std::uint64_t words() { return builder_.vocabulary().size(); }
  std::optional<Model> model() { return build_ ? std::optional(std::move(builder_).build()) : std::nullopt; }

 private:
  Builder builder_;
  bool build_;
  std::unique_ptr<ArpaWriter> arpa_;
};

std::vector<std::uint64_t> thresholds(const TrainOptions& options) {
  std::vector<std::uint64_t> prune = options.prune.empty() ? std::vector<std::uint64_t>{0} : options.prune;
  if (prune.size() > static_cast<std::size_t>(options.order)) throw UsageError("more pruning thresholds than n-gram lengths");
  prune.resize(static_cast<std::size_t>(options.order), prune.back());
  if (prune[0] != 0) throw UsageError("the first pruning threshold must be 0: limit the vocabulary to leave out words");
  for (std::size_t i = 1; i < prune.size(); ++i) {
    if (prune[i] < prune[i - 1]) throw UsageError("pruning thresholds must not fall from one n-gram length to the next");
  }
  return prune;
}

}  // namespace

Training train(Corpus& corpus, const TrainOptions& options, const ArpaWriter::Write& write, bool build,
               const std::function<void(std::size_t)>& tick) {
  if (options.order < 1 || options.order > kMaxOrder) {
    throw UsageError("order " + std::to_string(options.order) + "; 1 to " + std::to_string(kMaxOrder) + " are possible");
  }
  CountTrie trie(options.order, thresholds(options), options.folder);
  count_ngrams(
      corpus, {options.order, options.memory, options.threads, options.folder},
      [&](const std::array<Word, kMaxOrder>& words, std::uint64_t count) { trie.add(words, count); }, tick);
  trie.finish();

  Training training;
  for (int length = 1; length <= options.order; ++length) {
    training.statistics.push_back(trie.statistics(length));
    training.discounts.push_back(discount_of(trie.statistics(length), options.fallback));
  }
  Outputs outputs(options.order, corpus.take_vocabulary(), write, build);
  estimate(trie, outputs.words(), training.discounts, {options.memory, options.threads, options.folder}, outputs, tick);
  training.model = outputs.model();
  return training;
}

}  // namespace rectrix::lm
