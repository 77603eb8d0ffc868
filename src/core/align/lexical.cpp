#include "align/lexical.hpp"

#include <algorithm>
#include <string>

#include "base/error.hpp"

namespace rectrix::align {
namespace {

using Key = std::uint64_t;

// One key for every link and every word without one.
class Events {
 public:
  void add(std::span<const Word> source, std::span<const Word> target, std::span<const Link> links) {
    source_linked_.assign(source.size(), 0);
    target_linked_.assign(target.size(), 0);
    for (const Link link : links) {
      source_linked_[link.source] = target_linked_[link.target] = 1;
      note(source[link.source], target[link.target]);
    }
    for (std::size_t i = 0; i < source.size(); ++i) {
      if (source_linked_[i] == 0) note(source[i], kNull);
    }
    for (std::size_t j = 0; j < target.size(); ++j) {
      if (target_linked_[j] == 0) note(kNull, target[j]);
    }
  }
  std::vector<Key> sorted() && {
    std::sort(keys_.begin(), keys_.end());
    return std::move(keys_);
  }

 private:
  void note(Word source, Word target) { keys_.push_back((Key{source} << 32) | target); }

  std::vector<Key> keys_;
  std::vector<char> source_linked_, target_linked_;
};

std::size_t words_of(SideView side) {
  return side.words.empty() ? 1 : std::size_t{*std::max_element(side.words.begin(), side.words.end())} + 1;
}

std::string named(std::string_view prefix, std::string_view name) {
  return std::string(prefix) + std::string(name);
}

}  // namespace

LexicalTable::LexicalTable(SideView source, SideView target, const Alignments& alignments) {
  alignments.require_within(source.offsets, target.offsets, "alignments");
  Events events;
  for (std::size_t s = 0; s < alignments.size(); ++s) events.add(source[s], target[s], alignments[s]);
  const std::vector<Key> keys = std::move(events).sorted();
  std::vector<float> counts;
  std::vector<double> source_totals(words_of(source), 0.0), target_totals(words_of(target), 0.0);
  for (std::size_t k = 0; k < keys.size();) {
    const auto end = std::upper_bound(keys.begin() + static_cast<std::ptrdiff_t>(k), keys.end(), keys[k]);
    const auto count = static_cast<double>(end - keys.begin()) - static_cast<double>(k);
    const WordPair pair{static_cast<Word>(keys[k] >> 32), static_cast<Word>(keys[k])};
    pairs_.push_back(pair);
    counts.push_back(static_cast<float>(count));
    source_totals[pair.source] += count;
    target_totals[pair.target] += count;
    k = static_cast<std::size_t>(end - keys.begin());
  }
  values_.reserve(pairs_.size());
  for (std::size_t p = 0; p < pairs_.size(); ++p) {
    values_.push_back({static_cast<float>(counts[p] / source_totals[pairs_[p].source]),
                       static_cast<float>(counts[p] / target_totals[pairs_[p].target])});
  }
  index();
}

void LexicalTable::index() {
  places_ = FlatMap<std::uint64_t, std::uint32_t>(pairs_.size());
  for (std::size_t p = 0; p < pairs_.size(); ++p)
    places_.insert(key(pairs_[p]), static_cast<std::uint32_t>(p));
}

void LexicalTable::save(SectionWriter& writer, std::string_view prefix) const {
  writer.add(named(prefix, "pairs"), pairs_);
  writer.add(named(prefix, "values"), values_);
}

LexicalTable LexicalTable::load(const SectionFile& file, std::string_view prefix) {
  const auto pairs = file.get<WordPair>(named(prefix, "pairs"));
  const auto values = file.get<Lexical>(named(prefix, "values"));
  const auto sound = [](float p) { return p >= 0.0F && p <= 1.0F; };
  if (pairs.size() != values.size()) file.fail("the lexical table has pairs without probabilities");
  for (const Lexical& value : values) {
    if (!sound(value.target_given_source) || !sound(value.source_given_target)) {
      file.fail("the lexical table holds a number that is no probability");
    }
  }
  LexicalTable table;
  table.pairs_.assign(pairs.begin(), pairs.end());
  table.values_.assign(values.begin(), values.end());
  table.index();
  return table;
}

}  // namespace rectrix::align
