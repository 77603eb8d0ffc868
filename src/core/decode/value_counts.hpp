// How often each value of a score occurs in the rules of a set of sentences: what bins of equal population are made of.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/flat_map.hpp"
#include "decode/rule_source.hpp"
#include "grammar/phrase/table.hpp"

namespace rectrix::decode {

class ValueCounts {
 public:
  // Of a grammar's scores, and in a last column of a rule's target words (features::kRawWords).
  explicit ValueCounts(std::size_t scores) : counts_(scores + 1) {}

  void add(const grammar::Rule& rule);

  struct Column {
    std::vector<double> values;  // ascending
    std::vector<std::int64_t> counts;
  };
  Column column(std::size_t score) const;

 private:
  std::vector<FlatMap<std::uint32_t, std::int64_t>> counts_;  // by a value's bits
};

// Words separated by blanks; per-sentence grammars are found by a sentence's number.
struct NumberedTexts {
  std::span<const std::string_view> texts;
  std::span<const std::size_t> numbers;
  std::function<void(std::size_t done)> tick;
};

// A rule of a sentence counts once, however often it applies there.
ValueCounts count_values(const RuleSource& rules, const NumberedTexts& sentences);
ValueCounts count_values(const grammar::PhraseTable& table, const NumberedTexts& sentences);

}  // namespace rectrix::decode
