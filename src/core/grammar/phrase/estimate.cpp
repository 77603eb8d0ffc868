#include "grammar/phrase/estimate.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "base/external_sort.hpp"
#include "grammar/phrase/lexical.hpp"
#include "grammar/phrase/significance.hpp"

namespace rectrix::grammar {
namespace {

// The target phrase of a pair.
struct TargetTotal {
  std::uint64_t pair;
  Seen seen;
  friend bool operator<(const TargetTotal& a, const TargetTotal& b) { return a.pair < b.pair; }
};

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
  Scorer(const BitextIndex& bitext, PhraseTableWriter& writer, const Smoother& smoother, std::size_t reordering,
         const TableOptions& options, std::size_t memory)
      : bitext_(bitext), writer_(writer), smoother_(smoother), reordering_(reordering), options_(options) {
    if (options_.significance > 0) significance_.emplace(bitext, memory);
  }

  void add(const CountedPair& pair, const Seen& target) {
    if (!group_.empty() && group_.back().pair.first.source_key != pair.first.source_key) finish();
    group_.push_back({pair, target, 0});
  }

  void finish() {
    if (group_.empty()) return;
    const std::span<const Word> source = source_of(bitext_, group_.front().pair.first);
    Seen seen{group_.front().pair.source_count, static_cast<std::uint32_t>(group_.size()), 0};
    for (const Counted& counted : group_) seen.taken += static_cast<float>(smoother_.taken(counted.pair.count));
    for (Counted& counted : group_) {
      counted.log_probability = smoother_.log_probability(counted.pair.count, seen, counted.target.different);
    }
    if (significance_) drop_insignificant(source);
    sort_and_cut();
    if (!group_.empty()) writer_.begin_phrase({reinterpret_cast<const Symbol*>(source.data()), source.size()});
    for (const Counted& counted : group_) write(source, seen, counted);
    group_.clear();
  }

 private:
  struct Counted {
    CountedPair pair;
    Seen target;
    double log_probability;  // of the target given the source
  };

  void drop_insignificant(std::span<const Word> source) {
    significance_->begin(source);
    std::erase_if(group_, [&](const Counted& counted) {
      return surprise(significance_->count(target_of(bitext_, counted.pair.first))) < options_.significance;
    });
  }

  // Equally probable ones by their words, so that no hash decides.
  void sort_and_cut() {
    std::sort(group_.begin(), group_.end(), [&](const Counted& a, const Counted& b) {
      if (a.log_probability != b.log_probability) return a.log_probability > b.log_probability;
      return std::ranges::lexicographical_compare(target_of(bitext_, a.pair.first), target_of(bitext_, b.pair.first));
    });
    if (options_.limit > 0 && group_.size() > options_.limit) group_.resize(options_.limit);
  }

  void write(std::span<const Word> source, const Seen& seen, const Counted& counted) {
    const CountedPair& pair = counted.pair;
    const std::span<const Word> target = target_of(bitext_, pair.first);
    const PhraseWeights weights = weigh(bitext_.lexical(), source, target, pair.first.links);
    const std::array<float, 7> scores{
        static_cast<float>(smoother_.log_probability(pair.count, counted.target, seen.different)),
        static_cast<float>(weights.source_given_target),
        static_cast<float>(counted.log_probability),
        static_cast<float>(weights.target_given_source),
        static_cast<float>(counted.target.total),
        static_cast<float>(seen.total),
        static_cast<float>(pair.count)};
    writer_.add_option({reinterpret_cast<const Symbol*>(target.data()), target.size()}, links_of(pair.first.links), scores,
                       std::span(pair.reordering).first(reordering_));
  }

  const BitextIndex& bitext_;
  PhraseTableWriter& writer_;
  const Smoother& smoother_;
  std::size_t reordering_;
  TableOptions options_;
  std::optional<Significance> significance_;
  std::vector<Counted> group_;
};

}  // namespace

void estimate_phrases(const BitextIndex& bitext, const PhraseOptions& options, const ReorderingOptions& reordering,
                      const TableOptions& table, const std::string& path, const std::function<void(std::size_t)>& tick) {
  const std::size_t share = options.memory / 4;  // the sorts overlap in pairs, and spools buffer a little
  Spool<CountedPair> pairs(options.folder);
  ExternalSort<TargetCount> targets(share, options.folder);
  std::array<double, 7> counts{};
  {
    ExternalSort<PhraseOccurrence> occurrences(2 * share, options.folder);
    for_each_occurrence(bitext, options, [&](const PhraseOccurrence& found) { occurrences.add(found); }, tick);
    PairCounter counter(bitext, reordering, pairs, targets);
    occurrences.visit([&](const PhraseOccurrence& found) { counter.add(found); });
    counter.finish();
    counts = counter.counts();
  }
  const Smoother smoother(table.smoothing, counts, static_cast<double>(pairs.size()));
  ExternalSort<TargetTotal> totals(share, options.folder);
  total_targets(targets, smoother, totals);

  const std::size_t values = reordering.wanted ? reordering.type.directions() * count_of(reordering.type.classes) : 0;
  PhraseTableWriter writer({{"p_fe", "lex_fe", "p_ef", "lex_ef", "raw_count_e", "raw_count_f", "raw_count_ef"},
                            values > 0 ? name_of(reordering.type) : "", values, options.max_length}, options.folder);
  Scorer scorer(bitext, writer, smoother, values, table, share);
  auto reader = pairs.read();
  totals.visit([&](const TargetTotal& total) {
    CountedPair pair{};
    reader.next(pair);
    scorer.add(pair, total.seen);
  });
  scorer.finish();
  writer.finish(path, bitext.source_words(), bitext.target_words());
}

}  // namespace rectrix::grammar
