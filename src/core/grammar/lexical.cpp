#include "grammar/lexical.hpp"

#include <algorithm>
#include <cmath>

namespace rectrix::grammar {
namespace {

double log_or_unseen(double probability) { return probability > 0 ? std::log(probability) : kUnseenLog; }

}  // namespace

void LexicalCounter::add(std::span<const Word> source, std::span<const Word> target,
                         std::span<const align::Link> links) {
  const auto count = [&](Word f, Word e) { pairs_.push_back(std::uint64_t{f} << 32 | e); };
  std::vector<bool> source_linked(source.size()), target_linked(target.size());
  for (const align::Link link : links) {
    count(source[link.source], target[link.target]);
    source_linked[link.source] = target_linked[link.target] = true;
  }
  for (std::size_t i = 0; i < source.size(); ++i) {
    if (!source_linked[i]) count(source[i], kNull);
  }
  for (std::size_t j = 0; j < target.size(); ++j) {
    if (!target_linked[j]) count(kNull, target[j]);
  }
}

void LexicalCounter::save(SectionWriter& writer, std::size_t source_words, std::size_t target_words) {
  std::ranges::sort(pairs_);
  std::vector<std::uint32_t> begin(source_words + 1, 0), source_links(source_words, 0), target_links(target_words, 0);
  std::vector<std::uint32_t> entries;  // target word and links in turn
  std::uint64_t previous = 0;
  for (const std::uint64_t pair : pairs_) {
    const auto source = static_cast<Word>(pair >> 32);
    const auto target = static_cast<Word>(pair);
    ++source_links[source];
    ++target_links[target];
    if (entries.empty() || pair != previous) {
      entries.insert(entries.end(), {target, 0});
      ++begin[source + 1];
    }
    ++entries.back();
    previous = pair;
  }
  for (std::size_t word = 0; word < source_words; ++word) begin[word + 1] += begin[word];
  writer.add("lexical.begin", begin);
  writer.add("lexical.entries", entries);
  writer.add("lexical.source", source_links);
  writer.add("lexical.target", target_links);
}

Lexical Lexical::load(const SectionFile& file, std::size_t source_words, std::size_t target_words) {
  Lexical table;
  table.begin_ = file.get<std::uint32_t>("lexical.begin");
  const std::span<const std::uint32_t> entries = file.get<std::uint32_t>("lexical.entries");
  static_assert(sizeof(Entry) == 2 * sizeof(std::uint32_t));
  table.entries_ = {reinterpret_cast<const Entry*>(entries.data()), entries.size() / 2};
  table.source_links_ = file.get<std::uint32_t>("lexical.source");
  table.target_links_ = file.get<std::uint32_t>("lexical.target");
  if (table.begin_.size() != source_words + 1 || table.begin_.front() != 0 || !std::ranges::is_sorted(table.begin_) ||
      table.begin_.back() != table.entries_.size() || table.source_links_.size() != source_words ||
      table.target_links_.size() != target_words) {
    file.fail("the lexical table does not fit the vocabularies");
  }
  return table;
}

std::uint32_t Lexical::links(Word source, Word target) const {
  const std::span<const Entry> row = entries_.subspan(begin_[source], begin_[source + 1] - begin_[source]);
  const auto found = std::ranges::lower_bound(row, target, {}, &Entry::target);
  return found != row.end() && found->target == target ? found->links : 0;
}

void LexicalWeigher::begin(std::span<const Symbol> source) {
  for (const Word word : touched_) seen_[word] = 0;
  touched_.clear();
  best_.clear();
  source_given_.clear();
  source_.clear();
  null_given_.clear();
  for (const Symbol symbol : source) {
    if (is_gap(symbol)) continue;
    source_.push_back(static_cast<Word>(symbol));
    null_given_.push_back(table_->source_given_target(source_.back(), kNull));
  }
}

const LexicalWeigher::Best& LexicalWeigher::look_up(Word target) {
  if (seen_[target] == 0) {
    double best = table_->target_given_source(target, kNull);
    const std::size_t place = source_given_.size();
    for (const Word word : source_) {
      best = std::max(best, table_->target_given_source(target, word));
      source_given_.push_back(table_->source_given_target(word, target));
    }
    best_.push_back({log_or_unseen(best), place});
    touched_.push_back(target);
    seen_[target] = static_cast<std::uint32_t>(best_.size());
  }
  return best_[seen_[target] - 1];
}

LexicalWeights LexicalWeigher::weigh(std::span<const Symbol> target) {
  LexicalWeights weights;
  maxima_ = null_given_;
  for (const Symbol symbol : target) {
    if (is_gap(symbol)) continue;
    const Best& best = look_up(static_cast<Word>(symbol));
    weights.target_given_source += best.target_log;
    for (std::size_t i = 0; i < maxima_.size(); ++i) {
      maxima_[i] = std::max(maxima_[i], source_given_[best.source_given + i]);
    }
  }
  for (const double probability : maxima_) weights.source_given_target += log_or_unseen(probability);
  return weights;
}

}  // namespace rectrix::grammar
