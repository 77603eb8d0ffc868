#include "grammar/word_blocks.hpp"

namespace rectrix::grammar {
namespace {

constexpr std::size_t kFewSearches = 128;              // take no longer than to find the bits
constexpr std::size_t kPlacesPerSearch = 8;            // set a few bits in the time of one search
constexpr std::size_t kWordsPerPlace = 4 * BlockBits::kWords;  // more frequent words are in too many blocks
constexpr std::size_t kBytes = std::size_t{16} << 20;
constexpr std::size_t kBehind = 512;  // more than the longest span

}  // namespace

BlockBits::BlockBits(std::span<const std::uint32_t> places, std::size_t text_size) : bits_((text_size + kBehind) / (64 * kWords) + 1, 0) {
  for (const std::uint32_t place : places) bits_[place / kWords / 64] |= std::uint64_t{1} << (place / kWords % 64);
}

void WordBlocks::clear() {
  numbers_ = decltype(numbers_)();
  blocks_.clear();
}

const BlockBits* WordBlocks::of(Word word, std::size_t searches) {
  const std::span<const std::uint32_t> places = text_->places(word);
  if (searches < kFewSearches || places.size() * kWordsPerPlace > text_->text().size()) return nullptr;
  if (const std::uint32_t* number = numbers_.find(word)) return &blocks_[*number];
  if (places.size() > searches * kPlacesPerSearch) return nullptr;
  if (!blocks_.empty() && (blocks_.size() + 1) * blocks_.front().bytes() > kBytes) {
    clear();
  }
  numbers_.insert(word, static_cast<std::uint32_t>(blocks_.size()));
  return &blocks_.emplace_back(places, text_->text().size());
}

}  // namespace rectrix::grammar
