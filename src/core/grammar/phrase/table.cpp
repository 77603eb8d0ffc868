#include "grammar/phrase/table.hpp"

#include <algorithm>
#include <bit>

#include "base/error.hpp"
#include "grammar/phrase/occurrences.hpp"

namespace rectrix::grammar {
namespace {

constexpr std::string_view kKind = "phrases";
constexpr std::uint32_t kVersion = 2;

std::span<const Word> words(std::span<const Symbol> symbols) {
  return {reinterpret_cast<const Word*>(symbols.data()), symbols.size()};
}

std::vector<std::string> split_lines(std::span<const char> text) {
  std::string_view rest(text.data(), text.size());
  std::vector<std::string> lines;
  while (!rest.empty()) lines.emplace_back(take_field(rest, "\n"));
  return lines;
}

template <class T>
void write(SectionWriter& writer, std::string_view name, const Spool<T>& spool) {
  writer.begin<T>(name);
  std::vector<T> piece;
  const auto flush = [&] {
    writer.append(std::span<const T>(piece));
    piece.clear();
  };
  auto reader = spool.read();
  for (T item; reader.next(item);) {
    piece.push_back(item);
    if (piece.size() == (1 << 16)) flush();
  }
  flush();
}

}  // namespace

PhraseTable PhraseTable::open(const std::string& path, Load load) {
  PhraseTable table;
  table.file_ = SectionFile(path, kKind, kVersion, load);
  const SectionFile& file = table.file_;
  table.source_words_ = Vocabulary::load(file, "s.");
  table.target_words_ = Vocabulary::load(file, "t.");
  table.score_names_ = split_lines(file.get<char>("score_names"));
  const auto type = file.get<char>("reordering_type");
  table.reordering_type_.assign(type.begin(), type.end());
  table.slots_ = file.get<std::uint32_t>("slots");
  table.source_begin_ = file.get<std::uint32_t>("source_begin");
  table.option_begin_ = file.get<std::uint32_t>("option_begin");
  table.target_begin_ = file.get<std::uint32_t>("target_begin");
  table.link_begin_ = file.get<std::uint32_t>("link_begin");
  table.source_ = file.get<Symbol>("source");
  table.target_ = file.get<Symbol>("target");
  table.links_ = file.get<Link>("links");
  table.scores_ = file.get<float>("scores");
  table.reordering_ = file.get<float>("reordering");
  table.check();
  // Words of the longest source phrase, reordering values, and (since version 2) what extraction was limited to.
  const auto sizes = file.get<std::uint32_t>("sizes");
  if (sizes.size() < std::min(file.version() + 1, 3U) || sizes[1] * std::uint64_t{table.options()} != table.reordering_.size()) {
    file.fail("damaged phrase table; make it again");
  }
  table.longest_ = static_cast<int>(std::min<std::uint32_t>(sizes[0], 1000));
  table.reordering_size_ = sizes[1];
  table.max_length_ = sizes.size() < 3 ? 0 : static_cast<int>(std::min<std::uint32_t>(sizes[2], 1000));
  return table;
}

// The sizes of the arrays; what the numbers in them point to is checked where they are used.
void PhraseTable::check() const {
  const bool whole = !source_begin_.empty() && source_begin_.size() == option_begin_.size() && !target_begin_.empty() &&
                     target_begin_.size() == link_begin_.size() && scores_.size() == options() * score_names_.size() &&
                     std::has_single_bit(slots_.size()) && phrases() < slots_.size();
  if (!whole) file_.fail("damaged phrase table; make it again");
}

std::span<const Symbol> PhraseTable::source(std::size_t phrase) const {
  const std::uint32_t begin = source_begin_[phrase], end = source_begin_[phrase + 1];
  if (begin > end || end > source_.size()) file_.fail("damaged phrase table; make it again");
  return source_.subspan(begin, end - begin);
}

PhraseRange PhraseTable::range(std::size_t phrase) const {
  const PhraseRange found{option_begin_[phrase], option_begin_[phrase + 1]};
  if (found.begin > found.end || found.end > options()) file_.fail("damaged phrase table; make it again");
  return found;
}

PhraseRange PhraseTable::find(std::span<const Word> wanted) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t probes = 0;
  for (std::size_t i = phrase_key(wanted) & mask; slots_[i] != 0; i = (i + 1) & mask) {
    const std::size_t phrase = slots_[i] - std::size_t{1};
    if (phrase >= phrases() || ++probes > mask) file_.fail("damaged phrase table; make it again");
    if (!std::ranges::equal(words(source(phrase)), wanted)) continue;
    return range(phrase);
  }
  return {};
}

Rule PhraseTable::option(std::uint32_t number, std::span<const Symbol> source) const {
  const std::uint32_t target_begin = target_begin_[number], target_end = target_begin_[number + 1];
  const std::uint32_t link_begin = link_begin_[number], link_end = link_begin_[number + 1];
  if (target_begin > target_end || target_end > target_.size() || link_begin > link_end || link_end > links_.size()) {
    file_.fail("damaged phrase table; make it again");
  }
  const Rule rule{source, target_.subspan(target_begin, target_end - target_begin),
                  links_.subspan(link_begin, link_end - link_begin),
                  scores_.subspan(number * score_names_.size(), score_names_.size())};
  for (const Symbol symbol : rule.target) {
    if (static_cast<Word>(symbol) >= target_words_.size()) file_.fail("damaged phrase table; make it again");
  }
  for (const Link link : rule.links) {
    if (link.source >= source.size() || link.target >= rule.target.size()) {
      file_.fail("damaged phrase table; make it again");
    }
  }
  return rule;
}

PhraseTableWriter::PhraseTableWriter(PhraseTableHeader header, const std::string& folder)
    : header_(std::move(header)),
      source_begin_(folder),
      option_begin_(folder),
      target_begin_(folder),
      link_begin_(folder),
      source_(folder),
      target_(folder),
      links_(folder),
      scores_(folder),
      reordering_(folder) {
  target_begin_.push(0);
  link_begin_.push(0);
}

void PhraseTableWriter::begin_phrase(std::span<const Symbol> source) {
  keys_.push_back(phrase_key(words(source)));
  source_begin_.push(static_cast<std::uint32_t>(source_.size()));
  option_begin_.push(static_cast<std::uint32_t>(target_begin_.size() - 1));
  for (const Symbol symbol : source) source_.push(symbol);
}

void PhraseTableWriter::add_option(std::span<const Symbol> target, std::span<const Link> links,
                                   std::span<const float> scores, std::span<const float> reordering) {
  if (keys_.empty() || scores.size() != header_.score_names.size() || reordering.size() != header_.reordering_size) {
    throw UsageError("a phrase pair with the wrong number of scores");
  }
  for (const Symbol symbol : target) target_.push(symbol);
  for (const Link link : links) links_.push(link);
  for (const float score : scores) scores_.push(score);
  for (const float value : reordering) reordering_.push(value);
  if (target_.size() > 0xffffffffU || links_.size() > 0xffffffffU) {
    throw RunError("the phrase table is too large; use shorter phrases or prune it");
  }
  target_begin_.push(static_cast<std::uint32_t>(target_.size()));
  link_begin_.push(static_cast<std::uint32_t>(links_.size()));
}

void PhraseTableWriter::finish(const std::string& path, const Vocabulary& source_words, const Vocabulary& target_words) {
  source_begin_.push(static_cast<std::uint32_t>(source_.size()));
  option_begin_.push(static_cast<std::uint32_t>(target_begin_.size() - 1));
  std::vector<std::uint32_t> slots(std::bit_ceil(keys_.size() + keys_.size() / 2 + 8));
  for (std::size_t phrase = 0; phrase < keys_.size(); ++phrase) {
    std::size_t i = keys_[phrase] & (slots.size() - 1);
    while (slots[i] != 0) i = (i + 1) & (slots.size() - 1);
    slots[i] = static_cast<std::uint32_t>(phrase + 1);
  }
  std::uint32_t longest = 0, before = 0;
  auto begins = source_begin_.read();
  for (std::uint32_t begin; begins.next(begin); before = begin) longest = std::max(longest, begin - before);
  std::string names;
  for (const std::string& name : header_.score_names) names += name + "\n";

  SectionWriter writer(path, kKind, kVersion);
  source_words.save(writer, "s.");
  target_words.save(writer, "t.");
  writer.add("score_names", std::span<const char>(names));
  writer.add("reordering_type", std::span<const char>(header_.reordering_type));
  writer.add("sizes", std::vector<std::uint32_t>{longest, static_cast<std::uint32_t>(header_.reordering_size),
                                                 static_cast<std::uint32_t>(header_.max_length)});
  writer.add("slots", slots);
  write(writer, "source_begin", source_begin_);
  write(writer, "option_begin", option_begin_);
  write(writer, "target_begin", target_begin_);
  write(writer, "link_begin", link_begin_);
  write(writer, "source", source_);
  write(writer, "target", target_);
  write(writer, "links", links_);
  write(writer, "scores", scores_);
  write(writer, "reordering", reordering_);
  writer.finish();
}

}  // namespace rectrix::grammar
