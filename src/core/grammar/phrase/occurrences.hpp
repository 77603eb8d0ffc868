// Every phrase pair of an aligned bitext, occurrence by occurrence (Koehn, Och & Marcu 2003): no link leaves the
// pair, unlinked words at its edges may belong to it or not.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <tuple>
#include <vector>

#include "grammar/bitext.hpp"
#include "grammar/orientation.hpp"
#include "grammar/rules.hpp"

namespace rectrix::grammar {

inline constexpr int kMaxPhraseLength = 8;  // so that a pair's links are 64 bits

// The links within a phrase pair: bit 8 * source + target.
using LinkSet = std::uint64_t;
std::vector<Link> links_of(LinkSet set);

struct PhraseOccurrence {
  std::uint64_t source_key, target_key;  // hashes of the words
  LinkSet links;
  std::uint32_t sentence;
  std::uint16_t source_begin, target_begin;
  std::uint8_t source_length, target_length;
  Orientation backward, forward;

  // Pairs of the same words are neighbors, those with the same links within them.
  friend bool operator<(const PhraseOccurrence& a, const PhraseOccurrence& b) {
    const auto key = [](const PhraseOccurrence& o) {
      return std::tie(o.source_key, o.target_key, o.links, o.sentence, o.source_begin, o.target_begin);
    };
    return key(a) < key(b);
  }
};

struct PhraseOptions {
  int max_length = 7;                                        // words on each side, at most kMaxPhraseLength
  OrientationModel orientation = OrientationModel::kWord;  // what counts as the neighbor
  int threads = 1;
  std::size_t memory = std::size_t{1} << 30;  // bytes for sorting; more is merged from runs on disk
  std::string folder = "/tmp";                // for the runs
};

// The words of an occurrence.
std::span<const Word> source_of(const BitextIndex& bitext, const PhraseOccurrence& occurrence);
std::span<const Word> target_of(const BitextIndex& bitext, const PhraseOccurrence& occurrence);

// The occurrences of one sentence pair.
class PhraseExtractor {
 public:
  PhraseExtractor(const BitextIndex& bitext, const PhraseOptions& options) : bitext_(&bitext), options_(&options) {}

  // Valid until the next call. Pairs too long for a grid yield none.
  std::span<const PhraseOccurrence> extract(std::uint32_t sentence);

 private:
  LinkSet links_in(const Box& box) const;

  const BitextIndex* bitext_;
  const PhraseOptions* options_;
  std::vector<align::Link> links_;
  LinkGrid grid_;
  Corners corners_;
  std::vector<std::uint64_t> source_keys_, target_keys_;  // of all spans up to max_length
  std::vector<PhraseOccurrence> found_;
};

// The key of a phrase, as in occurrences.
std::uint64_t phrase_key(std::span<const Word> words);

// All occurrences of the bitext, block by block in order; extraction runs on several threads.
void for_each_occurrence(const BitextIndex& bitext, const PhraseOptions& options,
                         const std::function<void(const PhraseOccurrence&)>& visit,
                         const std::function<void(std::size_t)>& tick);

}  // namespace rectrix::grammar
