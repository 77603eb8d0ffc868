#include "lm/contexts.hpp"

#include <algorithm>

#include "base/threads.hpp"
#include "lm/lookahead.hpp"

namespace rectrix::lm {
namespace {

struct Sums {
  Key key = 0;
  std::uint64_t counts = 0;  // adjusted
  double lost = 0;           // what discounts and pruning take away
};

constexpr std::size_t kBytesPerContext = sizeof(Sums) * 7 / 4;
constexpr std::size_t kLeastMemory = 1 << 16;

}  // namespace

Contexts::Contexts(const CountTrie& trie, int length, const Discount& discount, std::size_t memory, int threads,
                   const std::string& folder) {
  const std::size_t needed = static_cast<std::size_t>(trie.level(length - 1).size()) * kBytesPerContext;
  const std::size_t workers = static_cast<std::size_t>(std::max(threads, 1));
  const std::size_t rounds = needed / std::max(memory, kLeastMemory) + 1;
  for (std::size_t i = 0; i < rounds * workers; ++i) parts_.push_back({Spool<Share>(folder), Spool<float>(folder)});
  parallel_for(parts_.size(), threads, [&](std::size_t part, int) { fill(trie, length, discount, part); });
}

void Contexts::fill(const CountTrie& trie, int length, const Discount& discount, std::size_t part) {
  const auto here = [&](Key key) { return (key >> 1) % parts_.size() == part; };
  ProbingTable<Sums> table;
  table.reserve(static_cast<std::size_t>(trie.level(length - 1).size()) / parts_.size());
  struct Item {
    Key key;
    Node node;
  };
  Lookahead<Item> items;
  const auto ask = [&](Key key, Node node, auto act) {
    if (!here(key)) return;
    table.prefetch(key);
    items.push({key, node}, act);
  };

  const auto sum = [&](const Item& item) {
    Sums& sums = *table.insert({item.key, 0, 0}).first;
    sums.counts += item.node.count();
    sums.lost += item.node.pruned() ? item.node.count() : discount.of(item.node.count());
  };
  for (NgramWalk walk(trie, length); walk.next();) ask(walk.context_key(), walk.node(), sum);
  items.finish(sum);

  const auto share = [&](const Item& item) {
    const Sums& sums = *table.find(item.key);
    const auto total = static_cast<double>(sums.counts);
    const double own = item.node.count() - discount.of(item.node.count());
    parts_[part].shares.push({static_cast<float>(own / total), static_cast<float>(sums.lost / total)});
  };
  for (NgramWalk walk(trie, length); walk.next();) {
    if (!walk.node().pruned()) ask(walk.context_key(), walk.node(), share);
  }
  items.finish(share);

  const auto back_off = [&](const Item& item) {
    const Sums* sums = table.find(item.key);
    parts_[part].backoffs.push(sums ? static_cast<float>(sums->lost / static_cast<double>(sums->counts)) : 1.0F);
  };
  if (length == 2) ask(unigram_key(kSentenceBegin), Node{}, back_off);
  for (NgramWalk walk(trie, length - 1); walk.next();) {
    if (!walk.node().pruned()) ask(walk.key(), walk.node(), back_off);
  }
  items.finish(back_off);
}

Contexts::Reader::Reader(const Contexts& contexts) {
  for (const Part& part : contexts.parts_) {
    shares_.push_back(part.shares.read());
    backoffs_.push_back(part.backoffs.read());
  }
}

}  // namespace rectrix::lm
