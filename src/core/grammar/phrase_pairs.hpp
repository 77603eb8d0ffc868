// The target sides of one occurrence of a source pattern, consistent with the word alignment (Chiang 2007): linked
// only inside themselves, gaps too. A gap at an edge of the pattern is the smallest that makes it consistent.
#pragma once

#include <array>
#include <functional>
#include <span>
#include <vector>

#include "grammar/bitext.hpp"
#include "grammar/occurrences.hpp"
#include "grammar/pattern.hpp"

namespace rectrix::grammar {

// Words [low, high) of a sentence; low is -1 if there are none yet.
struct Range {
  int low = -1, high = -1;
  int size() const { return high - low; }
  friend bool operator==(const Range&, const Range&) = default;
};

// Which gaps an occurrence adds at the edges of the pattern.
struct Edges {
  bool leading = false, trailing = false;
  int count() const { return (leading ? 1 : 0) + (trailing ? 1 : 0); }
};

class PhrasePairs {
 public:
  // Gets the target side and the links of each pair found; they live until it returns.
  using Found = std::function<void(Edges edges, std::span<const Symbol> target, std::span<const Link> links)>;

  PhrasePairs(const BitextIndex& bitext, const HieroOptions& options, Found found)
      : bitext_(&bitext), options_(options), found_(std::move(found)) {}

  void begin(const Pattern& pattern);
  // Reports up to four pairs: with no gap, a leading, a trailing gap, or both added.
  void extract(Occurrence occurrence);

 private:
  struct Growth;
  struct Phrase;

  bool pattern_linked() const;
  bool close(Range source, const Growth& growth, Range& target, Range& closed) const;
  bool target_of_gap(Range gap, Range& target) const;
  bool find_gaps(const Range& core, Phrase& phrase) const;
  void widen(const Phrase& phrase, Edges added);
  void report(const Phrase& phrase);
  // Are the first and the last word of a source range linked, if they must be?
  bool tight(Range range) const { return !options_.tight || (linked(range.low) && linked(range.high - 1)); }
  bool linked(int position) const { return pair_.source_to_target[static_cast<std::size_t>(position)].linked(); }

  const BitextIndex* bitext_;
  HieroOptions options_;
  Found found_;

  int symbols_ = 0, gaps_ = 0;
  std::array<int, 3> chunks_{};

  SentencePair pair_;               // of the current occurrence
  std::array<int, 3> chunk_begin_{};  // in its sentence
  std::vector<Symbol> target_;
  std::vector<Link> links_;
  std::vector<std::uint8_t> place_;  // of each word of the target range in target_
};

}  // namespace rectrix::grammar
