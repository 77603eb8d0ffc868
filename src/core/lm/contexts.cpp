#include "lm/contexts.hpp"

#include <algorithm>

#include "base/threads.hpp"

namespace rectrix::lm {
namespace {

struct Sums {
  Key key = 0;
  std::uint64_t counts = 0;  // adjusted
  double lost = 0;           // what discounts and pruning take away
};

constexpr std::size_t kBytesPerContext = sizeof(Sums) * 7 / 4;

}  // namespace

Contexts::Contexts(const CountTrie& trie, int length, const Discount& discount, std::size_t memory, int threads,
                   const std::string& folder) {
  const std::size_t needed = static_cast<std::size_t>(trie.level(length - 1).size()) * kBytesPerContext;
  const std::size_t workers = static_cast<std::size_t>(std::max(threads, 1));
  const std::size_t rounds = needed / std::max<std::size_t>(memory, 1) + 1;
  for (std::size_t i = 0; i < rounds * workers; ++i) parts_.push_back({Spool<Share>(folder), Spool<float>(folder)});
  parallel_for(parts_.size(), threads, [&](std::size_t part, int) { fill(trie, length, discount, part); });
}

void Contexts::fill(const CountTrie& trie, int length, const Discount& discount, std::size_t part) {
  const auto here = [&](Key key) { return (key >> 1) % parts_.size() == part; };
  ProbingTable<Sums> table;
  table.reserve(static_cast<std::size_t>(trie.level(length - 1).size()) / parts_.size());
  for (NgramWalk walk(trie, length); walk.next();) {
    if (!here(walk.context_key())) continue;
    Sums& sums = table.find_or_insert(walk.context_key());
    const Node& node = walk.node();
    sums.counts += node.count();
    sums.lost += node.pruned() ? node.count() : discount.of(node.count());
  }
  for (NgramWalk walk(trie, length); walk.next();) {
    const Node& node = walk.node();
    if (node.pruned() || !here(walk.context_key())) continue;
    const Sums& sums = *table.find(walk.context_key());
    const auto total = static_cast<double>(sums.counts);
    parts_[part].shares.push({static_cast<float>((node.count() - discount.of(node.count())) / total),
                              static_cast<float>(sums.lost / total)});
  }
  const auto push_backoff = [&](Key key) {
    if (!here(key)) return;
    const Sums* sums = table.find(key);
    parts_[part].backoffs.push(sums ? static_cast<float>(sums->lost / static_cast<double>(sums->counts)) : 1.0F);
  };
  if (length == 2) push_backoff(unigram_key(kSentenceBegin));
  for (NgramWalk walk(trie, length - 1); walk.next();) {
    if (!walk.node().pruned()) push_backoff(walk.key());
  }
}

Contexts::Reader::Reader(const Contexts& contexts) {
  for (const Part& part : contexts.parts_) {
    shares_.push_back(part.shares.read());
    backoffs_.push_back(part.backoffs.read());
  }
}

}  // namespace rectrix::lm
