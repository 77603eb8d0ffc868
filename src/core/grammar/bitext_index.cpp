#include <algorithm>

#include "align/alignments.hpp"
#include "align/corpus.hpp"
#include "base/error.hpp"
#include "grammar/bitext.hpp"
#include "grammar/closed_spans.hpp"
#include "grammar/shuffled_text.hpp"
#include "grammar/suffixes.hpp"

namespace rectrix::grammar {
namespace {

// Sentences with kSentenceEnd behind each, for the suffix array: no pattern reaches over a sentence's end.
struct Text {
  std::vector<Word> words;
  std::vector<std::uint32_t> begin{0};
  std::vector<std::uint32_t> sentences;  // of each word

  explicit Text(const align::Side& side) {
    words.reserve(side.words.size() + side.size());
    for (std::size_t s = 0; s < side.size(); ++s) {
      words.insert(words.end(), side[s].begin(), side[s].end());
      words.push_back(kSentenceEnd);
      begin.push_back(static_cast<std::uint32_t>(words.size()));
      sentences.resize(words.size(), static_cast<std::uint32_t>(s));
    }
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

  LinkTables(const Text& from, const align::Side& to, const align::Alignments& alignments)
      : source(from.words.size()), target(to.words.size()), begin(from.words.size() + 1, 0) {
    links.reserve(alignments.links().size());
    for (std::size_t s = 0; s < alignments.size(); ++s) {
      for (const align::Link link : alignments[s]) {
        widen(source[from.begin[s] + link.source], link.target);
        widen(target[to.offsets[s] + link.target], link.source);
        ++begin[from.begin[s] + link.source + 1];
        links.push_back(link.target);
      }
    }
    for (std::size_t i = 1; i < begin.size(); ++i) begin[i] += begin[i - 1];
  }
  void save(SectionWriter& writer) const {
    writer.add("source.project", source);
    writer.add("target.project", target);
    writer.add("links.begin", begin);
    writer.add("links", links);
  }
};

// Of each word of the text.
std::vector<ClosedSpans> all_closed_spans(const Text& from, const align::Side& to, const LinkTables& tables) {
  std::vector<ClosedSpans> all;
  all.reserve(from.words.size());
  for (std::size_t s = 0; s + 1 < from.begin.size(); ++s) {
    const std::size_t length = from.begin[s + 1] - from.begin[s];
    const auto spans = closed_spans(std::span(tables.source).subspan(from.begin[s], length),
                                    std::span(tables.target).subspan(to.offsets[s], to.offsets[s + 1] - to.offsets[s]));
    all.insert(all.end(), spans.begin(), spans.end());
  }
  return all;
}

std::vector<std::uint32_t> bucket_begins(std::span<const Word> text, std::size_t words) {
  std::vector<std::uint32_t> begin(words + 1, 0);
  for (const Word word : text) ++begin[word + 1];
  for (std::size_t word = 0; word < words; ++word) begin[word + 1] += begin[word];
  return begin;
}

void require_room(const align::Side& side, const Lines& lines) {
  if (side.words.size() + side.size() >= (std::size_t{1} << 31)) {
    throw InputError(lines.name(), 0, "has 2^31 words or more; index a part of it");
  }
  for (std::size_t s = 0; s < side.size(); ++s) {
    if (side[s].size() <= align::kMaxPositions) continue;
    throw InputError(lines.name(), s + 1, "a sentence of " + std::to_string(side[s].size()) + " words; 65,535 are the most");
  }
}

}  // namespace

void index_bitext(Lines& source_lines, Lines& target_lines, Lines& alignment_lines, const std::string& path,
                  const std::function<void(std::size_t)>& tick) {
  Vocabulary source_words, target_words;
  const align::Corpus corpus = align::read_corpus(
      source_lines, target_lines, [&](std::string_view word) { return source_words.add(word); },
      [&](std::string_view word) { return target_words.add(word); }, tick);
  require_room(corpus.source, source_lines);
  require_room(corpus.target, target_lines);
  const align::Alignments alignments = align::read_pharaoh(alignment_lines);
  alignments.require_within(corpus.source.offsets, corpus.target.offsets, alignment_lines.name());

  SectionWriter writer(path, kBitextKind, kBitextVersion);
  source_words.save(writer, "source.");
  target_words.save(writer, "target.");
  align::LexicalTable(corpus.source, corpus.target, alignments).save(writer, "lexical.");
  tick(corpus.size());
  const Text text(corpus.source);
  writer.add("source", text.words);
  writer.add("source.begin", text.begin);
  writer.add("sentences", text.sentences);
  writer.add("target", corpus.target.words);
  writer.add("target.begin", std::vector<std::uint32_t>(corpus.target.offsets.begin(), corpus.target.offsets.end()));
  const LinkTables links(text, corpus.target, alignments);
  links.save(writer);
  const std::vector<std::uint32_t> word_begin = bucket_begins(text.words, source_words.size());
  save_shuffled({text.words, text.begin, word_begin}, all_closed_spans(text, corpus.target, links), writer);
  tick(corpus.size());
  writer.add("suffixes.begin", word_begin);
  writer.add("suffixes", suffix_array(text.words, static_cast<std::uint32_t>(source_words.size())));
  tick(corpus.size());
  writer.finish();
}

}  // namespace rectrix::grammar
