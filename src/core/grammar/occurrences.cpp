#include "grammar/occurrences.hpp"

#include <algorithm>

namespace rectrix::grammar {
namespace {

Occurrence with_last(Occurrence occurrence, int gaps, std::uint32_t offset) {
  (gaps == 1 ? occurrence.second : occurrence.third) = static_cast<std::uint8_t>(offset);
  return occurrence;
}

// The pattern is the prefix, a gap and a word.
void extend_right_over_gap(const Bitext& bitext, const Pattern& pattern, Occurring prefix, const HieroOptions& options,
                           std::vector<Occurrence>& found) {
  const std::span<const Word> text = bitext.text();
  const auto word = static_cast<Word>(pattern.symbols().back());
  const auto skip = static_cast<std::uint32_t>(prefix.pattern->last_chunk() + options.min_gap);
  for (const Occurrence occurrence : prefix.list) {
    const std::uint32_t end = std::min(bitext.end(bitext.sentence_at(occurrence.place)),
                                       occurrence.place + static_cast<std::uint32_t>(options.max_span));
    const std::uint32_t begin = occurrence.place + static_cast<std::uint32_t>(occurrence.last(prefix.pattern->gaps())) + skip;
    for (std::uint32_t place = begin; place < end; ++place) {
      if (text[place] == word) found.push_back(with_last(occurrence, pattern.gaps(), place - occurrence.place));
    }
  }
}

// The pattern is the prefix and a word directly behind it.
void extend_right(const Bitext& bitext, const Pattern& pattern, Occurring prefix, const HieroOptions& options,
                  std::vector<Occurrence>& found) {
  const std::span<const Word> text = bitext.text();
  const auto word = static_cast<Word>(pattern.symbols().back());
  for (const Occurrence occurrence : prefix.list) {
    const int offset = occurrence.last(pattern.gaps()) + prefix.pattern->last_chunk();
    // A sentence's end is a word of the text, and no pattern holds it.
    if (offset < options.max_span && text[occurrence.place + static_cast<std::uint32_t>(offset)] == word) {
      found.push_back(occurrence);
    }
  }
}

int span_of(const Occurrence& occurrence, const Pattern& pattern) {
  return occurrence.last(pattern.gaps()) + pattern.last_chunk();
}

// The pattern is a word, a gap and the suffix.
void extend_left_over_gap(const Bitext& bitext, const Pattern& pattern, Occurring suffix, const HieroOptions& options,
                          std::vector<Occurrence>& found) {
  const std::span<const Word> text = bitext.text();
  const auto word = static_cast<Word>(pattern.symbols().front());
  for (const Occurrence occurrence : suffix.list) {
    const std::uint32_t sentence = bitext.begin(bitext.sentence_at(occurrence.place));
    const auto reach = static_cast<std::uint32_t>(options.max_span - span_of(occurrence, *suffix.pattern));
    for (auto back = static_cast<std::uint32_t>(options.min_gap + 1); back <= reach && sentence + back <= occurrence.place; ++back) {
      if (text[occurrence.place - back] != word) continue;
      found.push_back({occurrence.place - back, static_cast<std::uint8_t>(back),
                       static_cast<std::uint8_t>(pattern.gaps() == 2 ? back + occurrence.second : 0)});
    }
  }
}

// The pattern is a word and the suffix directly behind it.
void extend_left(const Bitext& bitext, const Pattern& pattern, Occurring suffix, const HieroOptions& options,
                 std::vector<Occurrence>& found) {
  const std::span<const Word> text = bitext.text();
  const auto word = static_cast<Word>(pattern.symbols().front());
  for (const Occurrence occurrence : suffix.list) {
    if (occurrence.place == 0 || text[occurrence.place - 1] != word) continue;
    if (span_of(occurrence, *suffix.pattern) >= options.max_span) continue;
    found.push_back({occurrence.place - 1, static_cast<std::uint8_t>(occurrence.second + 1),
                     static_cast<std::uint8_t>(pattern.gaps() == 2 ? occurrence.third + 1 : 0)});
  }
}

}  // namespace

std::vector<Occurrence> in_text_order(std::span<const std::uint32_t> places) {
  std::vector<std::uint32_t> sorted(places.begin(), places.end());
  std::ranges::sort(sorted);
  std::vector<Occurrence> list(sorted.size());
  std::ranges::transform(sorted, list.begin(), [](std::uint32_t place) { return Occurrence{place}; });
  return list;
}

std::vector<Occurrence> extend_prefix(const Bitext& bitext, const Pattern& pattern, Occurring prefix,
                                      const HieroOptions& options) {
  std::vector<Occurrence> found;
  (pattern.ends_with_lone_word() ? extend_right_over_gap : extend_right)(bitext, pattern, prefix, options, found);
  return found;
}

std::vector<Occurrence> extend_suffix(const Bitext& bitext, const Pattern& pattern, Occurring suffix,
                                      const HieroOptions& options) {
  std::vector<Occurrence> found;
  (pattern.begins_with_lone_word() ? extend_left_over_gap : extend_left)(bitext, pattern, suffix, options, found);
  std::ranges::sort(found, {}, &Occurrence::key);
  return found;
}

}  // namespace rectrix::grammar
