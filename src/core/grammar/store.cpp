#include "grammar/store.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "base/error.hpp"
#include "base/hash.hpp"
#include "base/lines.hpp"

namespace rectrix::grammar {
namespace {

// A block: the number of rules; the source side; for each rule its target side, links and scores. Numbers are
// written in groups of seven bits, the lowest first; words as 2w, gaps as odd numbers; scores as floats.
constexpr std::string_view kKind = "grammar store";
constexpr std::uint32_t kVersion = 1;

void put(std::uint32_t value, std::vector<unsigned char>& bytes) {
  for (; value >= 0x80; value >>= 7) bytes.push_back(static_cast<unsigned char>(value | 0x80));
  bytes.push_back(static_cast<unsigned char>(value));
}

void put(std::span<const Symbol> side, std::vector<unsigned char>& bytes) {
  if (side.size() > kMaxSide) throw UsageError("a rule with more than 255 symbols on a side cannot be stored");
  put(static_cast<std::uint32_t>(side.size()), bytes);
  for (const Symbol symbol : side) {
    put(is_gap(symbol) ? static_cast<std::uint32_t>(gap_number(symbol)) * 2 + 1 : static_cast<std::uint32_t>(symbol) * 2, bytes);
  }
}

void put(std::span<const Link> links, std::vector<unsigned char>& bytes) {
  put(static_cast<std::uint32_t>(links.size()), bytes);
  for (const Link link : links) {
    bytes.push_back(link.source);
    bytes.push_back(link.target);
  }
}

void put(std::span<const float> scores, std::vector<unsigned char>& bytes) {
  const auto* begin = reinterpret_cast<const unsigned char*>(scores.data());
  bytes.insert(bytes.end(), begin, begin + scores.size_bytes());
}

std::uint64_t hash_of(std::span<const unsigned char> bytes, std::uint64_t seed) {
  std::uint64_t hash = combine(seed, bytes.size());
  for (std::size_t i = 0; i < bytes.size(); i += 8) {
    std::uint64_t piece = 0;
    std::memcpy(&piece, bytes.data() + i, std::min<std::size_t>(8, bytes.size() - i));
    hash = combine(hash, piece);
  }
  return hash;
}

std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text.append(name).push_back('\n');
  return text;
}

std::vector<std::string> split(std::span<const char> text) {
  std::vector<std::string> names;
  std::string_view rest(text.data(), text.size());
  while (!rest.empty()) names.emplace_back(take_field(rest, "\n"));
  return names;
}

bool offsets_into(std::span<const std::uint64_t> begin, std::size_t size) {
  return !begin.empty() && begin.front() == 0 && begin.back() == size && std::ranges::is_sorted(begin);
}

}  // namespace

GrammarWriter::GrammarWriter(const std::string& path, std::vector<std::string> score_names)
    : score_names_(std::move(score_names)), writer_(path, kKind, kVersion) {
  const std::string names = joined(score_names_);
  writer_.add("names", std::span<const char>(names));
  writer_.begin<unsigned char>("rules");
}

void GrammarWriter::add(const Rules& rules) {
  if (rules.score_names() != score_names_) throw UsageError("a grammar whose score columns differ from the store's");
  for (std::size_t begin = 0; begin < rules.size();) {
    std::size_t end = begin + 1;
    while (end < rules.size() && std::ranges::equal(rules[end].source, rules[begin].source)) ++end;
    add_block(rules, begin, end);
    begin = end;
  }
  sentence_begin_.push_back(blocks_.size());
}

void GrammarWriter::add_block(const Rules& rules, std::size_t begin, std::size_t end) {
  bytes_.clear();
  put(static_cast<std::uint32_t>(end - begin), bytes_);
  put(rules[begin].source, bytes_);
  for (std::size_t i = begin; i < end; ++i) {
    const Rule rule = rules[i];
    put(rule.target, bytes_);
    put(rule.links, bytes_);
    put(rule.scores, bytes_);
  }
  const Seen block{hash_of(bytes_, 1), static_cast<std::uint32_t>(block_begin_.size() - 1)};
  const auto [seen, is_new] = seen_.insert(hash_of(bytes_, 0), block);
  if (!is_new && seen.check == block.check) {
    blocks_.push_back(seen.block);
    return;
  }
  blocks_.push_back(block.block);
  writer_.append(std::span<const unsigned char>(bytes_));
  block_begin_.push_back(block_begin_.back() + bytes_.size());
}

void GrammarWriter::finish(const Vocabulary& source, const Vocabulary& target, bool shared) {
  if (shared && sentence_begin_.size() != 2) throw UsageError("a shared grammar must be the only one of its store");
  writer_.add("blocks.begin", block_begin_);
  writer_.add("sentences", blocks_);
  writer_.add("sentences.begin", sentence_begin_);
  writer_.add("shared", std::vector<unsigned char>{static_cast<unsigned char>(shared ? 1 : 0)});
  source.save(writer_, "source.");
  target.save(writer_, "target.");
  writer_.finish();
}

GrammarStore GrammarStore::open(const std::string& path, Load load) {
  GrammarStore store;
  store.file_ = SectionFile(path, kKind, kVersion, load);
  const SectionFile& file = store.file_;
  store.source_words_ = std::make_shared<const Vocabulary>(Vocabulary::load(file, "source."));
  store.target_words_ = std::make_shared<const Vocabulary>(Vocabulary::load(file, "target."));
  store.score_names_ = split(file.get<char>("names"));
  store.bytes_ = file.get<unsigned char>("rules");
  store.block_begin_ = file.get<std::uint64_t>("blocks.begin");
  store.blocks_ = file.get<std::uint32_t>("sentences");
  store.sentence_begin_ = file.get<std::uint64_t>("sentences.begin");
  const auto shared = file.get<unsigned char>("shared");
  if (!offsets_into(store.block_begin_, store.bytes_.size()) || !offsets_into(store.sentence_begin_, store.blocks_.size()) ||
      shared.size() != 1 || (shared[0] != 0 && store.size() != 1)) {
    file.fail("its sections do not fit together; make the grammar again");
  }
  store.shared_ = shared[0] != 0;
  if (store.shared_) store.index_source_sides();
  return store;
}

// Reads a block and refuses whatever a damaged one may hold.
class GrammarStore::Cursor {
 public:
  Cursor(const GrammarStore& store, std::uint64_t begin, std::uint64_t end)
      : store_(&store), at_(store.bytes_.data() + begin), end_(store.bytes_.data() + end) {}

  std::uint32_t number() {
    std::uint32_t value = 0;
    for (int shift = 0; shift < 35; shift += 7) {
      if (at_ == end_) fail();
      const unsigned char byte = *at_++;
      value |= static_cast<std::uint32_t>(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    fail();
  }
  void side(std::size_t words, std::vector<Symbol>& symbols) {
    const std::uint32_t size = number();
    if (size > kMaxSide) fail();
    symbols.resize(size);
    for (Symbol& symbol : symbols) {
      const std::uint32_t code = number();
      if ((code & 1) != 0 ? code > 3 : code / 2 >= words) fail();
      symbol = (code & 1) != 0 ? gap(static_cast<int>(code / 2)) : static_cast<Symbol>(code / 2);
    }
  }
  void links(std::size_t source, std::size_t target, std::vector<Link>& links) {
    const std::uint32_t size = number();
    if (size > source * target || std::size_t{size} * 2 > left()) fail();
    links.resize(size);
    for (Link& link : links) {
      link = {at_[0], at_[1]};
      at_ += 2;
      if (link.source >= source || link.target >= target) fail();
    }
  }
  void scores(std::vector<float>& scores) {
    if (scores.size() * sizeof(float) > left()) fail();
    if (!scores.empty()) std::memcpy(scores.data(), at_, scores.size() * sizeof(float));
    at_ += scores.size() * sizeof(float);
    if (!std::ranges::all_of(scores, [](float score) { return std::isfinite(score); })) fail();
  }
  void finish() const {
    if (at_ != end_) fail();
  }

 private:
  std::size_t left() const { return static_cast<std::size_t>(end_ - at_); }
  [[noreturn]] void fail() const { store_->file_.fail("a damaged rule; make the grammar again"); }

  const GrammarStore* store_;
  const unsigned char* at_;
  const unsigned char* end_;
};

void GrammarStore::rules(std::size_t sentence, Rules& rules) const {
  const std::size_t grammar = shared_ ? 0 : sentence;
  if (grammar >= size()) {
    throw UsageError(file_.path() + " has grammars for " + std::to_string(size()) + " sentences; there is none for sentence " +
                     std::to_string(sentence + 1));
  }
  for (std::uint64_t i = sentence_begin_[grammar]; i < sentence_begin_[grammar + 1]; ++i) read_block(block_at(i), rules);
}

void GrammarStore::find(std::size_t sentence, std::span<const Word> words, Rules& found) const {
  if (!shared_) return rules(sentence, found);
  for (const std::uint32_t block : source_sides_->matching(words)) read_block(block, found);
}

std::uint32_t GrammarStore::block_at(std::uint64_t place) const {
  const std::uint32_t block = blocks_[place];
  if (block + std::size_t{1} >= block_begin_.size()) file_.fail("a sentence without its rules; make the grammar again");
  return block;
}

void GrammarStore::index_source_sides() {
  auto sides = std::make_shared<SourceSides>();
  std::vector<Symbol> source;
  for (std::uint64_t i = 0; i < blocks_.size(); ++i) {
    const std::uint32_t block = block_at(i);
    Cursor cursor(*this, block_begin_[block], block_begin_[block + 1]);
    cursor.number();
    cursor.side(source_words_->size(), source);
    sides->add(source, block);
  }
  source_sides_ = std::move(sides);
}

void GrammarStore::read_block(std::uint32_t block, Rules& rules) const {
  Cursor cursor(*this, block_begin_[block], block_begin_[block + 1]);
  std::vector<Symbol> source, target;
  std::vector<Link> links;
  std::vector<float> scores(score_names_.size());
  const std::uint32_t count = cursor.number();
  cursor.side(source_words_->size(), source);
  for (std::uint32_t i = 0; i < count; ++i) {
    cursor.side(target_words_->size(), target);
    if (!gaps_fit(source, target)) file_.fail("a rule whose gaps do not fit; make the grammar again");
    cursor.links(source.size(), target.size(), links);
    cursor.scores(scores);
    rules.add({source, target, links, scores});
  }
  cursor.finish();
}

}  // namespace rectrix::grammar
