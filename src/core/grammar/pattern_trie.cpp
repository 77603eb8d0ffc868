#include "grammar/pattern_trie.hpp"

#include <algorithm>
#include <bit>
#include <limits>

namespace rectrix::grammar {
namespace {

// What steps cost, about, in units of one: to compare a word, to search a gap for it, to bring a place of the suffix
// array into the order of the text, to find an occurrence of a list that is not complete.
constexpr double kGapCost = 4, kSortCost = 16, kFindCost = 8;

constexpr std::uint32_t kRoot = 0;  // nodes count from 1

std::uint64_t edge(std::uint32_t prefix, bool gap, Word word) {
  return std::uint64_t{prefix} << 33 | std::uint64_t{gap} << 32 | word;
}

// The coarsest level with so many words, or the whole text.
int coarsest_with(const ShuffledText& text, int words) {
  int level = 0;
  while (level < text.coarsest() && text.limit(level + 1) >= static_cast<std::uint32_t>(words)) ++level;
  return level;
}

template <class Item, class Place>
std::span<const Item> between_places(std::span<const Item> items, std::uint32_t begin, std::uint32_t end, Place place) {
  const auto first = std::ranges::lower_bound(items, begin, {}, place);
  return {first, std::ranges::lower_bound(first, items.end(), end, {}, place)};
}

}  // namespace

PatternTrie::PatternTrie(const BitextIndex& bitext, const HieroOptions& options)
    : bitext_(&bitext),
      text_(&bitext.shuffled()),
      options_(options),
      blocks_(bitext.shuffled()),
      beside_(options.max_samples == 0 || options.max_search == 0 ? std::numeric_limits<double>::infinity()
                                                                  : std::max(options.max_search, options.max_samples)),
      coarsest_search_(coarsest_with(*text_, options.search_words)),
      wanted_(options.max_samples == 0 ? std::numeric_limits<std::size_t>::max() : static_cast<std::size_t>(options.max_samples)) {}

void PatternTrie::clear() {
  nodes_.clear();
  edges_ = decltype(edges_)();
  blocks_.clear();
  listed_ = 0;
}

// In the order in which they were made, so that prefixes and suffixes come first.
void PatternTrie::keep_frequent() {
  std::deque<PatternNode> all;
  all.swap(nodes_);
  clear();
  std::vector<PatternNode*> kept(all.size() + 1, nullptr);
  for (PatternNode& node : all) {
    const bool frequent = node.pattern.gaps() > 0 ? node.sampled : node.interval.size() >= wanted_;
    if (!frequent || (node.prefix != nullptr && (kept[node.prefix->number] == nullptr || kept[node.suffix->number] == nullptr))) continue;
    const auto number = static_cast<std::uint32_t>(nodes_.size() + 1);
    const bool gap = node.pattern.ends_with_lone_word();
    const auto word = static_cast<Word>(node.pattern.symbols().back());
    if (node.prefix != nullptr) {
      node.prefix = kept[node.prefix->number];
      node.suffix = kept[node.suffix->number];
    }
    edges_.insert(edge(node.prefix == nullptr ? kRoot : node.prefix->number, gap, word), number);
    kept[node.number] = &nodes_.emplace_back(std::move(node));
    nodes_.back().number = number;
    listed_ += nodes_.back().list.capacity();
  }
}

PatternNode& PatternTrie::add(Pattern pattern) {
  PatternNode& node = nodes_.emplace_back();
  node.number = static_cast<std::uint32_t>(nodes_.size());
  node.pattern = pattern;
  return node;
}

PatternNode& PatternTrie::word(Word word) {
  const auto [number, is_new] = edges_.insert(edge(kRoot, false, word), static_cast<std::uint32_t>(nodes_.size() + 1));
  if (!is_new) return nodes_[number - 1];
  PatternNode& node = add(Pattern().with_word(word));
  node.interval = bitext_->find(word);
  return node;
}

PatternNode* PatternTrie::find(const PatternNode& prefix, bool gap, Word word) {
  const std::uint32_t* number = edges_.find(edge(prefix.number, gap, word));
  return number == nullptr ? nullptr : &nodes_[*number - 1];
}

PatternNode& PatternTrie::extend(PatternNode& prefix, PatternNode& suffix, bool gap, Word word) {
  const auto [number, is_new] = edges_.insert(edge(prefix.number, gap, word), static_cast<std::uint32_t>(nodes_.size() + 1));
  if (!is_new) return nodes_[number - 1];
  PatternNode& node = add(gap ? prefix.pattern.with_gap_and_word(word) : prefix.pattern.with_word(word));
  node.prefix = &prefix;
  node.suffix = &suffix;
  if (node.pattern.gaps() == 0) node.interval = bitext_->narrow(prefix.interval, static_cast<std::uint32_t>(prefix.pattern.size()), word);
  return node;
}

// The longer pattern occurs more seldom, so a search begins where the shorter ones have a sample, and goes on to where
// the yield so far promises one, or the shorter ones occur too often.
void PatternTrie::settle(PatternNode& node) {
  if (node.settled) return;
  const int finest = std::min(finest_beside(*node.prefix), finest_beside(*node.suffix));
  node.finest = static_cast<std::uint8_t>(finest);
  int level = std::max(finest, std::min(sparsest(*node.prefix), sparsest(*node.suffix)));
  for (complete(node, level); level > finest && node.list.size() < wanted_; complete(node, level)) {
    level -= std::clamp(static_cast<int>(std::bit_width(wanted_ / (node.list.size() + 1))) - 1, 1, level - finest);
  }
  node.settled = true;
  node.occurs = !node.list.empty();
  node.sampled = node.list.size() >= wanted_;
  if (node.sampled) {
    // Beyond a whole sample, lists may be longer than was asked for: the level must not depend on that.
    const std::uint32_t place = node.list[wanted_ - 1].place;
    while (level < text_->coarsest() && text_->limit(level + 1) > place) ++level;
  }
  node.sample_level = static_cast<std::uint8_t>(level);
  node.found = static_cast<std::uint32_t>(between(node, 0, text_->limit(level)).list.size());
}

// The finest level at which a pattern's neighborhood is searched: with no more of its occurrences than are allowed, as
// far as one can tell from those found, or no more words than are always searched; and where it was searched itself.
int PatternTrie::finest_beside(const PatternNode& node) const {
  const bool gaps = node.pattern.gaps() > 0;
  const double found = gaps ? node.found : node.interval.size();
  const double density = found / std::max(text_->limit(gaps ? node.sample_level : 0), 1U);
  int level = gaps ? node.finest : 0;
  while (level < coarsest_search_ && density * text_->limit(level) > beside_) ++level;
  return level;
}

// The coarsest level at which a pattern may have a whole sample.
int PatternTrie::sparsest(const PatternNode& node) const {
  if (node.pattern.gaps() > 0) return node.sample_level;
  const std::size_t samples = node.interval.size() / wanted_;
  return samples == 0 ? 0 : std::min(text_->coarsest(), static_cast<int>(std::bit_width(samples)) - 1);
}

void PatternTrie::sample(PatternNode& node, std::vector<Occurrence>& sample) {
  complete(node, node.sample_level);
  const std::span<const Occurrence> list = between(node, 0, text_->limit(node.sample_level)).list;
  sample.clear();
  if (!node.sampled) {
    sample.assign(list.begin(), list.end());
    return;
  }
  for (std::size_t i = 0; i < wanted_; ++i) sample.push_back(list[i * list.size() / wanted_]);
}

void PatternTrie::drop_list(PatternNode& node) {
  listed_ -= node.list.capacity();
  node.list = {};
  node.level = PatternNode::kNoLevel;
}

// Of a node whose list is complete there.
Occurring PatternTrie::between(const PatternNode& node, std::uint32_t begin, std::uint32_t end) const {
  Occurring part{&node.pattern, {}, {}};
  if (node.pattern.size() == 1) {
    part.places = between_places(text_->places(static_cast<Word>(node.pattern.symbols()[0])), begin, end, std::identity());
  } else {
    part.list = between_places(std::span<const Occurrence>(node.list), begin, end, &Occurrence::place);
  }
  return part;
}

// About how often a pattern occurs.
double PatternTrie::expected(const PatternNode& node) const {
  if (node.pattern.gaps() == 0) return node.interval.size();
  if (node.level == PatternNode::kNoLevel) return std::numeric_limits<double>::infinity();
  return static_cast<double>(node.list.size()) * text_->limit(0) / std::max(text_->limit(node.level), 1U);
}

// About what it costs to extend all occurrences of a pattern.
double PatternTrie::cost(const PatternNode& node, bool over_gap, int level) const {
  if (node.finest > level) return std::numeric_limits<double>::infinity();
  const bool known = node.pattern.size() == 1 || node.level <= level;
  return expected(node) * ((over_gap ? kGapCost : 1) + (known ? 0 : kFindCost));
}

// Finds all occurrences up to a level that is not finer than the pattern's finest: one of its parts is known there.
void PatternTrie::complete(PatternNode& node, int level) {
  if (node.pattern.size() == 1 || node.level <= level) return;
  const double right = cost(*node.prefix, node.pattern.ends_with_lone_word(), level);
  const double left = cost(*node.suffix, node.pattern.begins_with_lone_word(), level);
  if (node.pattern.gaps() == 0 && node.interval.size() * kSortCost < std::min(right, left) * text_->limit(level) / text_->limit(0)) {
    sort_suffixes(node);
    return;
  }
  const std::uint32_t begin = node.level == PatternNode::kNoLevel ? 0 : text_->limit(node.level);
  const std::size_t known = node.list.capacity();
  const bool rightward = right <= left;
  PatternNode& shorter = rightward ? *node.prefix : *node.suffix;
  complete(shorter, level);
  const Symbol added = rightward ? node.pattern.symbols().back() : node.pattern.symbols().front();
  const Occurring part = promising(between(shorter, begin, text_->limit(level)), static_cast<Word>(added), rightward);
  (rightward ? extend_prefix : extend_suffix)(*text_, node.pattern, part, options_, node.list);
  node.level = static_cast<std::uint8_t>(level);
  listed_ += node.list.capacity() - known;
}

// The occurrences without some of those that do not have the word on that side.
Occurring PatternTrie::promising(const Occurring& part, Word word, bool rightward) {
  if (options_.max_span > static_cast<int>(BlockBits::kWords)) return part;
  const BlockBits* blocks = blocks_.of(word, part.list.size() + part.places.size());
  if (blocks == nullptr) return part;
  return (rightward ? word_after : word_before)(part, *blocks, options_, near_);
}

// The places of a run of words, from the suffix array.
void PatternTrie::sort_suffixes(PatternNode& node) {
  listed_ -= node.list.capacity();
  node.list.clear();
  for (const std::uint32_t place : bitext_->positions(node.interval)) {
    const std::uint32_t sentence = bitext_->sentence_at(place);
    node.list.push_back({text_->begin(sentence) + place - bitext_->begin(sentence)});
  }
  std::ranges::sort(node.list, {}, &Occurrence::place);
  node.level = 0;
  listed_ += node.list.capacity();
}

}  // namespace rectrix::grammar
