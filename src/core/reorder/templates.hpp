// The features of an orientation event, as numbers while events are extracted and as names in files.
//
// Names are "template:content": "pair:haus house" (a linked word pair inside the phrase pair), "left:das" and
// "right:ist" (the source words beside the phrase; <s> and </s> at the sentence's ends) or "beside:das" (the same
// without sides and ends), and optionally the phrase's first and last words, the neighboring target word, and the lengths. All are indicators.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "text/vocabulary.hpp"

namespace rectrix::reorder {

enum class Template : std::uint8_t {
  kPair,
  kLeft,
  kRight,
  kSourceFirst,
  kSourceLast,
  kTargetFirst,
  kTargetLast,
  kTargetNeighbor,
  kSourceLength,
  kTargetLength,
  kBeside,
};
inline constexpr int kTemplates = 11;

// Template and content in one number, different for different features: words are below 2^30.
using FeatureKey = std::uint64_t;
inline constexpr Word kMaxWords = Word{1} << 30;

constexpr FeatureKey feature_key(Template kind, std::uint32_t first, std::uint32_t second = 0) {
  return FeatureKey{static_cast<std::uint8_t>(kind)} << 60 | FeatureKey{first} << 30 | second;
}

struct Vocabularies {
  const Vocabulary& source;
  const Vocabulary& target;
};

std::string feature_name(FeatureKey key, const Vocabularies& words);

// The key of a named feature; nothing if one of its words is not in the vocabularies (it cannot occur then).
// Throws InputError if it is no feature name.
std::optional<FeatureKey> feature_key(std::string_view name, const Vocabularies& words);

}  // namespace rectrix::reorder
