// Distinct phrase pairs with their counts, most frequent links and orientation probabilities, from sorted occurrences.
#pragma once

#include <array>
#include <cstdint>
#include <tuple>
#include <vector>

#include "base/external_sort.hpp"
#include "grammar/phrase/occurrences.hpp"
#include "grammar/phrase/reordering_type.hpp"

namespace rectrix::grammar {

inline constexpr std::size_t kMaxReordering = 8;  // values of a pair

// p(o|f,e) = (c(o,f,e) + s) / (c(f,e) + K s) for K orientations.
struct ReorderingOptions {
  bool wanted = true;
  ReorderingType type;
  double smoothing = 0.5;  // s
};

struct CountedPair {
  PhraseOccurrence first;  // one of its occurrences, with the most frequent links
  std::uint32_t count = 0, source_count = 0;
  std::array<float, kMaxReordering> reordering{};
};

// A pair's count by its target phrase.
struct TargetCount {
  std::uint64_t target_key;
  std::uint64_t pair;  // its number
  std::uint32_t count;
  friend bool operator<(const TargetCount& a, const TargetCount& b) {
    return std::tie(a.target_key, a.pair) < std::tie(b.target_key, b.pair);
  }
};

class PairCounter {
 public:
  // All must outlive this.
  PairCounter(const BitextIndex& bitext, const ReorderingOptions& reordering, Spool<CountedPair>& pairs,
              ExternalSort<TargetCount>& targets)
      : bitext_(bitext), reordering_(reordering), pairs_(pairs), targets_(targets) {}

  // In ascending order.
  void add(const PhraseOccurrence& occurrence);
  // Behind the last occurrence of a source phrase; add() calls it for all but the last one.
  void finish();

  // How many pairs occurred 1 to 6 times.
  std::array<double, 7> counts() const { return counts_; }

 private:
  using OrientationCounts = std::array<std::uint32_t, 5>;
  struct Group {
    CountedPair pair;
    OrientationCounts backward{}, forward{};
    LinkSet links = 0;  // of the occurrences counted last
    std::uint32_t links_count = 0, best_count = 0;
  };

  static void count_links(Group& group, const PhraseOccurrence& occurrence);
  void set_reordering(CountedPair& pair, const OrientationCounts& backward, const OrientationCounts& forward) const;

  const BitextIndex& bitext_;
  const ReorderingOptions& reordering_;
  Spool<CountedPair>& pairs_;
  ExternalSort<TargetCount>& targets_;
  std::vector<Group> group_;  // of one source phrase
  std::array<double, 7> counts_{};
};

}  // namespace rectrix::grammar
