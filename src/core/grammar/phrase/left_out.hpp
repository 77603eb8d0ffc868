// The phrase pairs of one training sentence, to be taken away from a table's counts (Wuebker, Mauser & Ney 2010), so
// that training sentences can be translated as if they were new.
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/error.hpp"
#include "base/flat_map.hpp"
#include "grammar/phrase/occurrences.hpp"

namespace rectrix::grammar {

class LeftOut {
 public:
  // The bitext must outlive this. max_length: of the phrases that the table was made of.
  LeftOut(const BitextIndex& bitext, int max_length)
      : bitext_(bitext), options_{.max_length = std::min(max_length, kMaxPhraseLength)}, extractor_(bitext, options_) {}
  LeftOut(const LeftOut&) = delete;
  LeftOut& operator=(const LeftOut&) = delete;

  // Sentences beyond the bitext's end are new: nothing is taken away. Throws InputError if these are not the words of
  // the bitext's sentence, as far as they go: a long sentence may have been cut.
  void set(std::size_t sentence, std::span<const Word> words) {
    for (auto* counts : {&pairs_, &sources_, &targets_}) counts->clear();
    if (sentence >= bitext_.size()) return;
    const auto own = bitext_.source(static_cast<std::uint32_t>(sentence));
    if (words.size() > own.size() || !std::ranges::equal(words, own.first(words.size()))) {
      throw InputError("line " + std::to_string(sentence + 1) + " is not the bitext's sentence of this number, so it cannot be left out");
    }
    for (const PhraseOccurrence& found : extractor_.extract(static_cast<std::uint32_t>(sentence))) {
      ++pairs_[combine(found.source_key, found.target_key)];
      ++sources_[found.source_key];
      ++targets_[found.target_key];
    }
  }

  // How often a pair, or any pair with this source or target phrase, occurs in the sentence.
  std::uint32_t pair(std::uint64_t source_key, std::uint64_t target_key) const { return of(pairs_, combine(source_key, target_key)); }
  std::uint32_t source(std::uint64_t key) const { return of(sources_, key); }
  std::uint32_t target(std::uint64_t key) const { return of(targets_, key); }

 private:
  using Counts = FlatMap<std::uint64_t, std::uint32_t>;
  static std::uint32_t of(const Counts& counts, std::uint64_t key) {
    const std::uint32_t* found = counts.find(key);
    return found == nullptr ? 0 : *found;
  }

  const BitextIndex& bitext_;
  PhraseOptions options_;
  PhraseExtractor extractor_;
  Counts pairs_, sources_, targets_;
};

}  // namespace rectrix::grammar
