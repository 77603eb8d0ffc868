#include "score/edit_distance.hpp"

namespace rectrix::score {

void EditDistance::prepare(std::span<const std::uint32_t> pattern) {
  length_ = pattern.size();
  blocks_ = (length_ + 63) / 64;
  rows_ = FlatMap<std::uint32_t, std::uint32_t>(length_);
  equal_.assign(blocks_, 0);
  for (std::size_t i = 0; i < length_; ++i) {
    const auto [row, is_new] = rows_.insert(pattern[i], static_cast<std::uint32_t>(rows_.size() + 1));
    if (is_new) equal_.resize(equal_.size() + blocks_, 0);
    equal_[row * blocks_ + i / 64] |= std::uint64_t{1} << i % 64;
  }
}

std::size_t EditDistance::to(std::span<const std::uint32_t> text) {
  if (length_ == 0) return text.size();
  plus_.assign(blocks_, ~std::uint64_t{0});
  minus_.assign(blocks_, 0);
  std::size_t distance = length_;
  const std::uint64_t last = std::uint64_t{1} << (length_ - 1) % 64;
  for (const std::uint32_t symbol : text) {
    const std::uint32_t* row = rows_.find(symbol);
    const std::uint64_t* equal = equal_.data() + (row == nullptr ? 0 : *row * blocks_);
    std::uint64_t up = 1, down = 0;  // the horizontal change that enters a block: +1 above the first
    for (std::size_t b = 0; b < blocks_; ++b) {
      const std::uint64_t same = equal[b] | down;
      const std::uint64_t vertical = equal[b] | minus_[b];
      const std::uint64_t horizontal = (((same & plus_[b]) + plus_[b]) ^ plus_[b]) | same;
      std::uint64_t more = minus_[b] | ~(horizontal | plus_[b]), less = plus_[b] & horizontal;
      if (b + 1 == blocks_) distance += ((more & last) != 0) - static_cast<std::size_t>((less & last) != 0);
      const std::uint64_t up_out = more >> 63, down_out = less >> 63;
      more = more << 1 | up;
      less = less << 1 | down;
      plus_[b] = less | ~(vertical | more);
      minus_[b] = more & vertical;
      up = up_out;
      down = down_out;
    }
  }
  return distance;
}

}  // namespace rectrix::score
