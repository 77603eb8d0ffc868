#include "decode/mapped_rules.hpp"

#include "grammar/columns.hpp"

namespace rectrix::decode {
namespace {

class StoreFinder : public RuleFinder {
 public:
  explicit StoreFinder(std::shared_ptr<const grammar::GrammarStore> store) : store_(std::move(store)) {}
  void find(std::size_t sentence, std::span<const Word> words, grammar::Rules& rules) override {
    store_->find(sentence, words, rules);
  }

 private:
  std::shared_ptr<const grammar::GrammarStore> store_;
};

}  // namespace

std::unique_ptr<RuleFinder> StoreRules::finder() const { return std::make_unique<StoreFinder>(store_); }

// Borrows an extractor and gives it back.
class IndexRules::Finder : public RuleFinder {
 public:
  Finder(const IndexRules& owner, std::unique_ptr<grammar::Extractor> extractor)
      : owner_(owner), extractor_(std::move(extractor)) {}
  Finder(const Finder&) = delete;
  Finder& operator=(const Finder&) = delete;
  ~Finder() override {
    const std::scoped_lock lock(owner_.mutex_);
    owner_.idle_.push_back(std::move(extractor_));
  }
  void find(std::size_t, std::span<const Word> words, grammar::Rules& rules) override {
    extractor_->extract(words, std::nullopt, rules);
  }

 private:
  const IndexRules& owner_;
  std::unique_ptr<grammar::Extractor> extractor_;
};

IndexRules::IndexRules(std::shared_ptr<const grammar::BitextIndex> bitext, const grammar::HieroOptions& options)
    : bitext_(std::move(bitext)), options_(options), score_names_(grammar::column_names()), budget_(options.cache_bytes) {}

std::unique_ptr<RuleFinder> IndexRules::finder() const {
  const std::scoped_lock lock(mutex_);
  if (idle_.empty()) {
    idle_.push_back(std::make_unique<grammar::Extractor>(bitext_, options_, budget_));
  }
  auto extractor = std::move(idle_.back());
  idle_.pop_back();
  return std::make_unique<Finder>(*this, std::move(extractor));
}

std::shared_ptr<const Vocabulary> IndexRules::source() const { return {bitext_, &bitext_->source_words()}; }
std::shared_ptr<const Vocabulary> IndexRules::target() const { return {bitext_, &bitext_->target_words()}; }

}  // namespace rectrix::decode
