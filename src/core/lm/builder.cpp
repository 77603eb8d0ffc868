#include "lm/builder.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "base/error.hpp"

namespace rectrix::lm {
namespace {

// What a file announces is believed only so far: tables grow when more comes.
constexpr std::size_t kMostReserved = std::size_t{1} << 26;

Key key_of(std::span<const Word> words) {
  Key key = unigram_key(words.back());
  for (std::size_t i = words.size() - 1; i-- > 0;) key = extend_key(key, words[i]);
  return key;
}

float stored_backoff(float backoff) { return backoff == 0 ? -0.0F : backoff; }

}  // namespace

Builder::Builder(int order) {
  if (order < 1 || order > kMaxOrder) {
    throw UsageError("a language model of order " + std::to_string(order) + "; orders 1 to " + std::to_string(kMaxOrder) +
                     " are possible");
  }
  tables_.order = order;
}

void Builder::reserve(int length, std::size_t count) {
  count = std::min(count, kMostReserved);
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

bool Builder::add(std::span<const Word> words, float prob, float backoff) {
  make_room();
  const Key key = key_of(words);
  const bool highest = words.size() == static_cast<std::size_t>(tables_.order);
  const bool added = highest ? tables_.highest.insert({key, -std::fabs(prob)})
                             : tables_.middle[words.size()].insert({key, -std::fabs(prob), stored_backoff(backoff)});
  if (!added) return false;
  mark_suffix(words.subspan(1), !highest && backoff != 0);
  mark_context(words.first(words.size() - 1));
  return true;
}

// A longer n-gram ends with words; if it has a back-off weight, then words count as a context as well:
// the state of a word must never be shorter for a shorter history.
void Builder::mark_suffix(std::span<const Word> words, bool right) {
  if (words.size() == 1) {
    Unigram& unigram = tables_.unigrams[words[0]];
    unigram.prob = std::fabs(unigram.prob);
    if (right && !extends_right(unigram.backoff)) unigram.backoff = 0.0F;
    return;
  }
  Middle* entry = tables_.middle[words.size()].find(key_of(words));
  if (!entry) {
    add_implied(words);
    entry = tables_.middle[words.size()].find(key_of(words));
  }
  entry->prob = std::fabs(entry->prob);
  if (right && !extends_right(entry->backoff)) {
    entry->backoff = 0.0F;
    mark_suffix(words.subspan(1), true);
  }
}

void Builder::mark_context(std::span<const Word> words) {
  float* backoff = find_backoff(words);
  if (!backoff) {
    add_implied(words);
    backoff = find_backoff(words);
  }
  if (!extends_right(*backoff)) *backoff = 0.0F;
}

void Builder::add_implied(std::span<const Word> words) { add(words, std::min(back_off(words), 0.0F), 0.0F); }

float* Builder::find_backoff(std::span<const Word> words) {
  if (words.size() == 1) return &tables_.unigrams[words[0]].backoff;
  Middle* entry = tables_.middle[words.size()].find(key_of(words));
  return entry ? &entry->backoff : nullptr;
}

float Builder::back_off(std::span<const Word> words) {
  if (words.size() == 1) return log10_of(tables_.unigrams[words[0]].prob);
  if (const Middle* entry = tables_.middle[words.size()].find(key_of(words))) return log10_of(entry->prob);
  const float* backoff = find_backoff(words.first(words.size() - 1));
  return (backoff ? *backoff : 0.0F) + back_off(words.subspan(1));
}

Model Builder::build() && {
  make_room();
  for (ProbingTable<Middle>& table : tables_.middle) table.shrink();
  tables_.highest.shrink();
  return Model(std::move(tables_));
}

}  // namespace rectrix::lm
