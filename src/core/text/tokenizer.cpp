#include "text/tokenizer.hpp"

#include <algorithm>
#include <charconv>

#include "base/error.hpp"
#include "base/lines.hpp"

namespace rectrix {
namespace {

using Char = Tokenizer::Scratch::Char;

constexpr std::uint32_t kZeroWidthJoiner = 0x200d;
constexpr std::uint32_t kCurlyApostrophe = 0x2019;

// What may stand together in a word.
enum class Group : std::uint8_t { None, Word, Katakana, Single };

Group group_of(const Char& c, bool segmented) {
  switch (c.kind) {
    case CharKind::Unspaced:
      return segmented ? Group::Word : Group::Single;
    case CharKind::Letter:
    case CharKind::Digit:
      return Group::Word;
    case CharKind::Katakana:
      return segmented ? Group::Word : Group::Katakana;
    case CharKind::Gap:
      return Group::None;
    default:
      // Dots, commas, apostrophes are cut off later where they must be; hyphens and backticks stay.
      return c.point == '.' || c.point == ',' || c.point == '\'' || c.point == '-' || c.point == '`' ? Group::Word
                                                                                                  : Group::Single;
  }
}

bool is_alpha(const Char& c) { return c.kind == CharKind::Letter || c.kind == CharKind::Mark; }
bool attaches(const Char& c) { return c.kind == CharKind::Mark || c.kind == CharKind::Joiner; }
bool is_region(std::uint32_t point) { return point >= 0x1f1e6 && point <= 0x1f1ff; }

void decode(std::string_view line, std::vector<Char>& chars) {
  const Unicode& unicode = Unicode::get();
  chars.clear();
  for (std::uint32_t at = 0; at < line.size();) {
    const auto byte = static_cast<unsigned char>(line[at]);
    const CodePoint here = byte < 0x80 ? CodePoint{byte, 1} : first_point(line.substr(at));
    chars.push_back({at, here.point, unicode.kind(here.point), false});
    at += here.length;
  }
}

// Pieces between gaps and cuts.
void collect(std::string_view line, std::span<const Char> chars, std::vector<Piece>& words) {
  bool open = false;
  for (const Char& c : chars) {
    if (open && (c.cut || c.kind == CharKind::Gap)) {
      words.back().end = c.begin;
      open = false;
    }
    if (!open && c.kind != CharKind::Gap) {
      words.push_back({c.begin, static_cast<std::uint32_t>(line.size())});
      open = true;
    }
  }
}

// The entries of a record, taken one after another.
class Record {
 public:
  explicit Record(std::string_view text) : rest_(text) { next(); }

  // Replaces text if the next entry is about it.
  void take(std::size_t n, char what, std::string& text) {
    if (number_ != n || (kind_ != what && !(kind_ == 0 && what == '='))) return;
    text = text_;
    next();
  }
  bool finished() const { return !bad_ && done_; }

 private:
  static int nibble(char c) { return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1; }

  void next() {
    const std::string_view entry = take_word(rest_);
    number_ = static_cast<std::size_t>(-1);
    done_ = entry.empty();
    if (done_) return;
    const char* end = entry.data() + entry.size();
    const auto [stop, error] = std::from_chars(entry.data(), end, number_);
    std::string_view hex(stop, static_cast<std::size_t>(end - stop));
    kind_ = hex.empty() ? 0 : hex[0];
    bad_ = bad_ || error != std::errc() || hex.size() % 2 != (hex.empty() ? 0 : 1) || hex.size() == 1;
    text_.clear();
    for (std::size_t i = 1; !bad_ && i < hex.size(); i += 2) {
      bad_ = nibble(hex[i]) < 0 || nibble(hex[i + 1]) < 0;
      text_ += static_cast<char>(nibble(hex[i]) * 16 + nibble(hex[i + 1]));
    }
  }

  std::string_view rest_;
  std::size_t number_ = 0;
  char kind_ = 0;
  std::string text_;
  bool bad_ = false, done_ = false;
};

}  // namespace

Tokenizer::Tokenizer(const TokenizerOptions& options)
    : apostrophe_(options.apostrophe),
      curly_(options.curly),
      clock_(options.clock),
      segmented_(options.segmented),
      abbreviations_(options.abbreviations.begin(), options.abbreviations.end()),
      numeric_(options.numeric_abbreviations.begin(), options.numeric_abbreviations.end()) {}

void Tokenizer::tokenize(std::string_view line, std::vector<Piece>& words, Scratch& scratch) const {
  if (line.size() >= 0x7fffffff) throw InputError("a line of 2 GB or more cannot be tokenized");
  words.clear();
  decode(line, scratch.chars);
  cut(scratch);
  scratch.coarse.clear();
  collect(line, scratch.chars, scratch.coarse);
  split_dots(line, scratch.coarse, words);
}

void Tokenizer::cut(Scratch& scratch) const {
  auto& chars = scratch.chars;
  Group before = Group::None;
  std::size_t regions = 0;  // in a row: flags are pairs of them
  for (std::size_t i = 0; i < chars.size(); ++i) {
    Char& c = chars[i];
    if (attaches(c) && before != Group::None) continue;
    const Group group = attaches(c) ? Group::Word : group_of(c, segmented_);
    const bool glued = group == Group::Single && before == Group::Single &&
                       ((i > 0 && chars[i - 1].point == kZeroWidthJoiner) || (is_region(c.point) && regions % 2 == 1));
    regions = is_region(c.point) ? regions + 1 : 0;
    c.cut = before != group || (group == Group::Single && !glued);
    before = group;
  }
  bool consumed = false;
  for (std::size_t i = 0; i < chars.size(); ++i) {
    if (chars[i].point == '\'' || chars[i].point == kCurlyApostrophe) {
      cut_apostrophe(scratch, i, consumed);
    } else {
      consumed = false;
      if (chars[i].point == ',' || chars[i].point == '.') cut_special(scratch, i);
      if (chars[i].point == ':' && clock_) join_clock(scratch, i);
    }
  }
}

// A comma is cut off unless it stands between digits; dots in a row are one word.
void Tokenizer::cut_special(Scratch& scratch, std::size_t i) const {
  auto& chars = scratch.chars;
  const bool first = i == 0, last = i + 1 == chars.size();
  const auto digit = [&](std::size_t j) { return chars[j].kind == CharKind::Digit; };
  if (chars[i].point == ',') {
    if (first ? last || digit(i + 1) : digit(i - 1) && !last && digit(i + 1)) return;
    chars[i].cut = true;
    if (!last) chars[i + 1].cut = true;
    return;
  }
  const bool after_dot = !first && chars[i - 1].point == '.';
  const bool before_dot = !last && chars[i + 1].point == '.';
  if (after_dot) chars[i].cut = false;
  if (before_dot && !after_dot) chars[i].cut = true;
  if (after_dot && !before_dot && !last) chars[i + 1].cut = true;
}

// Times and numbers of verses are one word.
void Tokenizer::join_clock(Scratch& scratch, std::size_t i) const {
  auto& chars = scratch.chars;
  const bool inside = i > 0 && i + 1 < chars.size();
  if (!inside || chars[i - 1].kind != CharKind::Digit || chars[i + 1].kind != CharKind::Digit) return;
  chars[i].cut = chars[i + 1].cut = false;
}

void Tokenizer::cut_apostrophe(Scratch& scratch, std::size_t i, bool& consumed) const {
  auto& chars = scratch.chars;
  const bool first = i == 0, last = i + 1 == chars.size();
  const bool left = !first && is_alpha(chars[i - 1]), right = !last && is_alpha(chars[i + 1]);
  const bool curly = chars[i].point == kCurlyApostrophe;
  const auto set = [&](bool before, bool after) {
    chars[i].cut = before;
    if (!last) chars[i + 1].cut = after;
  };
  if (curly) {  // otherwise a quote
    if (curly_ && left && right) set(apostrophe_ == Apostrophe::Right, apostrophe_ == Apostrophe::Left);
    return;
  }
  if (apostrophe_ == Apostrophe::Alone) return set(true, true);
  if (left && right) {
    // One letter between two apostrophes serves the first alone: rock 'n'roll.
    const bool served = consumed && i >= 2 && chars[i - 2].point == '\'';
    consumed = !served;
    if (!served) set(apostrophe_ == Apostrophe::Right, apostrophe_ == Apostrophe::Left);
    return;
  }
  consumed = false;
  if (first || last) return;
  const bool number = chars[i - 1].kind == CharKind::Digit;
  if (number && right && apostrophe_ == Apostrophe::Right) return set(chars[i + 1].point == 's', false);
  set(true, true);
}

// Words that end in one dot lose it, unless they are abbreviations or the sentence goes on in small letters.
void Tokenizer::split_dots(std::string_view line, std::span<const Piece> coarse, std::vector<Piece>& words) const {
  for (std::size_t i = 0; i < coarse.size(); ++i) {
    const Piece piece = coarse[i];
    const std::string_view word = line.substr(piece.begin, piece.end - piece.begin);
    if (i + 1 == coarse.size() && word.size() > 2 && word.ends_with(".'")) {
      words.push_back({piece.begin, piece.end - 2});
      words.push_back({piece.end - 2, piece.end - 1});
      words.push_back({piece.end - 1, piece.end});
    } else if (word.size() > 1 && word.back() == '.' && word[word.size() - 2] != '.' &&
               !keeps_dot(line, word.substr(0, word.size() - 1), coarse.subspan(i + 1))) {
      words.push_back({piece.begin, piece.end - 1});
      words.push_back({piece.end - 1, piece.end});
    } else {
      words.push_back(piece);
    }
  }
}

bool Tokenizer::keeps_dot(std::string_view line, std::string_view word, std::span<const Piece> rest) const {
  const Unicode& unicode = Unicode::get();
  if (word.find('.') != std::string_view::npos) {
    for (std::string_view left = word; !left.empty();) {
      const CodePoint here = first_point(left);
      if (unicode.kind(here.point) == CharKind::Letter) return true;
      left.remove_prefix(here.length);
    }
  }
  if (abbreviations_.contains(word)) return true;
  if (rest.empty()) return false;
  if (unicode.is_lower(first_point(line.substr(rest[0].begin)).point)) return true;
  const char next = line[rest[0].begin];
  return next >= '0' && next <= '9' && numeric_.contains(word);
}

bool find_words(std::string_view line, std::span<const std::string_view> tokens, std::vector<Piece>& pieces) {
  pieces.clear();
  std::size_t at = 0;
  for (const std::string_view token : tokens) {
    at = line.find(token, at);
    if (at == std::string_view::npos) return false;
    pieces.push_back({static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(at + token.size())});
    at += token.size();
  }
  return true;
}

std::string line_record(std::string_view line, std::span<const Piece> tokens, std::span<const std::string_view> words) {
  std::string record;
  const auto note = [&](std::size_t n, char what, std::string_view bytes) {
    static constexpr char kHex[] = "0123456789abcdef";
    if (!record.empty()) record += ' ';
    record += std::to_string(n);
    if (!bytes.empty()) record += what;
    for (const char c : bytes) {
      record += kHex[static_cast<unsigned char>(c) >> 4];
      record += kHex[static_cast<unsigned char>(c) & 15];
    }
  };
  std::uint32_t end = 0;
  for (std::size_t n = 0; n <= tokens.size(); ++n) {
    const bool last = n == tokens.size();
    const auto begin = last ? static_cast<std::uint32_t>(line.size()) : tokens[n].begin;
    const std::string_view gap = line.substr(end, begin - end);
    if (gap != (n == 0 || last ? "" : " ")) note(n, '=', gap);
    if (last) break;
    end = tokens[n].end;
    const std::string_view token = line.substr(begin, end - begin);
    if (token != words[n]) note(n, '~', token);
  }
  return record;
}

std::string restore_line(std::span<const std::string_view> words, std::string_view record) {
  const std::string given(record);
  Record entries(record);
  std::string line;
  for (std::size_t n = 0; n <= words.size(); ++n) {
    std::string gap = n == 0 || n == words.size() ? "" : " ";
    entries.take(n, '=', gap);
    line += gap;
    if (n == words.size()) break;
    std::string word(words[n]);
    entries.take(n, '~', word);
    line += word;
  }
  if (!entries.finished()) throw InputError("the record '" + given + "' is not one of these words");
  return line;
}

}  // namespace rectrix
