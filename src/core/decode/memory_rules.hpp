// Rules given one by one: a grammar for each sentence, or one for all.
#pragma once

#include "base/flat_map.hpp"
#include "decode/rule_source.hpp"

namespace rectrix::decode {

class MemoryRules : public RuleSource {
 public:
  // The sentence number of rules that hold for all sentences.
  static constexpr std::uint32_t kEverywhere = 0xffffffff;

  explicit MemoryRules(std::vector<std::string> score_names);

  Vocabulary& source_words() { return *source_; }
  Vocabulary& target_words() { return *target_; }
  void add(std::uint32_t sentence, const grammar::Rule& rule);

  std::unique_ptr<RuleFinder> finder() const override;
  const std::vector<std::string>& score_names() const override { return rules_.score_names(); }
  std::shared_ptr<const Vocabulary> source() const override { return source_; }
  std::shared_ptr<const Vocabulary> target() const override { return target_; }

 private:
  std::shared_ptr<Vocabulary> source_, target_;
  grammar::Rules rules_;
  FlatMap<std::uint32_t, std::vector<std::uint32_t>> by_sentence_;
};

}  // namespace rectrix::decode
