#include "lm/trie.hpp"

#include <algorithm>
#include <bit>

#include "base/error.hpp"

namespace rectrix::lm {
namespace {

constexpr unsigned kFloatBits = 32;
constexpr unsigned kMostCodeBits = 16;

bool sound(const TrieLevel& shape, bool highest, std::size_t bytes, std::size_t values, std::size_t backoff_values) {
  const auto fits = [](std::uint32_t bits, std::size_t listed) {
    return bits == kFloatBits ? listed == 0 : bits <= kMostCodeBits && listed == std::size_t{1} << bits;
  };
  if (shape.word_bits > kMostBits || shape.child_bits > kMostBits || !fits(shape.prob_bits, values)) return false;
  if (highest ? shape.backoff_bits != 0 || shape.child_bits != 0 : !fits(shape.backoff_bits, backoff_values)) return false;
  return shape.count < bytes * 8 && (shape.count + 1) * shape.entry_bits() / 8 + kBitPadding <= bytes;
}

}  // namespace

std::optional<Trie> Trie::open(const SectionFile& file, int order, std::size_t words) {
  if (!file.has("trie")) return std::nullopt;
  Trie trie;
  trie.order_ = static_cast<std::size_t>(order);
  const auto shapes = file.get<TrieLevel>("trie");
  trie.children_ = file.get<std::uint64_t>("children");
  bool good = order > 1 && shapes.size() + 1 == trie.order_ && trie.children_.size() == words + 1;
  for (std::size_t length = 2; good && length <= trie.order_; ++length) {
    const std::string number = std::to_string(length);
    const auto bytes = file.get<std::uint8_t>("trie" + number);
    View& view = trie.levels_[length];
    view = {shapes[length - 2], bytes.data(), file.get<float>("probs" + number), file.get<float>("backoffs" + number)};
    good = sound(view.shape, length == trie.order_, bytes.size(), view.probs.size(), view.backoffs.size());
  }
  if (!good) file.fail("damaged trie of n-grams; make it again");
  return trie;
}

float Trie::value(const View& view, std::uint64_t at, unsigned bits, std::span<const float> values) {
  const std::uint64_t code = read_bits(view.data, at, bits);
  return values.empty() ? std::bit_cast<float>(static_cast<std::uint32_t>(code)) : values[code];
}

// Nothing if a file is damaged.
Trie::Range Trie::children(std::size_t length, Key rest) const {
  const View& parents = levels_[length - 1];
  const std::uint64_t begin = length == 2 ? children_[rest] : parents.child(rest);
  const std::uint64_t end = length == 2 ? children_[rest + 1] : parents.child(rest + 1);
  return end > levels_[length].shape.count ? Range{0, 0} : Range{begin, end};
}

Trie::Found Trie::found(std::size_t length, std::uint64_t place) const {
  const View& view = levels_[length];
  const std::uint64_t at = place * view.shape.entry_bits() + view.shape.word_bits;
  const float log10 = value(view, at, view.shape.prob_bits, view.probs);
  if (length == order_) return {place, log10, 0.0F, false};
  const float backoff = value(view, at + view.shape.prob_bits, view.shape.backoff_bits, view.backoffs);
  return {place, log10, backoff, view.child(place) < view.child(place + 1)};
}

std::optional<Trie::Found> Trie::find(std::size_t length, Key rest, Word first) const {
  auto [begin, high] = children(length, rest);
  const View& view = levels_[length];
  while (begin < high) {
    const std::uint64_t middle = begin + (high - begin) / 2;
    const std::uint64_t word = view.word(middle);
    if (word == first) return found(length, middle);
    if (word < first) {
      begin = middle + 1;
    } else {
      high = middle;
    }
  }
  return std::nullopt;
}

}  // namespace rectrix::lm
