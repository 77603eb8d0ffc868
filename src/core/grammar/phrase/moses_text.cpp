#include "grammar/phrase/moses_text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <tuple>

#include "base/error.hpp"
#include "base/external_sort.hpp"
#include "grammar/phrase/occurrences.hpp"
#include "grammar/phrase/table.hpp"

namespace rectrix::grammar {
namespace {

constexpr std::size_t kMaxReordering = 8;
constexpr std::size_t kMaxScores = 64, kMaxSparse = 256, kMaxWords = 255;
constexpr std::string_view kBars = "|||";

// A line of either table, to be sorted: a pair's reordering values come before its scores.
struct Record {
  std::uint64_t source_key, target_key;
  std::uint64_t place;  // of a pair's line among the pairs; 0: reordering values
  std::uint64_t offset;  // of the pair in the scratch file
  std::array<float, kMaxReordering> values;
  friend bool operator<(const Record& a, const Record& b) {
    return std::tie(a.source_key, a.target_key, a.place) < std::tie(b.source_key, b.target_key, b.place);
  }
};

// A pair in the scratch file: this, then its source, target, links and scores.
struct Header {
  std::uint32_t source, target, links, scores, sparse;
};

struct SparseScore {
  std::uint32_t name;  // its place among the names
  float value;
};

struct PairText {
  std::vector<Symbol> source, target;
  std::vector<Link> links;
  std::vector<float> scores;
  std::vector<SparseScore> sparse;
};

float log_of(double probability) { return probability > 0 ? std::max(-100.0F, static_cast<float>(std::log(probability))) : -100.0F; }

void read_side(Lines& lines, std::string_view text, Vocabulary& words, std::vector<Symbol>& side) {
  side.clear();
  for (std::string_view word = take_word(text); !word.empty(); word = take_word(text)) {
    side.push_back(static_cast<Symbol>(words.add(word)));
  }
  if (side.size() > kMaxWords) lines.fail("a phrase of more than " + std::to_string(kMaxWords) + " words");
}

void read_numbers(Lines& lines, std::string_view text, std::string_view what, std::vector<double>& numbers) {
  numbers.clear();
  for (std::string_view word = take_word(text); !word.empty(); word = take_word(text)) {
    double value = 0;
    if (!parse_number(word, value) || !std::isfinite(value) || value < 0) {
      lines.fail("'" + std::string(word) + "' is not a " + std::string(what));
    }
    numbers.push_back(value);
  }
}

void read_links(Lines& lines, std::string_view text, const PairText& pair, std::vector<Link>& links) {
  links.clear();
  for (std::string_view word = take_word(text); !word.empty(); word = take_word(text)) {
    std::string_view rest = word;
    long source = -1, target = -1;
    const bool numbers = parse_number(take_field(rest, "-"), source) && parse_number(rest, target);
    if (!numbers || source < 0 || target < 0 || source >= static_cast<long>(pair.source.size()) ||
        target >= static_cast<long>(pair.target.size())) {
      lines.fail("'" + std::string(word) + "' is not a link between the phrases' words, such as 0-0");
    }
    links.push_back({static_cast<std::uint8_t>(source), static_cast<std::uint8_t>(target)});
  }
  std::sort(links.begin(), links.end());
}

std::uint64_t key_of(const std::vector<Symbol>& side) { return phrase_key({reinterpret_cast<const Word*>(side.data()), side.size()}); }

class Reader {
 public:
  Reader(const MosesOptions& options, const std::function<void(std::size_t)>& tick)
      : options_(options), tick_(tick), records_(options.memory, options.folder), pairs_(options.folder) {}

  void read_pairs(Lines& lines);
  void read_reordering(Lines& lines);
  void write(const std::string& path);
  MosesReport report;

 private:
  void read_scores(Lines& lines, std::string_view text);
  void read_counts(Lines& lines, std::string_view text);
  void read_sparse(Lines& lines, std::string_view text);
  void store(const Record& record);
  PairText load(std::uint64_t offset) const;
  void write_group(PhraseTableWriter& writer, std::vector<Record>& group);
  std::vector<std::string> score_names() const;
  void tell() {
    if (++lines_read_ % 4096 == 0) tick_(lines_read_);
  }

  const MosesOptions& options_;
  const std::function<void(std::size_t)>& tick_;
  ExternalSort<Record> records_;
  ScratchFile pairs_;
  std::vector<char> buffer_;  // what is not in the file yet
  std::uint64_t stored_ = 0, lines_read_ = 0;
  Vocabulary source_words_, target_words_;
  PairText pair_;
  std::vector<double> numbers_;
  std::size_t scores_ = 0;
  bool has_counts_ = false;
  std::vector<std::string> sparse_names_;
  std::size_t reordering_ = 0;
  bool given_target_ = true;
};

void Reader::read_pairs(Lines& lines) {
  for (std::string_view line; lines.next(line);) {
    tell();
    if (trim(line).empty()) continue;
    read_side(lines, take_field(line, kBars), source_words_, pair_.source);
    read_side(lines, take_field(line, kBars), target_words_, pair_.target);
    if (pair_.source.empty()) lines.fail("a phrase pair without source words; a line reads 'source ||| target ||| scores'");
    read_scores(lines, take_field(line, kBars));
    read_links(lines, take_field(line, kBars), pair_, pair_.links);
    read_counts(lines, take_field(line, kBars));
    read_sparse(lines, take_field(line, kBars));
    ++report.pairs;
    store({key_of(pair_.source), key_of(pair_.target), report.pairs, stored_, {}});
  }
  if (report.pairs == 0) lines.fail("the phrase table is empty");
}

void Reader::read_scores(Lines& lines, std::string_view text) {
  read_numbers(lines, text, "probability", numbers_);
  if (report.pairs == 0) scores_ = numbers_.size();
  if (numbers_.empty() || numbers_.size() > kMaxScores || numbers_.size() != scores_) {
    lines.fail("a phrase pair with " + std::to_string(numbers_.size()) + " scores" +
               (report.pairs > 0 ? " where others have " + std::to_string(scores_) : ""));
  }
  pair_.scores.clear();
  for (const double number : numbers_) pair_.scores.push_back(log_of(number));
}

void Reader::read_counts(Lines& lines, std::string_view text) {
  read_numbers(lines, text, "count", numbers_);
  if (report.pairs == 0) has_counts_ = numbers_.size() >= 3;
  numbers_.resize(3);
  for (std::size_t i = 0; has_counts_ && i < 3; ++i) pair_.scores.push_back(static_cast<float>(numbers_[i]));
}

void Reader::read_sparse(Lines& lines, std::string_view text) {
  pair_.sparse.clear();
  for (std::string_view name = take_word(text); !name.empty(); name = take_word(text)) {
    const std::string_view number = take_word(text);
    float value = 0;
    if (!parse_number(number, value) || !std::isfinite(value)) {
      lines.fail("sparse scores are names with numbers, not '" + std::string(name) + " " + std::string(number) + "'");
    }
    const auto place = std::find(sparse_names_.begin(), sparse_names_.end(), name);
    if (place == sparse_names_.end() && sparse_names_.size() == kMaxSparse) {
      lines.fail("more than " + std::to_string(kMaxSparse) + " kinds of sparse scores; each needs a column of the table");
    }
    pair_.sparse.push_back({static_cast<std::uint32_t>(place - sparse_names_.begin()), value});
    if (place == sparse_names_.end()) sparse_names_.emplace_back(name);
  }
  if (!pair_.sparse.empty()) ++report.sparse;
}

void Reader::store(const Record& record) {
  const auto put = [this](const void* data, std::size_t bytes) {
    const char* from = static_cast<const char*>(data);
    buffer_.insert(buffer_.end(), from, from + bytes);
    stored_ += bytes;
  };
  const Header header{static_cast<std::uint32_t>(pair_.source.size()), static_cast<std::uint32_t>(pair_.target.size()),
                      static_cast<std::uint32_t>(pair_.links.size()), static_cast<std::uint32_t>(pair_.scores.size()),
                      static_cast<std::uint32_t>(pair_.sparse.size())};
  records_.add(record);
  put(&header, sizeof header);
  put(pair_.source.data(), header.source * sizeof(Symbol));
  put(pair_.target.data(), header.target * sizeof(Symbol));
  put(pair_.links.data(), header.links * sizeof(Link));
  put(pair_.scores.data(), header.scores * sizeof(float));
  put(pair_.sparse.data(), header.sparse * sizeof(SparseScore));
  if (buffer_.size() < (std::size_t{1} << 20)) return;
  pairs_.append(buffer_.data(), buffer_.size());
  buffer_.clear();
}

PairText Reader::load(std::uint64_t offset) const {
  PairText pair;
  Header header{};
  const auto take = [&](void* to, std::size_t bytes) {
    if (bytes > 0) pairs_.read(to, bytes, offset);
    offset += bytes;
  };
  take(&header, sizeof header);
  pair.source.resize(header.source);
  pair.target.resize(header.target);
  pair.links.resize(header.links);
  pair.scores.resize(header.scores);
  take(pair.source.data(), header.source * sizeof(Symbol));
  take(pair.target.data(), header.target * sizeof(Symbol));
  take(pair.links.data(), header.links * sizeof(Link));
  take(pair.scores.data(), header.scores * sizeof(float));
  pair.sparse.resize(header.sparse);
  take(pair.sparse.data(), header.sparse * sizeof(SparseScore));
  pair.scores.resize(header.scores + sparse_names_.size());
  for (const auto& [name, value] : pair.sparse) pair.scores[header.scores + name] = value;
  return pair;
}

void Reader::read_reordering(Lines& lines) {
  const ReorderingType type = reordering_named(options_.reordering_type);
  reordering_ = type.directions() * count_of(type.classes);
  given_target_ = type.given_target;
  for (std::string_view line; lines.next(line);) {
    tell();
    if (trim(line).empty()) continue;
    Record record{};
    read_side(lines, take_field(line, kBars), source_words_, pair_.source);
    record.source_key = key_of(pair_.source);
    if (type.given_target) {
      read_side(lines, take_field(line, kBars), target_words_, pair_.target);
      record.target_key = key_of(pair_.target);
    }
    read_numbers(lines, line, "probability", numbers_);
    if (numbers_.size() != reordering_) {
      lines.fail("a phrase pair with " + std::to_string(numbers_.size()) + " reordering values where " +
                 options_.reordering_type + " has " + std::to_string(reordering_));
    }
    std::transform(numbers_.begin(), numbers_.end(), record.values.begin(), log_of);
    records_.add(record);
  }
}

std::vector<std::string> Reader::score_names() const {
  std::vector<std::string> names{"p_fe", "lex_fe", "p_ef", "lex_ef"};
  if (scores_ < names.size()) names.clear();
  for (std::size_t i = names.size(); i < scores_; ++i) names.push_back("tm_" + std::to_string(i + 1));
  if (has_counts_) names.insert(names.end(), {"raw_count_e", "raw_count_f", "raw_count_ef"});
  for (const std::string& name : sparse_names_) names.push_back(std::string(kSparsePrefix) + name);
  return names;
}

// Records of one source phrase; its pairs in the order in which they were read.
void Reader::write_group(PhraseTableWriter& writer, std::vector<Record>& group) {
  std::optional<Record> of_pair;
  std::vector<Record> found;
  for (const Record& record : group) {
    if (record.place == 0) {
      of_pair = record;
      continue;
    }
    Record pair = record;
    const bool known = of_pair && (!given_target_ || of_pair->target_key == record.target_key);
    if (known) pair.values = of_pair->values;
    if (reordering_ > 0 && !known) ++report.without_reordering;
    found.push_back(pair);
  }
  group.clear();
  std::sort(found.begin(), found.end(), [](const Record& a, const Record& b) { return a.place < b.place; });
  bool first = true;
  std::vector<Symbol> source;
  for (const Record& record : found) {
    const PairText pair = load(record.offset);
    if (first) writer.begin_phrase(source = pair.source);
    if (pair.source != source) throw RunError("two phrases have the same key");
    first = false;
    writer.add_option(pair.target, pair.links, pair.scores, std::span(record.values).first(reordering_));
  }
}

void Reader::write(const std::string& path) {
  pairs_.append(buffer_.data(), buffer_.size());
  const std::string type = reordering_ > 0 ? name_of(reordering_named(options_.reordering_type)) : "";
  PhraseTableWriter writer({score_names(), type, reordering_}, options_.folder);
  std::vector<Record> group;
  records_.visit([&](const Record& record) {
    if (!group.empty() && group.back().source_key != record.source_key) write_group(writer, group);
    group.push_back(record);
  });
  write_group(writer, group);
  writer.finish(path, source_words_, target_words_);
}

}  // namespace

MosesReport read_moses(Lines& phrases, Lines* reordering, const MosesOptions& options, const std::string& path,
                       const std::function<void(std::size_t)>& tick) {
  Reader reader(options, tick);
  reader.read_pairs(phrases);
  if (reordering != nullptr) reader.read_reordering(*reordering);
  reader.write(path);
  return reader.report;
}

}  // namespace rectrix::grammar
