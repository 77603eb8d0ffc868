#include "grammar/extractor.hpp"

#include <algorithm>
#include <cmath>

namespace rectrix::grammar {
namespace {

// Words looked at for each occurrence when a pattern is extended over a gap.
constexpr std::size_t kGapCost = 10;

// Occurrences lie far from each other in the bitext: those so much later are asked for ahead.
constexpr std::size_t kAhead = 8;

// What a cached rule and a cached pattern take, about.
constexpr std::size_t kRuleBytes = 90;
constexpr std::size_t kNodeBytes = 180;

}  // namespace

// One sentence's visit of its patterns.
struct Extractor::Walk {
  std::span<const Word> sentence;
  std::optional<std::uint32_t> left_out;
  Rules& rules;
};

Extractor::Extractor(std::shared_ptr<const Bitext> bitext, const HieroOptions& options)
    : bitext_(std::move(bitext)),
      options_(options),
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
    const Pattern word = Pattern().with_word(sentence[static_cast<std::size_t>(begin)]);
    visit(word, find_or_make(word), begin, begin + 1, walk);
  }
}

// Cached patterns depend on nothing but the bitext and the options, so forgetting them changes no result.
void Extractor::forget_if_full() {
  if (nodes_.size() * kNodeBytes + listed_ * sizeof(Occurrence) + rules_.size() * kRuleBytes < options_.cache_bytes) return;
  nodes_.clear();
  rules_.clear();
  listed_ = 0;
}

// [begin, end): where the pattern lies in the sentence.
void Extractor::visit(const Pattern& pattern, Node& node, int begin, int end, Walk& walk) {
  if (node.count == 0) return;
  if (node.sentence != sentence_) give_rules(pattern, node, walk);
  // What no other sentence has, no longer pattern has either.
  if (node.useful && !is_leaf(pattern)) extend(pattern, begin, end, walk);
}

void Extractor::give_rules(const Pattern& pattern, Node& node, Walk& walk) {
  node.sentence = sentence_;
  node.useful = true;
  if (walk.left_out || !node.extracted) take_sample(pattern, node);
  if (walk.left_out && leave_out(*walk.left_out)) {
    node.useful = !sample_.empty();
    add_rules(pattern, walk.rules);
  } else {
    // The same for every sentence whose own occurrences are not in the sample.
    if (!node.extracted) {
      node.rules_begin = static_cast<std::uint32_t>(rules_.size());
      add_rules(pattern, rules_);
      node.rules_end = static_cast<std::uint32_t>(rules_.size());
      node.extracted = true;
    }
    for (std::uint32_t i = node.rules_begin; i < node.rules_end; ++i) walk.rules.add(rules_[i]);
  }
  if (is_leaf(pattern)) drop_list(node);  // many, and of no further use
}

void Extractor::extend(const Pattern& pattern, int begin, int end, Walk& walk) {
  const int limit = std::min(static_cast<int>(walk.sentence.size()), begin + options_.max_span + 1);
  const auto go_on = [&](const Pattern& longer, int place) {
    visit(longer, find_or_make(longer), begin, place + 1, walk);
  };
  if (end < limit) go_on(pattern.with_word(walk.sentence[static_cast<std::size_t>(end)]), end);
  if (pattern.gaps() >= options_.max_gaps || pattern.size() + 2 > options_.max_symbols) return;
  for (int place = end + options_.min_gap; place < limit; ++place) {
    go_on(pattern.with_gap_and_word(walk.sentence[static_cast<std::size_t>(place)]), place);
  }
}

Extractor::Node& Extractor::find_or_make(const Pattern& pattern) {
  const auto [found, is_new] = nodes_.try_emplace(pattern);
  Node& node = found->second;
  if (!is_new) return node;
  if (pattern.gaps() > 0) {
    node.count = static_cast<std::uint32_t>(list(pattern, node).size());
    return node;
  }
  const auto last = static_cast<Word>(pattern.symbols().back());
  node.interval = pattern.size() == 1 ? bitext_->find(last)
                                      : bitext_->narrow(nodes_.at(pattern.prefix()).interval,
                                                        static_cast<std::uint32_t>(pattern.size() - 1), last);
  node.count = node.interval.size();
  return node;
}

const std::vector<Occurrence>& Extractor::list(const Pattern& pattern, Node& node) {
  if (!node.listed) {
    node.list = pattern.gaps() == 0 ? in_text_order(bitext_->positions(node.interval)) : locate(pattern);
    node.listed = true;
    listed_ += node.list.size();
  }
  return node.list;
}

std::vector<Occurrence> Extractor::locate(const Pattern& pattern) {
  const Pattern prefix = pattern.prefix();
  const Pattern suffix = pattern.suffix();
  const auto of_prefix = nodes_.find(prefix);
  const auto of_suffix = nodes_.find(suffix);
  // A suffix that was not visited extends something that does not occur.
  if (of_prefix == nodes_.end() || of_suffix == nodes_.end()) return {};
  const std::size_t right = of_prefix->second.count * (pattern.ends_with_lone_word() ? kGapCost : 1);
  const std::size_t left = of_suffix->second.count * (pattern.begins_with_lone_word() ? kGapCost : 1);
  if (right == 0 || left == 0) return {};
  if (right <= left) {
    extend_prefix(*bitext_, pattern, {&prefix, list(prefix, of_prefix->second)}, options_, found_);
  } else {
    extend_suffix(*bitext_, pattern, {&suffix, list(suffix, of_suffix->second)}, options_, found_);
  }
  return {found_.begin(), found_.end()};
}

void Extractor::drop_list(Node& node) {
  listed_ -= node.list.size();
  node.list = {};
  node.listed = false;
}

// At most max_samples occurrences at even distances: in the order of the suffix array for a run of words, in the
// order of the text for a pattern with gaps.
void Extractor::take_sample(const Pattern& pattern, Node& node) {
  const std::span<const std::uint32_t> places = pattern.gaps() == 0 ? bitext_->positions(node.interval) : std::span<const std::uint32_t>();
  const std::span<const Occurrence> listed = pattern.gaps() == 0 ? std::span<const Occurrence>() : list(pattern, node);
  const auto occurrence = [&](std::size_t i) { return places.empty() ? listed[i] : Occurrence{places[i]}; };
  const std::size_t all = node.count;
  const auto wanted = static_cast<std::size_t>(options_.max_samples);
  sample_.clear();
  if (wanted == 0 || all <= wanted) {
    for (std::size_t i = 0; i < all; ++i) sample_.push_back(occurrence(i));
    return;
  }
  // Steps are added up from the interval's beginning, as cdec does, so that rounding picks the same occurrences.
  const double step = static_cast<double>(all) / static_cast<double>(wanted);
  const double begin = node.interval.low;
  double at = begin;
  for (std::size_t i = 0; i < wanted; ++i, at += step) {
    sample_.push_back(occurrence(std::min(all - 1, static_cast<std::size_t>(std::round(at) - begin))));
  }
}

// Takes a sentence's occurrences out of the sample; were there any?
bool Extractor::leave_out(std::uint32_t sentence) {
  return std::erase_if(sample_, [begin = bitext_->begin(sentence), end = bitext_->end(sentence)](const Occurrence& o) {
           return o.place >= begin && o.place < end;
         }) > 0;
}

void Extractor::add_rules(const Pattern& pattern, Rules& rules) {
  tally_.clear();
  pairs_.begin(pattern);
  for (std::size_t i = 0; i < sample_.size(); ++i) {
    if (i + 2 * kAhead < sample_.size()) bitext_->foresee_source(sample_[i + 2 * kAhead].place);
    if (i + kAhead < sample_.size()) bitext_->foresee_target(sample_[i + kAhead].place);
    pairs_.extract(sample_[i]);
  }
  weigher_.begin(pattern.symbols());
  for (const Edges edges : {Edges{false, false}, Edges{true, false}, Edges{false, true}, Edges{true, true}}) {
    if (tally_.total(edges) == 0) continue;
    const std::vector<Symbol> source = pattern.with_edges(edges.leading, edges.trailing);
    RuleCounts counts{static_cast<std::uint32_t>(sample_.size()), tally_.total(edges), 0};
    tally_.for_each(edges, [&](const Tally::Counted& counted) {
      counts.pair = counted.count;
      rules.add({source, counted.target, counted.links, scores(counts, weigher_.weigh(counted.target))});
    });
  }
}

}  // namespace rectrix::grammar
