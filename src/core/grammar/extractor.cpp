#include "grammar/extractor.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace rectrix::grammar {
namespace {

// Occurrences lie far from each other in the bitext: those so much later are asked for ahead.
constexpr std::size_t kSampleAhead = 8;

// Takes a sentence's occurrences out of a sample; were there any?
bool leave_out(std::vector<Occurrence>& sample, std::uint32_t begin, std::size_t length) {
  return std::erase_if(sample, [=](const Occurrence& o) { return o.place >= begin && o.place - begin < length; }) > 0;
}

}  // namespace

// One sentence's visit of its patterns.
struct Extractor::Walk {
  std::span<const Word> sentence;
  std::optional<std::uint32_t> left_out;
  Rules& rules;
};

Extractor::Extractor(std::shared_ptr<const BitextIndex> bitext, const HieroOptions& options, const CacheBudget& budget)
    : bitext_(std::move(bitext)),
      options_(options),
      share_(budget),
      trie_(*bitext_, options),
      pairs_(*bitext_, options,
             [this](Edges edges, std::span<const Symbol> target, std::span<const Link> links) { tally_.add(edges, target, links); }),
      weigher_(bitext_->lexical(), bitext_->target_words().size()) {
  options_.check();
}

void Extractor::extract(std::span<const Word> sentence, std::optional<std::uint32_t> left_out, Rules& rules) {
  forget_if_full();
  ++sentence_;
  Walk walk{sentence, left_out, rules};
  // From right to left, so that a pattern's suffix was visited before the pattern.
  for (int begin = static_cast<int>(sentence.size()); begin-- > 0;) {
    visit(trie_.word(sentence[static_cast<std::size_t>(begin)]), begin, begin + 1, walk);
  }
}

// Patterns depend on nothing but the bitext and the options, so forgetting them changes no result.
void Extractor::forget_if_full() {
  if (bytes() < share_.bytes()) return;
  trie_.keep_frequent();
  Rules kept(column_names());
  for (PatternNode& node : trie_.nodes()) {
    const std::uint32_t begin = std::exchange(node.rules_begin, static_cast<std::uint32_t>(kept.size()));
    const std::uint32_t end = std::exchange(node.rules_end, node.rules_begin + node.rules_end - begin);
    for (std::uint32_t i = begin; i < end; ++i) kept.add(rules_[i]);
  }
  rules_ = std::move(kept);
  if (bytes() < share_.bytes() / 2) return;
  trie_.clear();
  rules_ = Rules(column_names());
}

// [begin, end): where the pattern lies in the sentence.
void Extractor::visit(PatternNode& node, int begin, int end, Walk& walk) {
  if (node.sentence != sentence_) give_rules(node, walk);
  // What no other sentence has, no longer pattern has either.
  if (node.useful && !is_leaf(node.pattern)) extend(node, begin, end, walk);
}

void Extractor::extend(PatternNode& node, int begin, int end, Walk& walk) {
  const int limit = std::min(static_cast<int>(walk.sentence.size()), begin + options_.max_span + 1);
  if (end < limit) step(node, false, begin, end, walk);
  if (node.pattern.gaps() >= options_.max_gaps || node.pattern.size() + 2 > options_.max_symbols) return;
  for (int place = end + options_.min_gap; place < limit; ++place) step(node, true, begin, place, walk);
}

// To the pattern with the word at a place of the sentence. Its suffix was visited before, unless it had a beginning
// that is of no use.
void Extractor::step(PatternNode& node, bool gap, int begin, int place, Walk& walk) {
  const Word word = walk.sentence[static_cast<std::size_t>(place)];
  PatternNode* suffix = node.suffix == nullptr ? &trie_.word(word) : trie_.find(*node.suffix, gap, word);
  if (suffix == nullptr || suffix->sentence != sentence_ || !suffix->useful) return;
  visit(trie_.extend(node, *suffix, gap, word), begin, place + 1, walk);
}

void Extractor::give_rules(PatternNode& node, Walk& walk) {
  node.sentence = sentence_;
  const bool gaps = node.pattern.gaps() > 0;
  if (gaps) trie_.settle(node);
  const bool occurs = gaps ? node.occurs : node.interval.size() > 0;
  node.useful = occurs || node.partly_searched();
  if (!occurs) return;
  const bool in_sample = walk.left_out && (!gaps || bitext_->shuffled().begin(*walk.left_out) < bitext_->shuffled().limit(node.sample_level));
  if (in_sample || !node.extracted) take_sample(node, walk);
  if (in_sample && left_out_) {
    node.useful = looked_at_ > 0 || node.partly_searched();
    add_rules(node.pattern, walk.rules);
  } else {
    give_kept(node, walk);
  }
  if (is_leaf(node.pattern)) trie_.drop_list(node);  // many, and of no further use
}

// The same rules for every sentence that has no occurrence in the sample.
void Extractor::give_kept(PatternNode& node, Walk& walk) {
  if (!node.extracted) {
    node.rules_begin = static_cast<std::uint32_t>(rules_.size());
    add_rules(node.pattern, rules_);
    node.rules_end = static_cast<std::uint32_t>(rules_.size());
    node.extracted = true;
  }
  for (std::uint32_t i = node.rules_begin; i < node.rules_end; ++i) walk.rules.add(rules_[i]);
}

void Extractor::take_sample(PatternNode& node, const Walk& walk) {
  if (node.pattern.gaps() > 0) {
    sample_shuffled(node, walk);
    return;
  }
  sample_interval(node);
  left_out_ = walk.left_out && leave_out(sample_, bitext_->begin(*walk.left_out), bitext_->source(*walk.left_out).size());
  looked_at_ = static_cast<std::uint32_t>(sample_.size());
}

// At most max_samples occurrences of a run of words, at even distances in the suffix array.
void Extractor::sample_interval(const PatternNode& node) {
  const std::span<const std::uint32_t> places = bitext_->positions(node.interval);
  const auto wanted = static_cast<std::size_t>(options_.max_samples);
  sample_.clear();
  if (wanted == 0 || places.size() <= wanted) {
    for (const std::uint32_t place : places) sample_.push_back({place});
    return;
  }
  // Steps are added up from the interval's beginning, as cdec does, so that rounding picks the same occurrences.
  const double step = static_cast<double>(places.size()) / static_cast<double>(wanted);
  const double begin = node.interval.low;
  double at = begin;
  for (std::size_t i = 0; i < wanted; ++i, at += step) {
    sample_.push_back({places[std::min(places.size() - 1, static_cast<std::size_t>(std::round(at) - begin))]});
  }
}

void Extractor::sample_shuffled(PatternNode& node, const Walk& walk) {
  const ShuffledText& shuffled = bitext_->shuffled();
  trie_.sample(node, sample_);
  left_out_ = walk.left_out && leave_out(sample_, shuffled.begin(*walk.left_out), bitext_->source(*walk.left_out).size());
  looked_at_ = static_cast<std::uint32_t>(sample_.size());
  drop_untranslatable(sample_, node.pattern, shuffled.closed(), options_);
  for (const Occurrence& occurrence : sample_) shuffled.foresee_original(occurrence.place);
  for (Occurrence& occurrence : sample_) occurrence.place = shuffled.original(occurrence.place);
  in_order(sample_);
}

void Extractor::add_rules(const Pattern& pattern, Rules& rules) {
  tally_.clear();
  pairs_.begin(pattern);
  for (std::size_t i = 0; i < std::min(sample_.size(), 2 * kSampleAhead); ++i) bitext_->foresee_source(sample_[i].place);
  for (std::size_t i = 0; i < std::min(sample_.size(), kSampleAhead); ++i) bitext_->foresee_target(sample_[i].place);
  for (std::size_t i = 0; i < sample_.size(); ++i) {
    if (i + 2 * kSampleAhead < sample_.size()) bitext_->foresee_source(sample_[i + 2 * kSampleAhead].place);
    if (i + kSampleAhead < sample_.size()) bitext_->foresee_target(sample_[i + kSampleAhead].place);
    pairs_.extract(sample_[i]);
  }
  weigher_.begin(pattern.symbols());
  for (const Edges edges : {Edges{false, false}, Edges{true, false}, Edges{false, true}, Edges{true, true}}) {
    if (tally_.total(edges) == 0) continue;
    const std::vector<Symbol> source = pattern.with_edges(edges.leading, edges.trailing);
    RuleCounts counts{looked_at_, tally_.total(edges), 0};
    tally_.for_each(edges, [&](const Tally::Counted& counted) {
      counts.pair = counted.count;
      rules.add({source, counted.target, counted.links, scores(counts, weigher_.weigh(counted.target))});
    });
  }
}

}  // namespace rectrix::grammar
