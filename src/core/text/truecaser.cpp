#include "text/truecaser.hpp"

#include <algorithm>

#include "text/unicode.hpp"

namespace rectrix {
namespace {

bool has_letter(std::string_view word) {
  const Unicode& unicode = Unicode::get();
  while (!word.empty()) {
    const CodePoint here = first_point(word);
    if (unicode.kind(here.point) == CharKind::Letter) return true;
    word.remove_prefix(here.length);
  }
  return false;
}

}  // namespace

bool begins_sentence(std::string_view word) {
  const Unicode& unicode = Unicode::get();
  while (!word.empty()) {
    const CodePoint here = first_point(word);
    const CharKind kind = unicode.kind(here.point);
    if (kind == CharKind::Letter || kind == CharKind::Digit || kind == CharKind::Unspaced) return true;
    word.remove_prefix(here.length);
  }
  return false;
}

bool SentenceStarts::starts(std::string_view word) {
  const bool start = start_;
  if (word == "." || word == ":" || word == "?" || word == "!") {
    start_ = true;
  } else if (start_ && begins_sentence(word)) {
    start_ = false;
  }
  return start;
}

void Truecaser::count(std::span<const std::string_view> words) {
  SentenceStarts sentence;
  for (const std::string_view word : words) {
    if (!sentence.starts(word) && has_letter(word)) add(word, 1);
  }
}

void Truecaser::add(std::string_view form, std::uint64_t count) {
  const Word number = forms_.add(form);
  if (number >= counts_.size()) counts_.resize(number + 1);
  counts_[number] += count;
}

void Truecaser::finish() {
  counts_.resize(forms_.size());
  keys_ = Vocabulary();
  best_.assign(keys_.size(), kUnknown);
  std::string small;
  for (Word form = 0; form < forms_.size(); ++form) {
    if (counts_[form] == 0) continue;  // a special word of the vocabulary
    const std::string_view text = forms_.text(form);
    small.clear();
    append_lowercase(text, small);
    const Word key = keys_.add(small);
    if (key >= best_.size()) best_.resize(key + 1, kUnknown);
    const std::string_view old = forms_.text(best_[key]);
    const bool better = best_[key] == kUnknown || counts_[form] > counts_[best_[key]] ||
                        (counts_[form] == counts_[best_[key]] && (text == small || (old != small && text < old)));
    if (better) best_[key] = form;
  }
}

std::string_view Truecaser::form(std::string_view word, bool starts, std::string& scratch) const {
  if (!starts && forms_.find(word) != kUnknown) return word;
  scratch.clear();
  append_lowercase(word, scratch);
  const Word key = keys_.find(scratch);
  return key == kUnknown || key >= best_.size() || best_[key] == kUnknown ? word : forms_.text(best_[key]);
}

std::string Truecaser::written() const {
  std::vector<Word> order;
  for (Word form = 0; form < forms_.size() && form < counts_.size(); ++form) {
    if (counts_[form] > 0) order.push_back(form);
  }
  std::sort(order.begin(), order.end(), [&](Word a, Word b) {
    return counts_[a] != counts_[b] ? counts_[a] > counts_[b] : forms_.text(a) < forms_.text(b);
  });
  std::string text;
  for (const Word form : order) text.append(std::to_string(counts_[form])).append("\t").append(forms_.text(form)) += '\n';
  return text;
}

Truecaser Truecaser::read(Lines& lines) {
  Truecaser made;
  for (std::string_view line; lines.next(line);) {
    long count = 0;
    if (!parse_number(take_field(line, "\t"), count) || count <= 0 || line.empty()) {
      lines.fail("expected `count<TAB>word`");
    }
    made.add(line, static_cast<std::uint64_t>(count));
  }
  made.finish();
  return made;
}

bool is_all_capitals(std::string_view line) {
  const Unicode& unicode = Unicode::get();
  std::size_t capitals = 0;
  while (!line.empty()) {
    const CodePoint here = first_point(line);
    const CharKind kind = unicode.kind(here.point);
    const bool letter = kind == CharKind::Letter || kind == CharKind::Unspaced || kind == CharKind::Katakana;
    if (letter && !unicode.is_upper(here.point) && here.point != 0xdf) return false;  // ß has no capital
    capitals += letter;
    line.remove_prefix(here.length);
  }
  return capitals >= 6;
}

int begins_with_capital(std::string_view line) {
  const Unicode& unicode = Unicode::get();
  while (!line.empty()) {
    const CodePoint here = first_point(line);
    const CharKind kind = unicode.kind(here.point);
    if (unicode.is_upper(here.point)) return 1;
    if (unicode.is_lower(here.point)) return 0;
    if (kind == CharKind::Letter || kind == CharKind::Unspaced || kind == CharKind::Katakana) return -1;
    line.remove_prefix(here.length);
  }
  return -1;
}

}  // namespace rectrix
