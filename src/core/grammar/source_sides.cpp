#include "grammar/source_sides.hpp"

#include <algorithm>

#include "base/hash.hpp"

namespace rectrix::grammar {
namespace {

constexpr std::uint64_t kEmpty = 0;

std::uint64_t longer(std::uint64_t hash, Symbol symbol) { return combine(hash, static_cast<std::uint32_t>(symbol)); }

}  // namespace

void SourceSides::add(std::span<const Symbol> source, std::uint32_t number) {
  std::uint64_t hash = kEmpty;
  for (const Symbol symbol : source) {
    hash = longer(hash, symbol);
    beginnings_.insert(hash);
  }
  std::uint32_t& first = beginnings_[hash];
  entries_.push_back({number, first});
  first = static_cast<std::uint32_t>(entries_.size());
}

struct SourceSides::Walk {
  std::span<const Word> words;
  FlatMap<std::uint64_t, char> visited;
  std::vector<std::uint32_t> found;
};

// hash: of a beginning that ends before words[end].
void SourceSides::visit(std::uint64_t hash, std::size_t end, int gaps, Walk& walk) const {
  if (!walk.visited.insert(combine(hash, end)).second) return;
  if (end < walk.words.size()) {
    const std::uint64_t next = longer(hash, static_cast<Symbol>(walk.words[end]));
    if (const std::uint32_t* first = beginnings_.find(next)) {
      for (std::uint32_t i = *first; i != 0; i = entries_[i - 1].next) walk.found.push_back(entries_[i - 1].number);
      visit(next, end + 1, gaps, walk);
    }
  }
  const std::uint64_t next = longer(hash, gap(gaps));
  if (const std::uint32_t* first = beginnings_.find(next); first != nullptr && end < walk.words.size()) {
    for (std::uint32_t i = *first; i != 0; i = entries_[i - 1].next) walk.found.push_back(entries_[i - 1].number);
    for (std::size_t after = end + 1; after <= walk.words.size(); ++after) visit(next, after, gaps + 1, walk);
  }
}

std::vector<std::uint32_t> SourceSides::matching(std::span<const Word> words) const {
  Walk walk{words, FlatMap<std::uint64_t, char>(256), {}};
  for (std::size_t begin = 0; begin < words.size(); ++begin) visit(kEmpty, begin, 0, walk);
  std::ranges::sort(walk.found);
  walk.found.erase(std::unique(walk.found.begin(), walk.found.end()), walk.found.end());
  return std::move(walk.found);
}

}  // namespace rectrix::grammar
