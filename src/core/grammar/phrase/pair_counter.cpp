#include "grammar/phrase/pair_counter.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"

namespace rectrix::grammar {
namespace {

void require_same_words(std::span<const Word> a, std::span<const Word> b) {
  if (!std::ranges::equal(a, b)) throw RunError("two phrases have the same key");
}

}  // namespace

void PairCounter::add(const PhraseOccurrence& occurrence) {
  if (!group_.empty() && group_.back().pair.first.source_key != occurrence.source_key) finish();
  if (group_.empty() || group_.back().pair.first.target_key != occurrence.target_key) {
    group_.push_back({});
    group_.back().pair.first = occurrence;
    require_same_words(source_of(bitext_, group_.front().pair.first), source_of(bitext_, occurrence));
  } else {
    require_same_words(target_of(bitext_, group_.back().pair.first), target_of(bitext_, occurrence));
  }
  Group& pair = group_.back();
  ++pair.pair.count;
  ++pair.backward[static_cast<std::size_t>(occurrence.backward)];
  ++pair.forward[static_cast<std::size_t>(occurrence.forward)];
  count_links(pair, occurrence);
}

void PairCounter::finish() {
  std::uint32_t total = 0;
  OrientationCounts backward{}, forward{};
  for (const Group& group : group_) {
    total += group.pair.count;
    for (std::size_t o = 0; o < backward.size(); ++o) {
      backward[o] += group.backward[o];
      forward[o] += group.forward[o];
    }
  }
  for (Group& group : group_) {
    group.pair.source_count = total;
    if (reordering_.wanted) {
      const bool both = reordering_.type.given_target;
      set_reordering(group.pair, both ? group.backward : backward, both ? group.forward : forward);
    }
    if (group.pair.count < counts_.size()) ++counts_[group.pair.count];
    targets_.add({group.pair.first.target_key, pairs_.size(), group.pair.count});
    pairs_.push(group.pair);
  }
  group_.clear();
}

// Occurrences come sorted by links: the last of the most frequent ones wins.
void PairCounter::count_links(Group& group, const PhraseOccurrence& occurrence) {
  group.links_count = group.links == occurrence.links ? group.links_count + 1 : 1;
  group.links = occurrence.links;
  if (group.links_count >= group.best_count) {
    group.best_count = group.links_count;
    group.pair.first = occurrence;
  }
}

void PairCounter::set_reordering(CountedPair& pair, const OrientationCounts& backward, const OrientationCounts& forward) const {
  std::size_t next = 0;
  const auto add = [&](const OrientationCounts& counts) {
    const std::size_t classes = count_of(reordering_.type.classes);
    std::array<double, 5> sums{};
    double total = 0;
    for (std::size_t o = 0; o < counts.size(); ++o) {
      const int c = class_of(reordering_.type.classes, static_cast<Orientation>(o));
      if (c < 0) continue;
      sums[static_cast<std::size_t>(c)] += counts[o];
      total += counts[o];
    }
    for (std::size_t c = 0; c < classes; ++c) {
      const double share = (sums[c] + reordering_.smoothing) / (total + static_cast<double>(classes) * reordering_.smoothing);
      pair.reordering[next++] = static_cast<float>(std::log(share));
    }
  };
  if (reordering_.type.backward) add(backward);
  if (reordering_.type.forward) add(forward);
}

}  // namespace rectrix::grammar
