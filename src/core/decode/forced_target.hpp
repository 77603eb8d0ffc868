// The translation that search must arrive at (forced decoding): hypotheses whose words do not occur in it are refused,
// and a hypothesis' state is which words of it they are.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/flat_map.hpp"
#include "features/stateful.hpp"

namespace rectrix::decode {

class ForcedTarget : public features::Stateful::Scorer {
 public:
  static constexpr std::size_t kStateSize = 1;
  static constexpr std::size_t kMaxWords = 500;  // every stretch of the words has a number

  // Throws UsageError if there are more than kMaxWords.
  explicit ForcedTarget(std::vector<Word> words);

  // Whether every run of words of a rule's target side occurs in the translation.
  bool fits(std::span<const grammar::Symbol> target) const;

  void emit(std::span<const grammar::Symbol>, features::Sink&) override {}
  void join(std::span<const grammar::Symbol> target, const features::Stateful::States& gaps,
            features::Stateful::Value* state, features::Additions& additions) override;

 private:
  struct Stretch {
    std::uint32_t begin, end;
  };
  // The number of a stretch with these words; kNone if there is none.
  std::uint32_t find(std::span<const Word> words) const;

  std::vector<Word> words_;
  std::vector<Stretch> stretches_;  // without words, then those of different words, where they stand first
  FlatMap<std::uint64_t, std::uint32_t> numbers_;
  std::vector<Word> joined_;
};

}  // namespace rectrix::decode
