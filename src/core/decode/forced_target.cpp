#include "decode/forced_target.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "decode/forest.hpp"

namespace rectrix::decode {
namespace {

std::uint64_t hash(std::span<const Word> words) {
  std::uint64_t value = words.size();
  for (const Word word : words) value = combine(value, word);
  return value;
}

}  // namespace

ForcedTarget::ForcedTarget(std::vector<Word> words) : words_(std::move(words)), stretches_{{0, 0}} {
  if (words_.size() > kMaxWords) throw UsageError("a translation to be reached may have " + std::to_string(kMaxWords) + " words");
  const auto size = static_cast<std::uint32_t>(words_.size());
  for (std::uint32_t length = 1; length <= size; ++length) {
    for (std::uint32_t begin = 0; begin + length <= size; ++begin) {
      const auto [number, fresh] = numbers_.insert(hash(std::span(words_).subspan(begin, length)),
                                                   static_cast<std::uint32_t>(stretches_.size()));
      if (fresh) stretches_.push_back({begin, begin + length});
    }
  }
}

std::uint32_t ForcedTarget::find(std::span<const Word> words) const {
  if (words.empty()) return 0;
  const std::uint32_t* number = numbers_.find(hash(words));
  if (number == nullptr) return kNone;
  const auto [begin, end] = stretches_[*number];
  return std::ranges::equal(std::span(words_).subspan(begin, end - begin), words) ? *number : kNone;
}

bool ForcedTarget::fits(std::span<const grammar::Symbol> target) const {
  std::vector<Word> run;
  for (const grammar::Symbol symbol : target) {
    if (!grammar::is_gap(symbol)) {
      run.push_back(static_cast<Word>(symbol));
    } else {
      if (find(run) == kNone) return false;
      run.clear();
    }
  }
  return find(run) != kNone;
}

void ForcedTarget::join(std::span<const grammar::Symbol> target, const features::Stateful::States& gaps,
                        features::Stateful::Value* state, features::Additions& additions) {
  joined_.clear();
  for (const grammar::Symbol symbol : target) {
    if (grammar::is_gap(symbol)) {
      const auto [begin, end] = stretches_[*gaps[static_cast<std::size_t>(grammar::gap_number(symbol))]];
      joined_.insert(joined_.end(), words_.begin() + begin, words_.begin() + end);
    } else {
      joined_.push_back(static_cast<Word>(symbol));
    }
  }
  const bool whole = !joined_.empty() && joined_.front() == kSentenceBegin && joined_.back() == kSentenceEnd;
  if (whole) {
    *state = 0;
    if (!std::ranges::equal(std::span(joined_).subspan(1, joined_.size() - 2), words_)) additions.refuse();
    return;
  }
  *state = find(joined_);
  if (*state == kNone) additions.refuse();
}

}  // namespace rectrix::decode
