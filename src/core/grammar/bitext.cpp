#include "grammar/bitext.hpp"

#include <algorithm>

#include "align/alignments.hpp"
#include "base/error.hpp"
#include "grammar/suffixes.hpp"

namespace rectrix::grammar {
namespace {

constexpr std::string_view kKind = "bitext index";
constexpr std::uint32_t kVersion = 1;
constexpr std::size_t kSentencesBetweenTicks = 4096;

// One side of a bitext: the words of all sentences.
struct Side {
  Vocabulary words;
  std::vector<Word> text;
  std::vector<std::uint32_t> begin{0};

  void read(Lines& lines, bool mark_ends, const std::function<void(std::size_t)>& tick) {
    for (std::string_view line; lines.next(line);) {
      const std::size_t start = text.size();
      for (std::string_view word = take_word(line); !word.empty(); word = take_word(line)) text.push_back(words.add(word));
      if (text.size() - start > align::kMaxPositions) lines.fail("a sentence of more than 65,535 words; split or drop it");
      if (mark_ends) text.push_back(kSentenceEnd);
      if (text.size() >= (std::size_t{1} << 31)) lines.fail("the text has 2^31 words or more; index a part of it");
      begin.push_back(static_cast<std::uint32_t>(text.size()));
      if (begin.size() % kSentencesBetweenTicks == 0) tick(begin.size() - 1);
    }
  }
  std::size_t sentences() const { return begin.size() - 1; }
  std::span<const Word> sentence(std::size_t index, bool mark_ends) const {
    return std::span(text).subspan(begin[index], begin[index + 1] - begin[index] - (mark_ends ? 1 : 0));
  }
};

void widen(Projection& projection, std::uint16_t position) {
  projection.low = std::min(projection.low, position);
  projection.high = std::max<std::uint16_t>(projection.high, static_cast<std::uint16_t>(position + 1));
}

// The links by source word, and what each word projects to.
struct LinkTables {
  std::vector<Projection> source, target;
  std::vector<std::uint32_t> begin;
  std::vector<std::uint16_t> links;

  LinkTables(const Side& from, const Side& to, const align::Alignments& alignments)
      : source(from.text.size()), target(to.text.size()), begin(from.text.size() + 1, 0) {
    links.reserve(alignments.links().size());
    for (std::size_t s = 0; s < from.sentences(); ++s) {
      for (const align::Link link : alignments[s]) {
        widen(source[from.begin[s] + link.source], link.target);
        widen(target[to.begin[s] + link.target], link.source);
        ++begin[from.begin[s] + link.source + 1];
        links.push_back(link.target);
      }
    }
    for (std::size_t i = 1; i < begin.size(); ++i) begin[i] += begin[i - 1];
  }
};

void require_fitting(const Side& source, const Side& target, const align::Alignments& alignments, const Lines& target_lines,
                     const Lines& alignment_lines) {
  const std::string expected = ", the source side " + std::to_string(source.sentences());
  if (target.sentences() != source.sentences()) {
    throw InputError(target_lines.name(), 0, "has " + std::to_string(target.sentences()) + " lines" + expected);
  }
  if (alignments.size() != source.sentences()) {
    throw InputError(alignment_lines.name(), 0, "has " + std::to_string(alignments.size()) + " lines" + expected);
  }
  for (std::size_t s = 0; s < source.sentences(); ++s) {
    const std::size_t f = source.sentence(s, true).size();
    const std::size_t e = target.sentence(s, false).size();
    for (const align::Link link : alignments[s]) {
      if (link.source < f && link.target < e) continue;
      throw InputError(alignment_lines.name(), s + 1,
                       "link " + std::to_string(link.source) + "-" + std::to_string(link.target) + " lies outside a pair of " +
                           std::to_string(f) + " and " + std::to_string(e) + " words");
    }
  }
}

std::vector<std::uint32_t> sentence_of_places(const Side& side) {
  std::vector<std::uint32_t> sentences(side.text.size());
  for (std::size_t s = 0; s < side.sentences(); ++s) {
    std::fill(sentences.begin() + side.begin[s], sentences.begin() + side.begin[s + 1], static_cast<std::uint32_t>(s));
  }
  return sentences;
}

std::vector<std::uint32_t> bucket_begins(std::span<const Word> text, std::size_t words) {
  std::vector<std::uint32_t> begin(words + 1, 0);
  for (const Word word : text) ++begin[word + 1];
  for (std::size_t word = 0; word < words; ++word) begin[word + 1] += begin[word];
  return begin;
}

bool offsets_into(std::span<const std::uint32_t> begin, std::size_t size) {
  return !begin.empty() && begin.front() == 0 && begin.back() == size && std::ranges::is_sorted(begin);
}

bool all_below(std::span<const std::uint32_t> items, std::size_t limit) {
  return items.empty() || std::ranges::max(items) < limit;
}

}  // namespace

void Bitext::build(Lines& source_lines, Lines& target_lines, Lines& alignment_lines, const std::string& path,
                   const std::function<void(std::size_t)>& tick) {
  Side source, target;
  source.read(source_lines, true, tick);
  target.read(target_lines, false, tick);
  const align::Alignments alignments = align::read_pharaoh(alignment_lines);
  require_fitting(source, target, alignments, target_lines, alignment_lines);

  SectionWriter writer(path, kKind, kVersion);
  source.words.save(writer, "source.");
  target.words.save(writer, "target.");
  writer.add("source", source.text);
  writer.add("target", target.text);
  writer.add("source.begin", source.begin);
  writer.add("target.begin", target.begin);
  {
    LexicalCounter counter;
    for (std::size_t s = 0; s < source.sentences(); ++s) {
      counter.add(source.sentence(s, true), target.sentence(s, false), alignments[s]);
    }
    counter.save(writer, source.words.size(), target.words.size());
  }
  {
    const LinkTables links(source, target, alignments);
    writer.add("source.project", links.source);
    writer.add("target.project", links.target);
    writer.add("links.begin", links.begin);
    writer.add("links", links.links);
  }
  tick(source.sentences());
  writer.add("sentences", sentence_of_places(source));
  writer.add("suffixes.begin", bucket_begins(source.text, source.words.size()));
  writer.add("suffixes", suffix_array(source.text, static_cast<std::uint32_t>(source.words.size())));
  tick(source.sentences());
  writer.finish();
}

Bitext Bitext::open(const std::string& path) {
  Bitext bitext;
  bitext.file_ = SectionFile(path, kKind, kVersion);
  const SectionFile& file = bitext.file_;
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
  bitext.lexical_ = Lexical::load(file, bitext.source_words_.size(), bitext.target_words_.size());
  bitext.check();
  return bitext;
}

// Every number that is used as a place is looked at once, so that a damaged file cannot lead outside the arrays.
void Bitext::check() const {
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

SentencePair Bitext::pair(std::uint32_t sentence) const {
  const std::uint32_t f = source_begin_[sentence];
  const std::uint32_t length = source_begin_[sentence + 1] - 1 - f;
  const std::uint32_t e = target_begin_[sentence];
  const std::uint32_t target_length = target_begin_[sentence + 1] - e;
  return {target_.subspan(e, target_length), source_projections_.subspan(f, length),
          target_projections_.subspan(e, target_length), link_begin_.subspan(f, length + 1), links_};
}

Interval Bitext::find(Word word) const {
  if (word <= kSentenceEnd || word >= source_words_.size()) return {};
  return {word_suffixes_[word], word_suffixes_[word + 1]};
}

Interval Bitext::narrow(Interval interval, std::uint32_t depth, Word word) const {
  if (word <= kSentenceEnd) return {};
  // A suffix whose first `depth` words are a sentence's last ones goes on with kSentenceEnd, so it cannot run out.
  const auto begin = suffixes_.begin() + interval.low;
  const auto end = suffixes_.begin() + interval.high;
  const auto at = [&](std::uint32_t place) { return std::size_t{place} + depth < text_.size() ? text_[place + depth] : 0; };
  const auto low = std::lower_bound(begin, end, word, [&](std::uint32_t place, Word w) { return at(place) < w; });
  const auto high = std::upper_bound(low, end, word, [&](Word w, std::uint32_t place) { return w < at(place); });
  return {static_cast<std::uint32_t>(low - suffixes_.begin()), static_cast<std::uint32_t>(high - suffixes_.begin())};
}

}  // namespace rectrix::grammar
