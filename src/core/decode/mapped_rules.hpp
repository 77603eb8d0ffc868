// Rules from memory-mapped files: stored grammars of a set of sentences, or an indexed bitext asked on demand.
#pragma once

#include <mutex>
#include <optional>

#include "decode/rule_source.hpp"
#include "grammar/extractor.hpp"
#include "grammar/store.hpp"

namespace rectrix::decode {

// A store: sentence n has the n-th grammar, or all share one.
class StoreRules : public RuleSource {
 public:
  explicit StoreRules(std::shared_ptr<const grammar::GrammarStore> store) : store_(std::move(store)) {}

  std::unique_ptr<RuleFinder> finder() const override;
  const std::vector<std::string>& score_names() const override { return store_->score_names(); }
  std::shared_ptr<const Vocabulary> source() const override { return store_->shared_source_words(); }
  std::shared_ptr<const Vocabulary> target() const override { return store_->shared_target_words(); }

 private:
  std::shared_ptr<const grammar::GrammarStore> store_;
};

// An index: rules are extracted for each sentence. Extractors remember what they extracted, so they are kept
// between calls; what they find does not depend on it.
class IndexRules : public RuleSource {
 public:
  IndexRules(std::shared_ptr<const grammar::BitextIndex> bitext, const grammar::HieroOptions& options);

  std::unique_ptr<RuleFinder> finder() const override;
  const std::vector<std::string>& score_names() const override { return score_names_; }
  std::shared_ptr<const Vocabulary> source() const override;
  std::shared_ptr<const Vocabulary> target() const override;

 private:
  class Finder;

  std::shared_ptr<const grammar::BitextIndex> bitext_;
  grammar::HieroOptions options_;
  std::vector<std::string> score_names_;
  mutable std::mutex mutex_;
  mutable std::vector<std::unique_ptr<grammar::Extractor>> idle_;
  CacheBudget budget_;
};

}  // namespace rectrix::decode
