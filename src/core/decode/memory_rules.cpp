#include "decode/memory_rules.hpp"

namespace rectrix::decode {
namespace {

class Finder : public RuleFinder {
 public:
  Finder(const grammar::Rules& rules, const FlatMap<std::uint32_t, std::vector<std::uint32_t>>& by_sentence)
      : rules_(rules), by_sentence_(by_sentence) {}

  void find(std::size_t sentence, std::span<const Word>, grammar::Rules& found) override {
    append(static_cast<std::uint32_t>(sentence), found);
    append(MemoryRules::kEverywhere, found);
  }

 private:
  void append(std::uint32_t sentence, grammar::Rules& found) const {
    const std::vector<std::uint32_t>* numbers = by_sentence_.find(sentence);
    if (numbers == nullptr) return;
    for (const std::uint32_t number : *numbers) found.add(rules_[number]);
  }

  const grammar::Rules& rules_;
  const FlatMap<std::uint32_t, std::vector<std::uint32_t>>& by_sentence_;
};

}  // namespace

MemoryRules::MemoryRules(std::vector<std::string> score_names)
    : source_(std::make_shared<Vocabulary>()), target_(std::make_shared<Vocabulary>()), rules_(std::move(score_names)) {}

void MemoryRules::add(std::uint32_t sentence, const grammar::Rule& rule) {
  rules_.add(rule);
  by_sentence_[sentence].push_back(static_cast<std::uint32_t>(rules_.size() - 1));
}

std::unique_ptr<RuleFinder> MemoryRules::finder() const { return std::make_unique<Finder>(rules_, by_sentence_); }

}  // namespace rectrix::decode
