#include "lm/builder.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "base/error.hpp"

namespace rectrix::lm {
namespace {

Key key_of(std::span<const Word> words) {
  Key key = unigram_key(words.back());
  for (std::size_t i = words.size() - 1; i-- > 0;) key = extend_key(key, words[i]);
  return key;
}

float stored_backoff(float backoff) { return backoff == 0 ? -0.0F : backoff; }

}  // namespace

Builder::Builder(int order, bool keep) {
  if (order < 1 || order > kMaxOrder) {
    throw UsageError("a language model of order " + std::to_string(order) + "; 1 to " + std::to_string(kMaxOrder) +
                     " are possible");
  }
  tables_.order = order;
  tables_.keep = keep;
}

void Builder::reserve(int length, std::size_t count) {
  if (length == 1) {
    tables_.unigrams.reserve(count);
  } else if (length == tables_.order) {
    tables_.highest.reserve(count);
  } else {
    tables_.middle[static_cast<std::size_t>(length)].reserve(count);
  }
}

void Builder::make_room() {
  if (tables_.unigrams.size() < tables_.vocabulary.size()) {
    tables_.unigrams.resize(tables_.vocabulary.size(), Unigram{kMissingLog10, -0.0F});
  }
}

void Builder::set_unigram(Word word, float prob, float backoff) {
  make_room();
  // A model of order 1 has no contexts, so a back-off weight there means nothing.
  tables_.unigrams[word] = {-std::fabs(prob), tables_.order == 1 ? -0.0F : stored_backoff(backoff)};
}

Builder::Ngram Builder::ngram(std::span<const Word> words, float prob, float backoff, std::uint64_t place) {
  Ngram ngram{{}, words.size(), prob, backoff, place, 0, 0, 0};
  std::copy(words.begin(), words.end(), ngram.words.begin());
  ngram.suffix = key_of(words.subspan(1));
  ngram.key = extend_key(ngram.suffix, words[0]);
  ngram.context = key_of(words.first(words.size() - 1));
  return ngram;
}

void Builder::add(std::span<const Word> words, float prob, float backoff, std::uint64_t place) {
  if (words.size() != pending_length_) {
    flush();
    pending_length_ = words.size();
  }
  make_room();
  const Ngram fresh = ngram(words, prob, backoff, place);
  prefetch(words.size(), fresh.key);
  if (words.size() > 2) {
    prefetch(words.size() - 1, fresh.suffix);
    prefetch(words.size() - 1, fresh.context);
  }
  pending_.push(fresh, [this](const Ngram& ngram) { insert(ngram); });
}

void Builder::flush() {
  pending_.finish([this](const Ngram& ngram) { insert(ngram); });
}

void Builder::prefetch(std::size_t length, Key key) const {
  if (length == static_cast<std::size_t>(tables_.order)) {
    tables_.highest.prefetch(key);
  } else {
    tables_.middle[length].prefetch(key);
  }
}

std::optional<std::uint64_t> Builder::repeated() {
  flush();
  return repeated_;
}

void Builder::insert(const Ngram& ngram) {
  const bool highest = ngram.length == static_cast<std::size_t>(tables_.order);
  const float prob = -std::fabs(ngram.prob);
  const Middle entry{ngram.key, prob, stored_backoff(ngram.backoff)};
  const bool fresh = highest ? tables_.highest.insert({ngram.key, prob}).second
                             : tables_.middle[ngram.length].insert(entry).second;
  if (!fresh) {
    if (!repeated_) repeated_ = ngram.place;
    return;
  }
  if (tables_.keep) {
    std::vector<Word>& kept = tables_.kept[ngram.length];
    kept.insert(kept.end(), ngram.span().begin(), ngram.span().end());
  }
  mark_suffix(ngram.span().subspan(1), ngram.suffix, !highest && ngram.backoff != 0);
  mark_context(ngram.span().first(ngram.length - 1), ngram.context);
}

// A longer n-gram ends with words; if it has a back-off weight, then words count as a context as well:
// the state of a word must never be shorter for a shorter history.
void Builder::mark_suffix(std::span<const Word> words, Key key, bool right) {
  if (words.size() == 1) {
    Unigram& unigram = tables_.unigrams[words[0]];
    unigram.prob = std::fabs(unigram.prob);
    if (right && !extends_right(unigram.backoff)) unigram.backoff = 0.0F;
    return;
  }
  Middle* entry = tables_.middle[words.size()].find(key);
  if (!entry) {
    insert_implied(words);
    entry = tables_.middle[words.size()].find(key);
  }
  entry->prob = std::fabs(entry->prob);
  if (right && !extends_right(entry->backoff)) {
    entry->backoff = 0.0F;
    mark_suffix(words.subspan(1), key_of(words.subspan(1)), true);
  }
}

void Builder::mark_context(std::span<const Word> words, Key key) {
  float* backoff = find_backoff(words, key);
  if (!backoff) {
    insert_implied(words);
    backoff = find_backoff(words, key);
  }
  if (!extends_right(*backoff)) *backoff = 0.0F;
}

void Builder::insert_implied(std::span<const Word> words) {
  insert(ngram(words, std::min(back_off(words), 0.0F), 0.0F, 0));
}

float* Builder::find_backoff(std::span<const Word> words, Key key) {
  if (words.size() == 1) return &tables_.unigrams[words[0]].backoff;
  Middle* entry = tables_.middle[words.size()].find(key);
  return entry ? &entry->backoff : nullptr;
}

float Builder::back_off(std::span<const Word> words) {
  if (words.size() == 1) return log10_of(tables_.unigrams[words[0]].prob);
  if (const Middle* entry = tables_.middle[words.size()].find(key_of(words))) return log10_of(entry->prob);
  const std::span<const Word> context = words.first(words.size() - 1);
  const float* backoff = find_backoff(context, key_of(context));
  return (backoff ? *backoff : 0.0F) + back_off(words.subspan(1));
}

Model Builder::build() && {
  flush();
  make_room();
  for (ProbingTable<Middle>& table : tables_.middle) table.shrink();
  tables_.highest.shrink();
  return Model(std::move(tables_));
}

}  // namespace rectrix::lm
