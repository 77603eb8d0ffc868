#include "grammar/phrase/estimate.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "base/error.hpp"
#include "base/external_sort.hpp"

namespace rectrix::grammar {
namespace {

constexpr int kMaxReordering = 8;
using OrientationCounts = std::array<std::uint32_t, 5>;

// A distinct phrase pair.
struct Pair {
  PhraseOccurrence first;  // one of its occurrences, with the most frequent links
  std::uint32_t count = 0, source_count = 0;
  std::array<float, kMaxReordering> reordering{};
};

struct TargetCount {
  std::uint64_t target_key;
  std::uint64_t pair;  // its number
  std::uint32_t count;
  friend bool operator<(const TargetCount& a, const TargetCount& b) {
    return std::tie(a.target_key, a.pair) < std::tie(b.target_key, b.pair);
  }
};

// What was seen of a phrase, to smooth by.
struct Seen {
  std::uint32_t total = 0, different = 0;  // occurrences, and the phrases it goes with
  float taken = 0;                         // what smoothing takes from its counts
};

struct TargetTotal {
  std::uint64_t pair;
  Seen seen;
  friend bool operator<(const TargetTotal& a, const TargetTotal& b) { return a.pair < b.pair; }
};

// Smoothed probabilities from counts of counts.
class Smoother {
 public:
  // counts[c]: pairs that occurred c times, c from 1 to 6; pairs: all of them.
  Smoother(PhraseSmoothing kind, const std::array<double, 7>& counts, double pairs) : kind_(kind), pairs_(pairs) {
    for (std::size_t c = 1; c <= 5; ++c) {
      const double turing = counts[c] > 0 ? static_cast<double>(c + 1) * counts[c + 1] / counts[c] : 0;
      turing_[c] = turing > 0 && turing < static_cast<double>(c) ? turing : static_cast<double>(c);
    }
    const double y = counts[1] > 0 && counts[2] > 0 ? counts[1] / (counts[1] + 2 * counts[2]) : 0;
    for (std::size_t c = 1; c <= 3; ++c) {
      const auto exact = static_cast<double>(c);
      const double next = counts[c] > 0 ? counts[c + 1] / counts[c] : 0;
      discount_[c] = std::clamp(exact - (exact + 1) * y * next, 0.0, exact);
    }
  }

  double taken(std::uint32_t count) const { return kind_ == PhraseSmoothing::kKneserNey ? discount_[std::min(count, 3U)] : 0; }
  // log p of one side given the other, which `given` describes; different: phrases that the one side goes with.
  double log_probability(std::uint32_t count, const Seen& given, std::uint32_t different) const {
    const auto total = static_cast<double>(given.total);
    if (kind_ == PhraseSmoothing::kGoodTuring) return std::log((count <= 5 ? turing_[count] : static_cast<double>(count)) / total);
    const double share = given.taken / total * different / pairs_;
    return std::log((count - taken(count)) / total + share);
  }

 private:
  PhraseSmoothing kind_;
  double pairs_;
  std::array<double, 6> turing_{};
  std::array<double, 4> discount_{};
};

// Turns sorted occurrences into distinct pairs, one source phrase after another.
class Counter {
 public:
  Counter(const Bitext& bitext, const ReorderingOptions& reordering, Spool<Pair>& pairs, ExternalSort<TargetCount>& targets)
      : bitext_(bitext), reordering_(reordering), pairs_(pairs), targets_(targets) {}

  void add(const PhraseOccurrence& occurrence) {
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

  // How many pairs occurred so often: up to 6 times, then more often.
  std::array<double, 7> counts() const {
    std::array<double, 7> exact{};
    std::copy_n(counts_.begin(), exact.size(), exact.begin());
    return exact;
  }

  // The last source phrase.
  void finish() {
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
        set_reordering(group.pair, reordering_.type.given_target ? group.backward : backward,
                       reordering_.type.given_target ? group.forward : forward);
      }
      ++counts_[std::min<std::size_t>(group.pair.count, counts_.size() - 1)];
      targets_.add({group.pair.first.target_key, pairs_.size(), group.pair.count});
      pairs_.push(group.pair);
    }
    group_.clear();
  }

 private:
  struct Group {
    Pair pair;
    OrientationCounts backward{}, forward{};
    LinkSet links = 0;                            // of the occurrences counted last
    std::uint32_t links_count = 0, best_count = 0;
  };

  // Occurrences come sorted by links: the first of the most frequent ones wins.
  static void count_links(Group& group, const PhraseOccurrence& occurrence) {
    group.links_count = group.links == occurrence.links ? group.links_count + 1 : 1;
    group.links = occurrence.links;
    if (group.links_count >= group.best_count) {
      group.best_count = group.links_count;
      group.pair.first = occurrence;
    }
  }

  static void require_same_words(std::span<const Word> a, std::span<const Word> b) {
    if (!std::ranges::equal(a, b)) throw RunError("two phrases have the same key");
  }

  void set_reordering(Pair& pair, const OrientationCounts& backward, const OrientationCounts& forward) const {
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

  const Bitext& bitext_;
  const ReorderingOptions& reordering_;
  Spool<Pair>& pairs_;
  ExternalSort<TargetCount>& targets_;
  std::vector<Group> group_;
  std::array<double, 8> counts_{};
};

// log lex(e|f) and log lex(f|e) of a pair by its links.
struct PhraseWeights {
  double target_given_source, source_given_target;
};

PhraseWeights weigh(const align::LexicalTable& lexical, std::span<const Word> source, std::span<const Word> target, LinkSet links) {
  const auto linked = [&](std::size_t s, std::size_t t) { return (links >> (s * kMaxPhraseLength + t) & 1) != 0; };
  PhraseWeights weights{0, 0};
  for (std::size_t t = 0; t < target.size(); ++t) {
    double sum = 0;
    int number = 0;
    for (std::size_t s = 0; s < source.size(); ++s) {
      if (!linked(s, t)) continue;
      sum += lexical.find({source[s], target[t]}).target_given_source;
      ++number;
    }
    weights.target_given_source += std::log(number > 0 ? sum / number : lexical.find({align::kNull, target[t]}).target_given_source);
  }
  for (std::size_t s = 0; s < source.size(); ++s) {
    double sum = 0;
    int number = 0;
    for (std::size_t t = 0; t < target.size(); ++t) {
      if (!linked(s, t)) continue;
      sum += lexical.find({source[s], target[t]}).source_given_target;
      ++number;
    }
    weights.source_given_target += std::log(number > 0 ? sum / number : lexical.find({source[s], align::kNull}).source_given_target);
  }
  return weights;
}

void total_targets(ExternalSort<TargetCount>& counts, const Smoother& smoother, ExternalSort<TargetTotal>& totals) {
  std::vector<TargetCount> group;
  const auto finish = [&] {
    Seen seen;
    for (const TargetCount& count : group) {
      seen.total += count.count;
      ++seen.different;
      seen.taken += static_cast<float>(smoother.taken(count.count));
    }
    for (const TargetCount& count : group) totals.add({count.pair, seen});
    group.clear();
  };
  counts.visit([&](const TargetCount& count) {
    if (!group.empty() && group.front().target_key != count.target_key) finish();
    group.push_back(count);
  });
  finish();
}

// Writes pairs as they come, each source phrase's translations by falling p(e|f).
class Scorer {
 public:
  Scorer(const Bitext& bitext, PhraseTableWriter& writer, const Smoother& smoother, std::size_t reordering)
      : bitext_(bitext), writer_(writer), smoother_(smoother), reordering_(reordering) {}

  void add(const Pair& pair, const Seen& target) {
    if (!group_.empty() && group_.back().pair.first.source_key != pair.first.source_key) finish();
    group_.push_back({pair, target});
  }

  void finish() {
    if (group_.empty()) return;
    // Equal counts: by the words, so that no hash decides.
    std::sort(group_.begin(), group_.end(), [&](const Counted& a, const Counted& b) {
      if (a.pair.count != b.pair.count) return a.pair.count > b.pair.count;
      return std::ranges::lexicographical_compare(target_of(bitext_, a.pair.first), target_of(bitext_, b.pair.first));
    });
    const std::span<const Word> source = source_of(bitext_, group_.front().pair.first);
    writer_.begin_phrase({reinterpret_cast<const Symbol*>(source.data()), source.size()});
    Seen seen{group_.front().pair.source_count, static_cast<std::uint32_t>(group_.size()), 0};
    for (const Counted& counted : group_) seen.taken += static_cast<float>(smoother_.taken(counted.pair.count));
    for (const Counted& counted : group_) write(source, seen, counted);
    group_.clear();
  }

 private:
  struct Counted {
    Pair pair;
    Seen target;
  };

  void write(std::span<const Word> source, const Seen& seen, const Counted& counted) {
    const Pair& pair = counted.pair;
    const std::span<const Word> target = target_of(bitext_, pair.first);
    const PhraseWeights weights = weigh(bitext_.lexical(), source, target, pair.first.links);
    const std::array<float, 7> scores{
        static_cast<float>(smoother_.log_probability(pair.count, counted.target, seen.different)),
        static_cast<float>(weights.source_given_target),
        static_cast<float>(smoother_.log_probability(pair.count, seen, counted.target.different)),
        static_cast<float>(weights.target_given_source),
        static_cast<float>(counted.target.total),
        static_cast<float>(seen.total),
        static_cast<float>(pair.count)};
    writer_.add_option({reinterpret_cast<const Symbol*>(target.data()), target.size()}, links_of(pair.first.links), scores,
                       std::span(pair.reordering).first(reordering_));
  }

  const Bitext& bitext_;
  PhraseTableWriter& writer_;
  const Smoother& smoother_;
  std::size_t reordering_;
  std::vector<Counted> group_;
};

}  // namespace

void estimate_phrases(const Bitext& bitext, const PhraseOptions& options, const ReorderingOptions& reordering,
                      PhraseSmoothing smoothing, const std::string& path, const std::function<void(std::size_t)>& tick) {
  const std::size_t share = options.memory / 4;  // the sorts overlap in pairs, and spools buffer a little
  Spool<Pair> pairs(options.folder);
  ExternalSort<TargetCount> targets(share, options.folder);
  std::array<double, 7> counts{};
  {
    ExternalSort<PhraseOccurrence> occurrences(2 * share, options.folder);
    for_each_occurrence(bitext, options, [&](const PhraseOccurrence& found) { occurrences.add(found); }, tick);
    Counter counter(bitext, reordering, pairs, targets);
    occurrences.visit([&](const PhraseOccurrence& found) { counter.add(found); });
    counter.finish();
    counts = counter.counts();
  }
  const Smoother smoother(smoothing, counts, static_cast<double>(pairs.size()));
  ExternalSort<TargetTotal> totals(share, options.folder);
  total_targets(targets, smoother, totals);

  const std::size_t values = reordering.wanted ? reordering.type.directions() * count_of(reordering.type.classes) : 0;
  PhraseTableWriter writer({"p_fe", "lex_fe", "p_ef", "lex_ef", "raw_count_e", "raw_count_f", "raw_count_ef"},
                           values > 0 ? name_of(reordering.type) : "", values, options.folder);
  Scorer scorer(bitext, writer, smoother, values);
  auto reader = pairs.read();
  totals.visit([&](const TargetTotal& total) {
    Pair pair{};
    reader.next(pair);
    scorer.add(pair, total.seen);
  });
  scorer.finish();
  writer.finish(path, bitext.source_words(), bitext.target_words());
}

}  // namespace rectrix::grammar
