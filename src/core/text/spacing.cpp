#include "text/spacing.hpp"

#include <algorithm>
#include <cmath>

namespace rectrix {
namespace {

constexpr std::uint64_t kEnough = 3;      // times that a pair must have been seen to be judged by itself
constexpr std::size_t kLongestKind = 12;  // bytes of a word that is its own kind

bool is_word_kind(CharKind kind) { return kind == CharKind::Letter || kind == CharKind::Mark; }

// The kind of a word as seen from one side, by the character there.
std::string kind_of(std::string_view word, std::uint32_t facing, bool quote_opens) {
  const CharKind kind = Unicode::get().kind(facing);
  if (word == "\"") return quote_opens ? "\"(" : "\")";
  if (is_word_kind(kind) || kind == CharKind::Joiner) return "a";
  if (kind == CharKind::Digit || kind == CharKind::Number) return "0";
  if (kind == CharKind::Unspaced || kind == CharKind::Katakana) return "c";
  if (word.size() <= kLongestKind && word.find_first_of("\t\n") == word.npos) return lowercase(word);
  std::string only;
  if (facing == kInvalidPoint) return "?";
  append_point(facing, only);
  return only;
}

std::string left_kind(std::string_view word, bool quote_opens) {
  return kind_of(word, last_point(word).point, quote_opens);
}
std::string right_kind(std::string_view word, bool quote_opens) {
  return kind_of(word, first_point(word).point, quote_opens);
}

bool is_wide_letter(std::uint32_t point) {
  const CharKind kind = Unicode::get().kind(point);
  return kind == CharKind::Unspaced || kind == CharKind::Katakana;
}
// Punctuation that brings its own space.
bool is_wide_sign(std::uint32_t point) {
  return ((point >= 0x3001 && point <= 0x303f) || (point >= 0xff01 && point <= 0xff65)) && !is_wide_letter(point);
}
bool is_wide(std::uint32_t point) { return is_wide_letter(point) || is_wide_sign(point); }

bool is_one_of(std::uint32_t point, std::u32string_view set) { return set.find(point) != std::u32string_view::npos; }

// What people do in most languages.
bool joined_by_rule(std::string_view left, std::string_view right, bool left_quote_opens, bool right_quote_opens) {
  const Unicode& unicode = Unicode::get();
  const CodePoint l = last_point(left), r = first_point(right);
  if ((is_wide(l.point) && is_wide(r.point)) || is_wide_sign(l.point) || is_wide_sign(r.point)) return true;
  if (right == "\"" && !right_quote_opens) return true;
  if (left == "\"" && left_quote_opens) return true;
  if (left == "\xe2\x80\x9e" || left == "\xe2\x80\x9a") return true;  // „ and ‚ open
  if (unicode.kind(l.point) == CharKind::Open || is_one_of(l.point, U"¿¡#@/")) return true;
  if (unicode.kind(l.point) == CharKind::Currency && unicode.kind(r.point) == CharKind::Digit) return true;
  if (unicode.kind(r.point) == CharKind::Close || is_one_of(r.point, U",.;:!?%…‰/")) return true;
  const bool apostrophe_right = is_one_of(r.point, U"'’") && right.size() > r.length;
  const bool apostrophe_left = is_one_of(l.point, U"'’") && left.size() > l.length;
  return apostrophe_right || apostrophe_left || unicode.kind(r.point) == CharKind::Mark;
}

bool is_class(std::string_view kind) { return kind == "a" || kind == "0" || kind == "c"; }

double log_odds(const GapCounts& counts) {
  return std::log((static_cast<double>(counts.joined) + 0.5) /
                  (static_cast<double>(counts.blank + counts.other) + 0.5));
}

std::uint64_t total(const GapCounts& counts) { return counts.joined + counts.blank + counts.other; }

}  // namespace

void Spacing::count(std::string_view line, std::span<const Piece> words) {
  bool opens = true;  // the next straight quote
  bool left_opens = false;
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    const auto text = [&](Piece piece) { return line.substr(piece.begin, piece.end - piece.begin); };
    if (text(words[i]) == "\"") {
      left_opens = opens;
      opens = !opens;
    }
    const std::string_view gap = line.substr(words[i].end, words[i + 1].begin - words[i].end);
    GapRow row{left_kind(text(words[i]), left_opens), right_kind(text(words[i + 1]), opens), {}, {}};
    if (row.left == "a" && row.right == "a" && gap == " ") continue;  // nearly all of the text, and no news
    if (gap.empty()) {
      row.counts.joined = 1;
    } else if (gap == " ") {
      row.counts.blank = 1;
    } else {
      row.counts.other = 1;
      row.other = gap;
    }
    add(row);
  }
}

void Spacing::add(const GapRow& row) {
  for (const std::string& key : {row.left + "\t" + row.right, row.left + "\t", "\t" + row.right}) {
    Seen& seen = pairs_[key];
    seen.counts.joined += row.counts.joined;
    seen.counts.blank += row.counts.blank;
    seen.counts.other += row.counts.other;
    if (seen.other.empty()) seen.other = row.other;
  }
}

Spacing Spacing::read(Lines& lines) {
  Spacing spacing;
  for (std::string_view line; lines.next(line);) {
    GapRow row;
    row.left = take_field(line, "\t");
    row.right = take_field(line, "\t");
    long counts[3];
    for (long& count : counts) {
      if (!parse_number(take_field(line, "\t"), count) || count < 0) {
        lines.fail("expected `left<TAB>right<TAB>joined<TAB>blank<TAB>other<TAB>space`");
      }
    }
    row.counts = {static_cast<std::uint64_t>(counts[0]), static_cast<std::uint64_t>(counts[1]),
                  static_cast<std::uint64_t>(counts[2])};
    row.other = line;
    spacing.add(row);
  }
  return spacing;
}

std::string Spacing::written() const {
  std::string text;
  for (const GapRow& row : rows()) {
    text += row.left + "\t" + row.right + "\t" + std::to_string(row.counts.joined) + "\t" +
            std::to_string(row.counts.blank) + "\t" + std::to_string(row.counts.other) + "\t" + row.other + "\n";
  }
  return text;
}

std::string_view Spacing::gap(std::string_view left, std::string_view right, bool by_rule) const {
  const auto seen = [&](std::string_view l, std::string_view r) {
    const auto found = pairs_.find(std::string(l).append("\t").append(r));
    return found == pairs_.end() ? Seen{} : found->second;
  };
  const Seen pair = seen(left, right);
  if (total(pair.counts) >= kEnough) {
    if (pair.counts.joined > pair.counts.blank + pair.counts.other) return "";
    if (pair.counts.other > pair.counts.blank) return pairs_.find(std::string(left) + "\t" + std::string(right))->second.other;
    return " ";
  }
  if (left == "a" && right == "a") return " ";
  // Letters, digits and ideographs say nothing by themselves. The rule speaks as loud as a neighbor that is always, or
  // never, joined to a handful of others.
  double odds = by_rule ? 2.0 : -2.0;
  if (!is_class(left)) odds += log_odds(seen(left, "").counts);
  if (!is_class(right)) odds += log_odds(seen("", right).counts);
  return odds > 0 ? "" : " ";
}

std::string Spacing::join(std::span<const std::string_view> words) const {
  std::string text;
  bool opens = true, left_opens = false;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i].empty()) continue;
    if (i > 0 && !words[i - 1].empty()) {
      const bool by_rule = joined_by_rule(words[i - 1], words[i], left_opens, opens);
      text += gap(left_kind(words[i - 1], left_opens), right_kind(words[i], opens), by_rule);
    }
    text += words[i];
    if (words[i] == "\"") {
      left_opens = opens;
      opens = !opens;
    }
  }
  return text;
}

std::vector<GapRow> Spacing::rows() const {
  std::vector<GapRow> found;
  for (const auto& [key, seen] : pairs_) {
    const std::size_t tab = key.find('\t');
    if (tab == 0 || tab + 1 == key.size()) continue;  // sums
    found.push_back({key.substr(0, tab), key.substr(tab + 1), seen.counts, seen.other});
  }
  std::sort(found.begin(), found.end(), [](const GapRow& a, const GapRow& b) {
    return a.left != b.left ? a.left < b.left : a.right < b.right;
  });
  return found;
}

}  // namespace rectrix
