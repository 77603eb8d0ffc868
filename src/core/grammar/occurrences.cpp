#include "grammar/occurrences.hpp"

#include <algorithm>

namespace rectrix::grammar {
namespace {

int span_of(const Occurrence& occurrence, const Pattern& pattern) {
  return occurrence.last(pattern.gaps()) + pattern.last_chunk();
}

Occurrence with_last(Occurrence occurrence, int gaps, std::uint32_t offset) {
  (gaps == 1 ? occurrence.second : occurrence.third) = static_cast<std::uint8_t>(offset);
  return occurrence;
}

// How many words an occurrence may span. Suffixes of a damaged index may lie: not beyond the text.
std::uint32_t reach(std::span<const Word> text, const Occurrence& occurrence, const HieroOptions& options) {
  return static_cast<std::uint32_t>(std::min<std::size_t>(static_cast<std::size_t>(options.max_span), text.size() - occurrence.place));
}

// Calls `use` with each occurrence of a list. Lists follow the text with leaps that no cache foresees, so the text of the
// occurrence that comes kAhead later is asked for.
template <typename Use>
void for_each(std::span<const Word> text, std::span<const Occurrence> list, Use use) {
  constexpr std::size_t kAhead = 16;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (i + kAhead < list.size()) __builtin_prefetch(&text[list[i + kAhead].place]);
    use(list[i]);
  }
}

// The pattern is the prefix, a gap and a word.
void extend_right_over_gap(const Bitext& bitext, const Pattern& pattern, Occurring prefix, const HieroOptions& options,
                           std::vector<Occurrence>& found) {
  const std::span<const Word> text = bitext.text();
  const auto word = static_cast<Word>(pattern.symbols().back());
  for_each(text, prefix.list, [&](const Occurrence occurrence) {
    const auto gap = static_cast<std::uint32_t>(span_of(occurrence, *prefix.pattern));
    const std::uint32_t limit = reach(text, occurrence, options);
    // The sentence's end is a word of the text: to look it up elsewhere would cost another trip to memory.
    for (std::uint32_t offset = gap; offset < limit; ++offset) {
      const Word at = text[occurrence.place + offset];
      if (at == kSentenceEnd) break;
      if (at == word && offset >= gap + static_cast<std::uint32_t>(options.min_gap)) {
        found.push_back(with_last(occurrence, pattern.gaps(), offset));
      }
    }
  });
}

// The pattern is the prefix and a word directly behind it.
void extend_right(const Bitext& bitext, const Pattern& pattern, Occurring prefix, const HieroOptions& options,
                  std::vector<Occurrence>& found) {
  const std::span<const Word> text = bitext.text();
  const auto word = static_cast<Word>(pattern.symbols().back());
  for_each(text, prefix.list, [&](const Occurrence occurrence) {
    const auto offset = static_cast<std::uint32_t>(span_of(occurrence, *prefix.pattern));
    // A sentence's end is a word of the text, and no pattern holds it.
    if (offset < reach(text, occurrence, options) && text[occurrence.place + offset] == word) {
      found.push_back(occurrence);
    }
  });
}

// The pattern is a word, a gap and the suffix.
void extend_left_over_gap(const Bitext& bitext, const Pattern& pattern, Occurring suffix, const HieroOptions& options,
                          std::vector<Occurrence>& found) {
  const std::span<const Word> text = bitext.text();
  const auto word = static_cast<Word>(pattern.symbols().front());
  for_each(text, suffix.list, [&](const Occurrence occurrence) {
    const int room = std::max(0, options.max_span - span_of(occurrence, *suffix.pattern));
    const std::uint32_t limit = std::min(static_cast<std::uint32_t>(room), occurrence.place);
    for (std::uint32_t back = 1; back <= limit; ++back) {
      const Word at = text[occurrence.place - back];
      if (at == kSentenceEnd) break;
      if (at != word || back <= static_cast<std::uint32_t>(options.min_gap)) continue;
      found.push_back({occurrence.place - back, static_cast<std::uint8_t>(back),
                       static_cast<std::uint8_t>(pattern.gaps() == 2 ? back + occurrence.second : 0)});
    }
  });
}

// The pattern is a word and the suffix directly behind it.
void extend_left(const Bitext& bitext, const Pattern& pattern, Occurring suffix, const HieroOptions& options,
                 std::vector<Occurrence>& found) {
  const std::span<const Word> text = bitext.text();
  const auto word = static_cast<Word>(pattern.symbols().front());
  for_each(text, suffix.list, [&](const Occurrence occurrence) {
    if (occurrence.place == 0 || text[occurrence.place - 1] != word) return;
    if (span_of(occurrence, *suffix.pattern) >= options.max_span) return;
    found.push_back({occurrence.place - 1, static_cast<std::uint8_t>(occurrence.second + 1),
                     static_cast<std::uint8_t>(pattern.gaps() == 2 ? occurrence.third + 1 : 0)});
  });
}

}  // namespace

std::vector<Occurrence> in_text_order(std::span<const std::uint32_t> places) {
  std::vector<std::uint32_t> sorted(places.begin(), places.end());
  std::ranges::sort(sorted);
  std::vector<Occurrence> list(sorted.size());
  std::ranges::transform(sorted, list.begin(), [](std::uint32_t place) { return Occurrence{place}; });
  return list;
}

void extend_prefix(const Bitext& bitext, const Pattern& pattern, Occurring prefix, const HieroOptions& options,
                   std::vector<Occurrence>& found) {
  found.clear();
  (pattern.ends_with_lone_word() ? extend_right_over_gap : extend_right)(bitext, pattern, prefix, options, found);
}

void extend_suffix(const Bitext& bitext, const Pattern& pattern, Occurring suffix, const HieroOptions& options,
                   std::vector<Occurrence>& found) {
  found.clear();
  (pattern.begins_with_lone_word() ? extend_left_over_gap : extend_left)(bitext, pattern, suffix, options, found);
  std::ranges::sort(found, {}, &Occurrence::key);
}

}  // namespace rectrix::grammar
