#include "grammar/bitext.hpp"

#include <algorithm>

namespace rectrix::grammar {
namespace {

bool offsets_into(std::span<const std::uint32_t> begin, std::size_t size) {
  return !begin.empty() && begin.front() == 0 && begin.back() == size && std::ranges::is_sorted(begin);
}

bool all_below(std::span<const std::uint32_t> items, std::size_t limit) {
  return items.empty() || std::ranges::max(items) < limit;
}

}  // namespace

BitextIndex BitextIndex::open(const std::string& path, Load load) {
  BitextIndex bitext;
  bitext.file_ = SectionFile(path, kBitextKind, kBitextVersion, load);
  const SectionFile& file = bitext.file_;
  if (file.version() < kBitextVersion) file.fail("an index of an older version of Rectrix; build it again with `rectrix index`");
  bitext.source_words_ = Vocabulary::load(file, "source.");
  bitext.target_words_ = Vocabulary::load(file, "target.");
  bitext.text_ = file.get<Word>("source");
  bitext.target_ = file.get<Word>("target");
  bitext.source_begin_ = file.get<std::uint32_t>("source.begin");
  bitext.target_begin_ = file.get<std::uint32_t>("target.begin");
  bitext.sentence_at_ = file.get<std::uint32_t>("sentences");
  bitext.suffixes_ = file.get<std::uint32_t>("suffixes");
  bitext.word_suffixes_ = file.get<std::uint32_t>("suffixes.begin");
  bitext.source_projections_ = file.get<Projection>("source.project");
  bitext.target_projections_ = file.get<Projection>("target.project");
  bitext.link_begin_ = file.get<std::uint32_t>("links.begin");
  bitext.links_ = file.get<std::uint16_t>("links");
  bitext.lexical_ = align::LexicalTable::load(file, "lexical.");
  bitext.check();
  bitext.shuffled_ = ShuffledText::load(file, {bitext.text_, bitext.source_begin_, bitext.word_suffixes_});
  return bitext;
}

// Every number that is used as a place is looked at once, so that a damaged file cannot lead outside the arrays.
void BitextIndex::check() const {
  const std::size_t places = text_.size();
  const bool sizes_fit = offsets_into(source_begin_, places) && offsets_into(target_begin_, target_.size()) &&
                         offsets_into(link_begin_, links_.size()) && offsets_into(word_suffixes_, places) &&
                         source_begin_.size() == target_begin_.size() && sentence_at_.size() == places &&
                         suffixes_.size() == places && word_suffixes_.size() == source_words_.size() + 1 &&
                         source_projections_.size() == places && target_projections_.size() == target_.size() &&
                         link_begin_.size() == places + 1;
  if (!sizes_fit) file_.fail("its sections do not fit together; build the index again");
  if (!all_below(text_, source_words_.size()) || !all_below(target_, target_words_.size()) || !all_below(suffixes_, places)) {
    file_.fail("words or suffixes out of range; build the index again");
  }
  for (std::uint32_t s = 0; s < size(); ++s) {
    if (source_begin_[s] >= source_begin_[s + 1]) file_.fail("a sentence without end; build the index again");
    const std::size_t f = source_begin_[s + 1] - source_begin_[s] - 1;
    const std::size_t e = target_begin_[s + 1] - target_begin_[s];
    bool inside = text_[source_begin_[s] + f] == kSentenceEnd;
    for (std::size_t i = source_begin_[s]; i < source_begin_[s + 1]; ++i) {
      inside &= sentence_at_[i] == s && (!source_projections_[i].linked() || source_projections_[i].high <= e);
    }
    for (std::size_t j = target_begin_[s]; j < target_begin_[s + 1]; ++j) {
      inside &= !target_projections_[j].linked() || target_projections_[j].high <= f;
    }
    for (std::size_t k = link_begin_[source_begin_[s]]; k < link_begin_[source_begin_[s + 1]]; ++k) inside &= links_[k] < e;
    if (!inside) file_.fail("links or boundaries out of range; build the index again");
  }
}

SentencePair BitextIndex::pair(std::uint32_t sentence) const {
  const std::uint32_t f = source_begin_[sentence];
  const std::uint32_t length = source_begin_[sentence + 1] - 1 - f;
  const std::uint32_t e = target_begin_[sentence];
  const std::uint32_t target_length = target_begin_[sentence + 1] - e;
  return {target_.subspan(e, target_length), source_projections_.subspan(f, length),
          target_projections_.subspan(e, target_length), link_begin_.subspan(f, length + 1), links_};
}

Interval BitextIndex::find(Word word) const {
  if (word <= kSentenceEnd || word >= source_words_.size()) return {};
  return {word_suffixes_[word], word_suffixes_[word + 1]};
}

}  // namespace rectrix::grammar
