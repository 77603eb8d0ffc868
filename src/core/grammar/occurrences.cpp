#include "grammar/occurrences.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace rectrix::grammar {
namespace {

constexpr std::uint32_t kBlock = 16;  // words compared at once

constexpr std::array<std::uint16_t, kBlock> kBits = [] {
  std::array<std::uint16_t, kBlock> bits{};
  for (std::uint32_t i = 0; i < kBlock; ++i) bits[i] = static_cast<std::uint16_t>(1U << i);
  return bits;
}();

// A bit for each word of a block that is the one asked for. Without branches, so that compilers use vectors.
std::uint32_t matches(const ShortWord* block, ShortWord word) {
  std::uint16_t found = 0;
  for (std::uint32_t i = 0; i < kBlock; ++i) found |= block[i] == word ? kBits[i] : std::uint16_t{0};
  return found;
}

std::uint32_t lowest(std::uint32_t bits) { return bits >= kBlock ? (1U << kBlock) - 1 : (1U << bits) - 1; }

// A word that is looked for beside places of the text.
class Search {
 public:
  Search(const ShuffledText& shuffled, Symbol symbol)
      : shuffled_(shuffled),
        text_(shuffled.text().data()),
        size_(static_cast<std::uint32_t>(shuffled.text().size())),
        word_(static_cast<Word>(symbol)),
        short_(short_word(word_)) {}

  // Is it the word there? False outside of the text.
  bool at(std::uint32_t place) const { return place < size_ && text_[place] == short_ && certain(place); }

  // Is it certainly not among the `room` words from `begin` on, or before `end`? Mostly it is not.
  bool none_right(std::uint32_t begin, std::uint32_t room) const {
    return room <= kBlock && begin + kBlock <= size_ && (matches(text_ + begin, short_) & lowest(room)) == 0;
  }
  bool none_left(std::uint32_t end, std::uint32_t room) const {
    return room <= kBlock && end >= kBlock && (matches(text_ + end - kBlock, short_) & ~lowest(kBlock - room)) == 0;
  }

  // Calls use(distance) where the word is among the `room` ones from `begin` on, up to the sentence's end.
  template <typename Use>
  [[gnu::noinline]] void right(std::uint32_t begin, std::uint32_t room, Use use) const {
    for (std::uint32_t done = 0; done < room && begin + done < size_; done += kBlock) {
      std::array<ShortWord, kBlock> block;
      block.fill(kSentenceEnd);
      std::copy_n(text_ + begin + done, std::min(kBlock, size_ - begin - done), block.begin());
      const std::uint32_t ends = matches(block.data(), kSentenceEnd);
      std::uint32_t found = matches(block.data(), short_) & lowest(room - done);
      if (ends != 0) found &= (ends & -ends) - 1;
      for (; found != 0; found &= found - 1) {
        const std::uint32_t distance = done + static_cast<std::uint32_t>(std::countr_zero(found));
        if (certain(begin + distance)) use(distance);
      }
      if (ends != 0) return;
    }
  }

  // The same to the left: the word before `end` has distance 1.
  template <typename Use>
  [[gnu::noinline]] void left(std::uint32_t end, std::uint32_t room, Use use) const {
    for (std::uint32_t done = 0; done < room && done < end; done += kBlock) {
      std::array<ShortWord, kBlock> block;
      block.fill(kSentenceEnd);
      const std::uint32_t count = std::min(kBlock, end - done);
      std::copy_n(text_ + end - done - count, count, block.end() - count);
      const std::uint32_t ends = matches(block.data(), kSentenceEnd);
      std::uint32_t found = matches(block.data(), short_) & ~lowest(kBlock - std::min(kBlock, room - done));
      if (ends != 0) found &= ~lowest(static_cast<std::uint32_t>(std::bit_width(ends)));
      for (; found != 0; found &= found - 1) {
        const std::uint32_t distance = done + kBlock - static_cast<std::uint32_t>(std::countr_zero(found));
        if (certain(end - distance)) use(distance);
      }
      if (ends != 0) return;
    }
  }

 private:
  bool certain(std::uint32_t place) const { return short_ != kRareWord || shuffled_.word(place) == word_; }

  const ShuffledText& shuffled_;
  const ShortWord* text_;
  std::uint32_t size_;
  Word word_;
  ShortWord short_;
};

// Calls use(occurrence) for all. Lists follow the text with leaps that no cache foresees, so the text of the occurrence
// that comes kAhead later is asked for: on both sides of a block that begins, or ends, there.
template <typename Use>
void for_each(const ShuffledText& shuffled, const Occurring& occurring, std::uint32_t before, Use use) {
  constexpr std::size_t kAhead = 16;
  const ShortWord* text = shuffled.text().data();
  const auto foresee = [&](std::uint32_t place) {
    const ShortWord* block = text + place - std::min(place, before);
    __builtin_prefetch(block);
    __builtin_prefetch(block + kBlock - 1);
  };
  for (std::size_t i = 0; i < occurring.places.size(); ++i) {
    if (i + kAhead < occurring.places.size()) foresee(occurring.places[i + kAhead]);
    use(Occurrence{occurring.places[i]});
  }
  for (std::size_t i = 0; i < occurring.list.size(); ++i) {
    if (i + kAhead < occurring.list.size()) foresee(occurring.list[i + kAhead].place);
    use(occurring.list[i]);
  }
}

// The occurrences that near(occurrence) does not exclude, copied into `kept`.
template <typename Near>
Occurring filtered(const Occurring& occurring, std::vector<Occurrence>& kept, Near near) {
  kept.resize(occurring.places.size() + occurring.list.size());
  std::size_t count = 0;
  const auto keep = [&](const Occurrence& occurrence) {  // without a branch, which nothing could foresee
    kept[count] = occurrence;
    count += near(occurrence) ? 1 : 0;
  };
  for (const std::uint32_t place : occurring.places) keep({place});
  for (const Occurrence& occurrence : occurring.list) keep(occurrence);
  return {occurring.pattern, std::span(kept).first(count), {}};
}

Occurrence with_last(Occurrence occurrence, int gaps, std::uint32_t offset) {
  (gaps == 1 ? occurrence.second : occurrence.third) = static_cast<std::uint8_t>(offset);
  return occurrence;
}

// How many words occurrences of a pattern span, and how many more they may: read once, not for each of many.
struct Extent {
  int gaps;
  std::uint32_t last_chunk, most;

  Extent(const Pattern& pattern, const HieroOptions& options)
      : gaps(pattern.gaps()), last_chunk(static_cast<std::uint32_t>(pattern.last_chunk())), most(static_cast<std::uint32_t>(options.max_span)) {}
  std::uint32_t span(const Occurrence& occurrence) const { return static_cast<std::uint32_t>(occurrence.last(gaps)) + last_chunk; }
  std::uint32_t room(const Occurrence& occurrence) const { return most - std::min(most, span(occurrence)); }
};

// An occurrence of a pattern whose first word stands `back` words before its suffix.
Occurrence before(const Occurrence& suffix, std::uint32_t back, const Pattern& pattern) {
  const bool lone = pattern.begins_with_lone_word();
  const std::uint32_t second = back + (lone ? 0 : suffix.second);
  const std::uint32_t third = back + (lone ? suffix.second : suffix.third);
  return {suffix.place - back, static_cast<std::uint8_t>(pattern.gaps() > 0 ? second : 0),
          static_cast<std::uint8_t>(pattern.gaps() > 1 ? third : 0)};
}

}  // namespace

void in_order(std::span<Occurrence> occurrences) {
  std::sort(occurrences.begin(), occurrences.end(), [](const Occurrence& a, const Occurrence& b) { return a.key() < b.key(); });
}

Occurring word_after(const Occurring& occurring, const BlockBits& blocks, const HieroOptions& options, std::vector<Occurrence>& kept) {
  return filtered(occurring, kept, [&, extent = Extent(*occurring.pattern, options)](const Occurrence& occurrence) {
    const std::uint32_t end = occurrence.place + extent.span(occurrence);
    return blocks.near(end, end + extent.room(occurrence) - 1);
  });
}

Occurring word_before(const Occurring& occurring, const BlockBits& blocks, const HieroOptions& options, std::vector<Occurrence>& kept) {
  return filtered(occurring, kept, [&, extent = Extent(*occurring.pattern, options)](const Occurrence& occurrence) {
    return blocks.near(occurrence.place - std::min(occurrence.place, extent.room(occurrence)), occurrence.place);
  });
}

void extend_prefix(const ShuffledText& text, const Pattern& pattern, const Occurring& prefix, const HieroOptions& options,
                   std::vector<Occurrence>& found) {
  const Search search(text, pattern.symbols().back());
  const Extent extent(*prefix.pattern, options);
  const auto adjacent = [&](const Occurrence& occurrence) {  // no pattern holds a sentence's end
    if (extent.room(occurrence) > 0 && search.at(occurrence.place + extent.span(occurrence))) found.push_back(occurrence);
  };
  const auto over_gap = [&, min_gap = static_cast<std::uint32_t>(options.min_gap)](const Occurrence& occurrence) {
    const std::uint32_t span = extent.span(occurrence);
    const std::uint32_t end = occurrence.place + span;
    if (search.none_right(end, extent.room(occurrence))) return;
    search.right(end, extent.room(occurrence), [&](std::uint32_t distance) {
      if (distance >= min_gap) found.push_back(with_last(occurrence, pattern.gaps(), span + distance));
    });
  };
  pattern.ends_with_lone_word() ? for_each(text, prefix, 0, over_gap) : for_each(text, prefix, 0, adjacent);
}

void extend_suffix(const ShuffledText& text, const Pattern& pattern, const Occurring& suffix, const HieroOptions& options,
                   std::vector<Occurrence>& found) {
  const std::size_t known = found.size();
  const Search search(text, pattern.symbols().front());
  const Extent extent(*suffix.pattern, options);
  const auto adjacent = [&](const Occurrence& occurrence) {
    if (extent.room(occurrence) == 0 || occurrence.place == 0 || !search.at(occurrence.place - 1)) return;
    found.push_back(before(occurrence, 1, pattern));
  };
  const auto over_gap = [&, min_gap = static_cast<std::uint32_t>(options.min_gap)](const Occurrence& occurrence) {
    if (search.none_left(occurrence.place, extent.room(occurrence))) return;
    search.left(occurrence.place, extent.room(occurrence), [&](std::uint32_t distance) {
      if (distance > min_gap) found.push_back(before(occurrence, distance, pattern));
    });
  };
  pattern.begins_with_lone_word() ? for_each(text, suffix, kBlock, over_gap) : for_each(text, suffix, kBlock, adjacent);
  in_order(std::span(found).subspan(known));
}

void drop_untranslatable(std::vector<Occurrence>& occurrences, const Pattern& pattern, std::span<const ClosedSpans> closed,
                         const HieroOptions& options) {
  const std::array<int, 3> chunks = pattern.chunks();
  const auto first = static_cast<std::uint32_t>(chunks[0]), second = static_cast<std::uint32_t>(chunks[1]);
  const auto last = static_cast<std::uint32_t>(pattern.last_chunk());
  const bool whole = pattern.gaps() == options.max_gaps || pattern.size() == options.max_symbols;
  const auto open = [&](std::uint32_t begin, std::uint32_t end) { return !may_be_closed(closed, begin, end, options.tight); };
  for (const Occurrence& occurrence : occurrences) __builtin_prefetch(&closed[occurrence.place]);
  std::erase_if(occurrences, [&](const Occurrence& o) {
    if (open(o.place + first, o.place + o.second)) return true;
    if (pattern.gaps() == 2 && open(o.place + o.second + second, o.place + o.third)) return true;
    return whole && open(o.place, o.place + static_cast<std::uint32_t>(o.last(pattern.gaps())) + last);
  });
}

}  // namespace rectrix::grammar
