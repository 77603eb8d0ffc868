// Where the rules of a sentence come from: a table in memory, a mapped store, an extractor.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "grammar/rules.hpp"
#include "text/vocabulary.hpp"

namespace rectrix::decode {

// Finds rules for one thread.
class RuleFinder {
 public:
  virtual ~RuleFinder() = default;
  // Appends all rules that could apply to the words (numbers of the source vocabulary, unknown ones kUnknown).
  // Rules that do not apply cost time and nothing else.
  virtual void find(std::size_t sentence, std::span<const Word> words, grammar::Rules& rules) = 0;
};

class RuleSource {
 public:
  virtual ~RuleSource() = default;
  virtual std::unique_ptr<RuleFinder> finder() const = 0;
  virtual const std::vector<std::string>& score_names() const = 0;
  virtual std::shared_ptr<const Vocabulary> source() const = 0;
  virtual std::shared_ptr<const Vocabulary> target() const = 0;
};

}  // namespace rectrix::decode
