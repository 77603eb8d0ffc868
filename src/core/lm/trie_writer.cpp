#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

#include "base/error.hpp"
#include "lm/builder.hpp"
#include "lm/format.hpp"
#include "lm/trie.hpp"

namespace rectrix::lm {
namespace {

using Reversed = std::array<Word, kMaxOrder>;  // the last word first

struct Values {
  float log10;
  float backoff;
};

// Numbers in place of floats: 2^bits values, each the mean of equally many sorted floats (Federico & Bertoldi 2006);
// bits 0 keeps floats.
class Codes {
 public:
  // reserved: values that keep a code of their own, because they mean something.
  Codes(std::vector<float> floats, unsigned bits, std::vector<float> reserved) : bits_(bits == 0 ? 32 : bits) {
    if (bits == 0) return;
    values_ = std::move(reserved);
    reserved_ = values_.size();
    std::sort(floats.begin(), floats.end());
    const std::size_t bins = (std::size_t{1} << bits) - reserved_;
    for (std::size_t bin = 0; bin < bins; ++bin) {
      const std::size_t begin = floats.size() * bin / bins;
      const std::size_t end = floats.size() * (bin + 1) / bins;
      double sum = 0;
      for (std::size_t i = begin; i < end; ++i) sum += floats[i];
      // An empty bin repeats its neighbor, so that the values stay sorted.
      const float last = values_.size() > reserved_ ? values_.back() : (floats.empty() ? 0.0F : floats.front());
      values_.push_back(begin < end ? static_cast<float>(sum / static_cast<double>(end - begin)) : last);
    }
  }

  unsigned bits() const { return bits_; }
  const std::vector<float>& values() const { return values_; }
  std::uint64_t code(float value) const {
    if (values_.empty()) return std::bit_cast<std::uint32_t>(value);
    for (std::size_t i = 0; i < reserved_; ++i) {
      if (std::bit_cast<std::uint32_t>(values_[i]) == std::bit_cast<std::uint32_t>(value)) return i;
    }
    const auto first = values_.begin() + static_cast<std::ptrdiff_t>(reserved_);
    auto found = std::lower_bound(first, values_.end(), value);
    if (found == values_.end() || (found != first && value - *(found - 1) < *found - value)) --found;
    return static_cast<std::uint64_t>(found - values_.begin());
  }

 private:
  unsigned bits_;
  std::size_t reserved_ = 0;
  std::vector<float> values_;
};

std::vector<Reversed> sorted(const std::vector<Word>& flat, std::size_t length) {
  std::vector<Reversed> ngrams(flat.size() / length);
  for (std::size_t i = 0; i < ngrams.size(); ++i) {
    ngrams[i] = {};
    std::reverse_copy(flat.begin() + static_cast<std::ptrdiff_t>(i * length),
                      flat.begin() + static_cast<std::ptrdiff_t>((i + 1) * length), ngrams[i].begin());
  }
  std::sort(ngrams.begin(), ngrams.end());
  return ngrams;
}

Values values_of(const Tables& tables, const Reversed& words, std::size_t length) {
  Key key = unigram_key(words[0]);
  for (std::size_t i = 1; i < length; ++i) key = extend_key(key, words[i]);
  if (length == static_cast<std::size_t>(tables.order)) return {tables.highest.view().find(key)->prob, -0.0F};
  const Middle& entry = *tables.middle[length].view().find(key);
  return {log10_of(entry.prob), entry.backoff};
}

// For each n-gram of a length, where its children begin among the sorted longer ones; then their number.
std::vector<std::uint64_t> child_places(const std::vector<Reversed>& parents, const std::vector<Reversed>& children,
                                        std::size_t length) {
  std::vector<std::uint64_t> places;
  places.reserve(parents.size() + 1);
  std::size_t next = 0;
  for (const Reversed& parent : parents) {
    places.push_back(next);
    while (next < children.size() && std::equal(parent.begin(), parent.begin() + static_cast<std::ptrdiff_t>(length),
                                                children[next].begin())) {
      ++next;
    }
  }
  places.push_back(next);
  return places;
}

class Writer {
 public:
  Writer(const Tables& tables, const std::string& path, unsigned bits)
      : tables_(tables), bits_(bits), order_(static_cast<std::size_t>(tables.order)), writer_(path, kFileKind, kFileVersion) {}

  void write() {
    std::vector<Shape> shape{{tables_.unigrams.size(), 0}};
    std::vector<Reversed> words(tables_.unigrams.size());
    for (Word word = 0; word < words.size(); ++word) words[word] = {word};
    for (std::size_t length = 2; length <= order_; ++length) shape.push_back({tables_.kept[length].size() / length, 0});
    writer_.add("shape", shape);
    tables_.vocabulary.save(writer_, kWordSections);
    writer_.add("ngrams1", tables_.unigrams);
    std::vector<Reversed> ngrams = sorted(tables_.kept[2], 2);
    writer_.add("children", child_places(words, ngrams, 1));
    for (std::size_t length = 2; length <= order_; ++length) {
      std::vector<Reversed> longer;
      if (length < order_) longer = sorted(tables_.kept[length + 1], length + 1);
      write_level(length, ngrams, longer);
      ngrams = std::move(longer);
    }
    writer_.add("trie", levels_);
    writer_.finish();
  }

 private:
  void write_level(std::size_t length, const std::vector<Reversed>& ngrams, const std::vector<Reversed>& longer) {
    std::vector<Values> values;
    std::vector<float> probs;
    std::vector<float> backoffs;
    for (const Reversed& words : ngrams) {
      values.push_back(values_of(tables_, words, length));
      probs.push_back(values.back().log10);
      if (values.back().backoff != 0) backoffs.push_back(values.back().backoff);
    }
    const bool highest = length == order_;
    const Codes prob_codes(std::move(probs), bits_, {});
    const Codes backoff_codes(std::move(backoffs), bits_, {-0.0F, 0.0F});
    const TrieLevel level{ngrams.size(), bits_for(tables_.unigrams.size()), prob_codes.bits(),
                          highest ? 0 : backoff_codes.bits(), highest ? 0 : bits_for(longer.size())};
    const std::vector<std::uint64_t> children = highest ? std::vector<std::uint64_t>() : child_places(ngrams, longer, length);
    BitWriter bits;
    for (std::size_t i = 0; i <= ngrams.size(); ++i) {
      const bool closing = i == ngrams.size();
      bits.push(closing ? 0 : ngrams[i][length - 1], level.word_bits);
      bits.push(closing ? 0 : prob_codes.code(values[i].log10), level.prob_bits);
      if (highest) continue;
      bits.push(closing ? 0 : backoff_codes.code(values[i].backoff), level.backoff_bits);
      bits.push(children[i], level.child_bits);
    }
    const std::string number = std::to_string(length);
    writer_.add("trie" + number, bits.finish());
    writer_.add("probs" + number, prob_codes.values());
    writer_.add("backoffs" + number, highest ? std::vector<float>() : backoff_codes.values());
    levels_.push_back(level);
  }

  const Tables& tables_;
  unsigned bits_;
  std::size_t order_;
  SectionWriter writer_;
  std::vector<TrieLevel> levels_;
};

}  // namespace

void save_trie(const Tables& tables, const std::string& path, unsigned bits) {
  if (tables.order < 2) throw UsageError("a model of order 1 has no trie; save it without");
  if (bits == 1 || bits > 16) throw UsageError("values of " + std::to_string(bits) + " bits; 2 to 16 are possible, 0 for exact ones");
  Writer(tables, path, bits).write();
}

}  // namespace rectrix::lm
