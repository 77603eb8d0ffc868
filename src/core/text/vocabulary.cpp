#include "text/vocabulary.hpp"

#include <algorithm>
#include <bit>

#include "base/error.hpp"
#include "base/hash.hpp"

namespace rectrix {
namespace {

constexpr std::uint32_t kVersion = 1;
constexpr std::string_view kKind = "vocabulary";

std::string named(std::string_view prefix, std::string_view name) { return std::string(prefix).append(name); }

}  // namespace

Vocabulary::Vocabulary() : own_offsets_{0}, own_table_(16) {
  view();
  for (std::string_view word : {"<unk>", "<s>", "</s>"}) add(word);
}

Vocabulary Vocabulary::open(const std::string& path) { return load(SectionFile(path, kKind, kVersion)); }

void Vocabulary::save(const std::string& path) const {
  SectionWriter writer(path, kKind, kVersion);
  save(writer);
  writer.finish();
}

void Vocabulary::save(SectionWriter& writer, std::string_view prefix) const {
  writer.add(named(prefix, "text"), text_);
  writer.add(named(prefix, "offsets"), offsets_);
  writer.add(named(prefix, "table"), table_);
}

Vocabulary Vocabulary::load(SectionFile file, std::string_view prefix) {
  Vocabulary v;
  v.mapped_ = true;
  v.file_ = std::move(file);
  v.text_ = v.file_.get<char>(named(prefix, "text"));
  v.offsets_ = v.file_.get<std::uint64_t>(named(prefix, "offsets"));
  v.table_ = v.file_.get<Word>(named(prefix, "table"));
  // A free slot must exist, or the search for an unknown word would never end.
  const bool whole = v.offsets_.size() >= 4 && std::has_single_bit(v.table_.size()) && v.size() < v.table_.size() &&
                     v.offsets_.back() == v.text_.size() && v.text(kUnknown) == "<unk>";
  if (!whole) v.file_.fail("damaged vocabulary; make it again");
  return v;
}

Word Vocabulary::find(std::string_view word) const {
  const Word entry = table_[slot(word)];
  return entry == 0 ? kUnknown : entry - 1;
}

Word Vocabulary::add(std::string_view word) {
  std::size_t i = slot(word);
  if (table_[i] != 0) return table_[i] - 1;
  if (mapped_) throw UsageError("a vocabulary opened from a file cannot grow");
  if ((size() + 1) * 3 > own_table_.size() * 2) {
    grow_table();
    i = slot(word);
  }
  own_text_.insert(own_text_.end(), word.begin(), word.end());
  own_offsets_.push_back(own_text_.size());
  own_table_[i] = static_cast<Word>(own_offsets_.size() - 1);
  view();
  return own_table_[i] - 1;
}

std::string_view Vocabulary::text(Word word) const {
  if (word >= size()) throw UsageError("no word has the number " + std::to_string(word));
  const std::uint64_t begin = offsets_[word];
  const std::uint64_t end = offsets_[word + 1];
  if (begin > end || end > text_.size()) file_.fail("damaged vocabulary; make it again");
  return {text_.data() + begin, end - begin};
}

// Where word stands in the table, or the free slot where it would.
std::size_t Vocabulary::slot(std::string_view word) const {
  const std::size_t mask = table_.size() - 1;
  std::size_t i = hash_bytes(word) & mask;
  for (std::size_t probes = 0; table_[i] != 0; i = (i + 1) & mask) {
    if (table_[i] > size() || ++probes > mask) file_.fail("damaged vocabulary; make it again");
    if (text(table_[i] - 1) == word) break;
  }
  return i;
}

void Vocabulary::grow_table() {
  const std::size_t mask = own_table_.size() * 2 - 1;
  std::vector<Word> table(mask + 1);
  for (Word word = 0; word < size(); ++word) {
    std::size_t i = hash_bytes(text(word)) & mask;
    while (table[i] != 0) i = (i + 1) & mask;
    table[i] = word + 1;
  }
  own_table_.swap(table);
  view();
}

void Vocabulary::view() {
  text_ = own_text_;
  offsets_ = own_offsets_;
  table_ = own_table_;
}

Word LocalVocabulary::find_or_add(std::string_view word) {
  const Word known = base_->find(word);
  if (known != kUnknown || word == base_->text(kUnknown)) return known;
  const auto place = static_cast<std::size_t>(std::find(added_.begin(), added_.end(), word) - added_.begin());
  if (place == added_.size()) added_.emplace_back(word);
  return static_cast<Word>(base_->size() + place);
}

}  // namespace rectrix
