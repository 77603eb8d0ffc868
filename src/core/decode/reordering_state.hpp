// How a phrase stands to the one translated before it, as lexicalized reordering models see it.
//
// Word- and phrase-based models look at the phrase before; the hierarchical one (Galley & Manning 2008) at the block
// that the phrases before make up, found by a shift-reduce parser whose stack is shared between hypotheses.
#pragma once

#include <cstdint>
#include <vector>

#include "base/flat_map.hpp"
#include "decode/coverage.hpp"
#include "decode/span_options.hpp"

namespace rectrix::decode {

// The phrase translated last, and the stack of blocks (hierarchical models only).
struct Reach {
  std::uint32_t begin = 0, end = 0;
  std::uint32_t blocks = 0;
};

class ReorderingState {
 public:
  // hierarchical: orientations to blocks are asked for; itg: may_follow is.
  void reset(bool hierarchical, bool itg) {
    hierarchical_ = hierarchical;
    keep_blocks_ = hierarchical || itg;
    blocks_.assign(1, {0, 0, 0});  // the sentence's begin, below every stack
    numbers_.clear();
  }

  FoundOrientations orientations(const Reach& last, const Coverage& coverage, const SpanOption& option) const {
    const grammar::Orientation simple = side(last.begin, last.end, option);
    if (!hierarchical_) return {{simple, simple}, {simple, simple}};
    const Block& top = blocks_[last.blocks];
    return {{simple, simple}, {side(top.begin, top.end, option), ahead(last, coverage, option)}};
  }

  Reach after(const Reach& last, const SpanOption& option) {
    return {option.begin, option.end, keep_blocks_ ? shift(last.blocks, option) : 0};
  }

  // Whether a span can be joined with the block before it, later or at once: what lies between them is still free. If
  // this holds for every phrase, all phrases can be joined two by two (cf. Cherry, Moore & Quirk 2012).
  bool may_follow(const Reach& last, const Coverage& coverage, std::uint32_t begin, std::uint32_t end) const {
    const Block& top = blocks_[last.blocks];
    const bool behind = begin >= top.end;
    for (std::uint32_t word = behind ? top.end : end; word < (behind ? begin : top.begin); ++word) {
      if (coverage.covers(word)) return false;
    }
    return true;
  }

 private:
  struct Block {
    std::uint32_t begin, end, below;
    friend bool operator==(const Block&, const Block&) = default;
  };

  static grammar::Orientation side(std::uint32_t begin, std::uint32_t end, const SpanOption& option) {
    if (option.begin == end) return grammar::Orientation::kMonotone;
    if (option.end == begin) return grammar::Orientation::kSwap;
    return option.begin > end ? grammar::Orientation::kRight : grammar::Orientation::kLeft;
  }

  // The block to come will hold what is still free beside the last phrase: it touches that if the word there is free,
  // or if the next phrase begins there (the heuristic of Moses' forward model).
  static grammar::Orientation ahead(const Reach& last, const Coverage& coverage, const SpanOption& option) {
    if (option.begin >= last.end) {
      const bool touches = option.begin == last.end || !coverage.covers(last.end);
      return touches ? grammar::Orientation::kMonotone : grammar::Orientation::kRight;
    }
    const bool touches = option.end == last.begin || !coverage.covers(last.begin - 1);
    return touches ? grammar::Orientation::kSwap : grammar::Orientation::kLeft;
  }

  std::uint32_t shift(std::uint32_t stack, const SpanOption& option) {
    Block block{option.begin, option.end, stack};
    while (true) {
      const Block& top = blocks_[block.below];
      if (top.end == block.begin) {
        block.begin = top.begin;
      } else if (top.begin == block.end && block.below != 0) {
        block.end = top.end;
      } else {
        break;
      }
      if (block.below == 0) break;
      block.below = top.below;
    }
    const std::uint64_t key = combine(combine(block.begin, block.end), block.below);
    const auto [number, fresh] = numbers_.insert(key, static_cast<std::uint32_t>(blocks_.size()));
    if (!fresh && blocks_[number] == block) return number;
    blocks_.push_back(block);
    return static_cast<std::uint32_t>(blocks_.size() - 1);
  }

  bool hierarchical_ = false, keep_blocks_ = false;
  std::vector<Block> blocks_;
  FlatMap<std::uint64_t, std::uint32_t> numbers_;
};

}  // namespace rectrix::decode
