#include "grammar/occurrences.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace rectrix::grammar {
namespace {

constexpr std::uint32_t kBlock = 16;  // words compared at once

constexpr std::array<std::uint32_t, kBlock> kBits = [] {
  std::array<std::uint32_t, kBlock> bits{};
  for (std::uint32_t i = 0; i < kBlock; ++i) bits[i] = 1U << i;
  return bits;
}();

// A bit for each word of a block that is the one asked for. Without branches, so that compilers use vectors.
std::uint32_t matches(const Word* block, Word word) {
  std::uint32_t found = 0;
  for (std::uint32_t i = 0; i < kBlock; ++i) found |= block[i] == word ? kBits[i] : 0;
  return found;
}

std::uint32_t lowest(std::uint32_t bits) { return bits >= kBlock ? (1U << kBlock) - 1 : (1U << bits) - 1; }

// Calls use(distance) for each of the `room` words from `begin` on that is the word asked for, up to the sentence's end.
template <typename Use>
void for_each_right(std::span<const Word> text, std::uint32_t begin, std::uint32_t room, Word word, Use use) {
  for (std::uint32_t done = 0; done < room; done += kBlock) {
    std::array<Word, kBlock> last;
    const Word* block = text.data() + begin + done;
    if (begin + done + kBlock > text.size()) {
      last.fill(kSentenceEnd);
      if (begin + done < text.size()) std::copy(text.begin() + begin + done, text.end(), last.begin());
      block = last.data();
    }
    std::uint32_t found = matches(block, word) & lowest(room - done);
    if (found == 0 && room - done <= kBlock) return;
    const std::uint32_t ends = matches(block, kSentenceEnd);
    if (ends != 0) found &= (ends & -ends) - 1;
    for (; found != 0; found &= found - 1) use(done + static_cast<std::uint32_t>(std::countr_zero(found)));
    if (ends != 0) return;
  }
}

// The same to the left: the word before `end` has distance 1.
template <typename Use>
void for_each_left(std::span<const Word> text, std::uint32_t end, std::uint32_t room, Word word, Use use) {
  for (std::uint32_t done = 0; done < room && done < end; done += kBlock) {
    std::array<Word, kBlock> first;
    const std::uint32_t behind = end - done;
    const Word* block = text.data() + behind - kBlock;
    if (behind < kBlock) {
      first.fill(kSentenceEnd);
      std::copy(text.begin(), text.begin() + behind, first.end() - behind);
      block = first.data();
    }
    std::uint32_t found = matches(block, word) & ~lowest(kBlock - std::min(kBlock, room - done));
    if (found == 0 && room - done <= kBlock) return;
    const std::uint32_t ends = matches(block, kSentenceEnd);
    if (ends != 0) found &= ~lowest(static_cast<std::uint32_t>(std::bit_width(ends)));
    for (; found != 0; found &= found - 1) use(done + kBlock - static_cast<std::uint32_t>(std::countr_zero(found)));
    if (ends != 0) return;
  }
}

// Calls use(occurrence) for all. Lists follow the text with leaps that no cache foresees, so the text of the occurrence
// that comes kAhead later is asked for.
template <typename Use>
void for_each(std::span<const Word> text, const Occurring& occurring, Use use) {
  constexpr std::size_t kAhead = 16;
  for (std::size_t i = 0; i < occurring.places.size(); ++i) {
    if (i + kAhead < occurring.places.size()) __builtin_prefetch(&text[occurring.places[i + kAhead]]);
    use(Occurrence{occurring.places[i]});
  }
  for (std::size_t i = 0; i < occurring.list.size(); ++i) {
    if (i + kAhead < occurring.list.size()) __builtin_prefetch(&text[occurring.list[i + kAhead].place]);
    use(occurring.list[i]);
  }
}

std::uint32_t span_of(const Occurrence& occurrence, const Pattern& pattern) {
  return static_cast<std::uint32_t>(occurrence.last(pattern.gaps()) + pattern.last_chunk());
}

Occurrence with_last(Occurrence occurrence, int gaps, std::uint32_t offset) {
  (gaps == 1 ? occurrence.second : occurrence.third) = static_cast<std::uint8_t>(offset);
  return occurrence;
}

std::uint32_t room_beside(std::uint32_t span, const HieroOptions& options) {
  const auto most = static_cast<std::uint32_t>(options.max_span);
  return span < most ? most - span : 0;
}

// An occurrence of a pattern whose first word stands `back` words before its suffix.
Occurrence before(const Occurrence& suffix, std::uint32_t back, const Pattern& pattern) {
  const bool lone = pattern.begins_with_lone_word();
  const std::uint32_t second = back + (lone ? 0 : suffix.second);
  const std::uint32_t third = back + (lone ? suffix.second : suffix.third);
  return {suffix.place - back, static_cast<std::uint8_t>(pattern.gaps() > 0 ? second : 0),
          static_cast<std::uint8_t>(pattern.gaps() > 1 ? third : 0)};
}

}  // namespace

void extend_prefix(std::span<const Word> text, const Pattern& pattern, const Occurring& prefix, const HieroOptions& options,
                   std::vector<Occurrence>& found) {
  const auto word = static_cast<Word>(pattern.symbols().back());
  const auto min_gap = static_cast<std::uint32_t>(options.min_gap);
  for_each(text, prefix, [&, lone = pattern.ends_with_lone_word()](const Occurrence& occurrence) {
    const std::uint32_t span = span_of(occurrence, *prefix.pattern);
    const std::uint32_t end = occurrence.place + span;
    const std::uint32_t room = room_beside(span, options);
    if (lone) {
      for_each_right(text, end, room, word, [&](std::uint32_t distance) {
        if (distance >= min_gap) found.push_back(with_last(occurrence, pattern.gaps(), span + distance));
      });
    } else if (room > 0 && end < text.size() && text[end] == word) {  // no pattern holds a sentence's end
      found.push_back(occurrence);
    }
  });
}

void extend_suffix(std::span<const Word> text, const Pattern& pattern, const Occurring& suffix, const HieroOptions& options,
                   std::vector<Occurrence>& found) {
  const std::size_t known = found.size();
  const auto word = static_cast<Word>(pattern.symbols().front());
  const auto min_gap = static_cast<std::uint32_t>(options.min_gap);
  for_each(text, suffix, [&, lone = pattern.begins_with_lone_word()](const Occurrence& occurrence) {
    const std::uint32_t room = room_beside(span_of(occurrence, *suffix.pattern), options);
    if (lone) {
      for_each_left(text, occurrence.place, room, word, [&](std::uint32_t distance) {
        if (distance > min_gap) found.push_back(before(occurrence, distance, pattern));
      });
    } else if (room > 0 && occurrence.place > 0 && text[occurrence.place - 1] == word) {
      found.push_back(before(occurrence, 1, pattern));
    }
  });
  std::ranges::sort(std::span(found).subspan(known), {}, &Occurrence::key);
}

bool may_translate(const Occurrence& occurrence, const Pattern& pattern, std::span<const ClosedSpans> closed,
                   const HieroOptions& options) {
  const std::array<int, 3> chunks = pattern.chunks();
  const std::array<std::uint32_t, 3> begin{occurrence.place, occurrence.place + occurrence.second, occurrence.place + occurrence.third};
  const auto gaps = static_cast<std::size_t>(pattern.gaps());
  const auto end = [&](std::size_t chunk) { return begin[chunk] + static_cast<std::uint32_t>(chunks[chunk]); };
  for (std::size_t gap = 0; gap < gaps; ++gap) {
    if (!may_be_closed(closed, end(gap), begin[gap + 1], options.tight)) return false;
  }
  const bool whole = pattern.gaps() == options.max_gaps || pattern.size() == options.max_symbols;
  return !whole || may_be_closed(closed, begin[0], end(gaps), options.tight);
}

}  // namespace rectrix::grammar
