#include "reorder/templates.hpp"

#include <array>

#include "base/error.hpp"
#include "base/lines.hpp"

namespace rectrix::reorder {

namespace {

constexpr std::array<std::string_view, kTemplates> kNames = {
    "pair",         "left",        "right",           "source-first",  "source-last",
    "target-first", "target-last", "target-neighbor", "source-length", "target-length", "beside",
};

bool is_target(Template kind) {
  return kind == Template::kTargetFirst || kind == Template::kTargetLast || kind == Template::kTargetNeighbor;
}
bool is_number(Template kind) { return kind == Template::kSourceLength || kind == Template::kTargetLength; }

std::optional<Word> known(const Vocabulary& words, std::string_view text) {
  const Word word = words.find(text);
  if (word == kUnknown && text != words.text(kUnknown)) return std::nullopt;
  return word;
}

}  // namespace

std::string feature_name(FeatureKey key, const Vocabularies& words) {
  const auto kind = static_cast<Template>(key >> 60);
  const auto first = static_cast<Word>(key >> 30 & (kMaxWords - 1)), second = static_cast<Word>(key & (kMaxWords - 1));
  std::string name(kNames.at(static_cast<std::size_t>(kind)));
  name += ':';
  if (is_number(kind)) return name + std::to_string(first);
  name += (is_target(kind) ? words.target : words.source).text(first);
  if (kind == Template::kPair) (name += ' ') += words.target.text(second);
  return name;
}

std::optional<FeatureKey> feature_key(std::string_view name, const Vocabularies& words) {
  std::string_view rest = name;
  const std::string_view label = take_field(rest, ":");
  std::size_t number = 0;
  while (number < kNames.size() && kNames[number] != label) ++number;
  const auto fail = [&]() { throw InputError("'" + std::string(name) + "' is not the name of a reordering feature"); };
  if (number == kNames.size() || rest.empty()) fail();
  const auto kind = static_cast<Template>(number);
  if (is_number(kind)) {
    long length = 0;
    if (!parse_number(rest, length) || length < 0 || length >= static_cast<long>(kMaxWords)) fail();
    return feature_key(kind, static_cast<std::uint32_t>(length));
  }
  if (kind != Template::kPair) {
    const auto word = known(is_target(kind) ? words.target : words.source, rest);
    return word ? std::optional(feature_key(kind, *word)) : std::nullopt;
  }
  const auto source = known(words.source, take_field(rest, " "));
  const auto target = known(words.target, rest);
  return source && target ? std::optional(feature_key(kind, *source, *target)) : std::nullopt;
}

}  // namespace rectrix::reorder
