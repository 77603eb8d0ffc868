#include "align/alignments.hpp"

#include <algorithm>
#include <charconv>

#include "base/error.hpp"

namespace rectrix::align {
namespace {

struct Mark {
  Link link;
  bool sure = true;
};

bool take_position(std::string_view& text, int first, std::uint16_t& position) {
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const auto begin = static_cast<std::uint32_t>(first);
  if (error != std::errc() || value < begin || value - begin >= kMaxPositions) return false;
  position = static_cast<std::uint16_t>(value - begin);
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return true;
}

bool parse_mark(std::string_view text, int first, Mark& mark) {
  if (!take_position(text, first, mark.link.source) || text.empty()) return false;
  if (text.front() != '-' && text.front() != '?' && text.front() != 'p') return false;
  mark.sure = text.front() == '-';
  text.remove_prefix(1);
  return take_position(text, first, mark.link.target) && text.empty();
}

Mark take_mark(Lines& lines, std::string_view word, int first) {
  Mark mark;
  if (!parse_mark(word, first, mark)) {
    lines.fail("not an alignment link: '" + std::string(word) + "'; links look like 0-0 1-2, counted from " +
               std::to_string(first));
  }
  return mark;
}

std::size_t length(std::span<const std::uint64_t> offsets, std::size_t pair) {
  return offsets[pair + 1] - offsets[pair];
}

std::size_t common(std::span<const Link> a, std::span<const Link> b) {
  std::size_t count = 0;
  for (const Link link : a) count += std::binary_search(b.begin(), b.end(), link) ? 1 : 0;
  return count;
}

}  // namespace

void Alignments::add(std::span<const Link> links) {
  const auto begin = static_cast<std::ptrdiff_t>(links_.size());
  links_.insert(links_.end(), links.begin(), links.end());
  std::sort(links_.begin() + begin, links_.end());
  links_.erase(std::unique(links_.begin() + begin, links_.end()), links_.end());
  offsets_.push_back(links_.size());
}

void Alignments::require_within(std::span<const std::uint64_t> source_offsets,
                                std::span<const std::uint64_t> target_offsets,
                                const std::string& name) const {
  if (source_offsets.size() != offsets_.size() || target_offsets.size() != offsets_.size()) {
    throw InputError(name, 0,
                     std::to_string(size()) + " alignments for " + std::to_string(source_offsets.size() - 1) +
                         " source and " + std::to_string(target_offsets.size() - 1) + " target sentences");
  }
  for (std::size_t pair = 0; pair < size(); ++pair) {
    for (const Link link : (*this)[pair]) {
      if (link.source < length(source_offsets, pair) && link.target < length(target_offsets, pair)) continue;
      throw InputError(name, pair + 1,
                       "link " + std::to_string(link.source) + "-" + std::to_string(link.target) +
                           " lies outside a pair of " + std::to_string(length(source_offsets, pair)) +
                           " and " + std::to_string(length(target_offsets, pair)) + " words");
    }
  }
}

Gold read_gold(Lines& lines, int first) {
  Gold gold;
  std::vector<Link> sure, possible;
  for (std::string_view line; lines.next(line);) {
    sure.clear();
    possible.clear();
    for (std::string_view word = take_word(line); !word.empty(); word = take_word(line)) {
      const Mark mark = take_mark(lines, word, first);
      possible.push_back(mark.link);
      if (mark.sure) sure.push_back(mark.link);
    }
    gold.sure.add(sure);
    gold.possible.add(possible);
  }
  return gold;
}

Alignments read_pharaoh(Lines& lines, int first) {
  Alignments alignments;
  std::vector<Link> links;
  for (std::string_view line; lines.next(line);) {
    links.clear();
    for (std::string_view word = take_word(line); !word.empty(); word = take_word(line)) {
      const Mark mark = take_mark(lines, word, first);
      if (!mark.sure)
        lines.fail("possible link '" + std::string(word) + "' where only sure links (3-4) make sense");
      links.push_back(mark.link);
    }
    alignments.add(links);
  }
  return alignments;
}

void append_pharaoh(std::span<const Link> links, std::string& text) {
  for (std::size_t k = 0; k < links.size(); ++k) {
    if (k > 0) text += ' ';
    text += std::to_string(links[k].source);
    text += '-';
    text += std::to_string(links[k].target);
  }
}

LinkCounts compare(const Alignments& found, const Gold& gold) {
  if (found.size() != gold.sure.size()) {
    throw UsageError("cannot compare " + std::to_string(found.size()) + " alignments with " +
                     std::to_string(gold.sure.size()) + " in the gold standard");
  }
  LinkCounts counts;
  for (std::size_t pair = 0; pair < found.size(); ++pair) {
    counts.found += found[pair].size();
    counts.sure += gold.sure[pair].size();
    counts.found_sure += common(found[pair], gold.sure[pair]);
    counts.found_possible += common(found[pair], gold.possible[pair]);
  }
  return counts;
}

}  // namespace rectrix::align
