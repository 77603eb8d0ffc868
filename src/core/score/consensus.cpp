#include "score/consensus.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <optional>

#include "base/error.hpp"
#include "base/flat_map.hpp"
#include "base/threads.hpp"
#include "score/chrf.hpp"
#include "score/spelling.hpp"

namespace rectrix::score {
namespace {

constexpr std::size_t kLongestList = 20'000;  // all pairs are compared
constexpr int kLongestOrder = 6, kBeta = 2;

// The n-grams of one order of all texts of a list, as bit sets.
class Bits {
 public:
  // Numbers the n-grams of the next order; `nodes` holds, of every text and position, the number of the n-gram one shorter.
  void add(std::vector<std::uint32_t>& nodes, std::span<const std::uint32_t> symbols, std::size_t order) {
    counts_.clear();
    std::vector<std::uint32_t>& text = texts_.emplace_back();
    const std::size_t places = symbols.size() >= order ? symbols.size() - order + 1 : 0;
    nodes.resize(places);
    for (std::size_t i = 0; i < places; ++i) {
      const std::uint64_t key = static_cast<std::uint64_t>(nodes[i]) << 32 | symbols[i + order - 1];
      nodes[i] = ngrams_.insert(key, static_cast<std::uint32_t>(ngrams_.size())).first;
      const std::uint32_t occurrence = counts_[nodes[i]]++;
      const std::uint64_t bit = static_cast<std::uint64_t>(occurrence) << 32 | nodes[i];
      text.push_back(bits_.insert(bit, static_cast<std::uint32_t>(bits_.size())).first);
    }
  }

  // After the last text.
  void close() {
    width_ = (bits_.size() + 63) / 64;
    sets_.assign(width_ * texts_.size(), 0);
    for (std::size_t t = 0; t < texts_.size(); ++t) {
      for (const std::uint32_t bit : texts_[t]) sets_[t * width_ + bit / 64] |= std::uint64_t{1} << bit % 64;
    }
  }

  int common(std::size_t a, std::size_t b) const {
    int count = 0;
    for (std::size_t i = 0; i < width_; ++i) count += std::popcount(sets_[a * width_ + i] & sets_[b * width_ + i]);
    return count;
  }
  std::size_t size(std::size_t text) const { return texts_[text].size(); }
  std::span<const std::uint32_t> of(std::size_t text) const { return texts_[text]; }
  std::size_t distinct() const { return bits_.size(); }

 private:
  FlatMap<std::uint64_t, std::uint32_t> ngrams_, bits_;
  FlatMap<std::uint32_t, std::uint32_t> counts_;  // of the text at hand
  std::vector<std::vector<std::uint32_t>> texts_;
  std::vector<std::uint64_t> sets_;
  std::size_t width_ = 0;
};

std::vector<Bits> bits_of(std::span<const std::vector<std::uint32_t>> texts, int orders) {
  std::vector<Bits> all(static_cast<std::size_t>(orders));
  std::vector<std::uint32_t> nodes;
  for (const std::vector<std::uint32_t>& text : texts) {
    nodes.assign(text.size(), 0);
    for (std::size_t n = 0; n < all.size(); ++n) all[n].add(nodes, text, n + 1);
  }
  for (Bits& bits : all) bits.close();
  return all;
}

using Matches = std::array<int, kLongestOrder>;

double chrf(const std::vector<Bits>& orders, const Matches& matches, std::size_t hypothesis, std::size_t reference) {
  std::array<double, 3 * kLongestOrder> row;
  for (std::size_t n = 0; n < kLongestOrder; ++n) {
    row[3 * n] = static_cast<double>(orders[n].size(hypothesis));
    row[3 * n + 1] = static_cast<double>(orders[n].size(reference));
    row[3 * n + 2] = matches[n];
  }
  return chrf_score(row, kBeta);
}

double bleu(const std::vector<Bits>& orders, const Matches& matches, std::size_t hypothesis, std::size_t reference) {
  double logs = 0, missing = 1;
  std::size_t n = 0;
  bool some = false;
  for (; n < orders.size() && orders[n].size(hypothesis) > 0; ++n) {
    some = some || matches[n] > 0;
    if (matches[n] == 0) missing *= 2;
    const double count = matches[n] > 0 ? matches[n] : 1 / missing;
    logs += std::log(count / static_cast<double>(orders[n].size(hypothesis)));
  }
  if (!some) return 0;
  const auto length = static_cast<double>(orders[0].size(hypothesis)), wanted = static_cast<double>(orders[0].size(reference));
  const double brevity = length < wanted ? std::exp(1 - wanted / length) : 1;
  return brevity * std::exp(logs / static_cast<double>(n));
}

// BLEU+1 (Lin & Och 2004): orders from 2 on have one more match and n-gram.
double bleu_plus_one(const std::vector<Bits>& orders, const Matches& matches, std::size_t hypothesis, std::size_t reference) {
  const auto length = static_cast<double>(orders[0].size(hypothesis)), wanted = static_cast<double>(orders[0].size(reference));
  if (matches[0] == 0) return 0;
  double logs = std::log(matches[0] / length);
  for (std::size_t n = 1; n < orders.size(); ++n) {
    logs += std::log((matches[n] + 1) / (static_cast<double>(orders[n].size(hypothesis)) + 1));
  }
  const double brevity = length < wanted ? std::exp(1 - wanted / length) : 1;
  return brevity * std::exp(logs / static_cast<double>(orders.size()));
}

template <class Utility>
void expectations(const std::vector<Bits>& orders, std::span<const double> shares, Utility utility, std::span<double> out) {
  Matches matches{};
  for (std::size_t a = 0; a < out.size(); ++a) {
    for (std::size_t b = a; b < out.size(); ++b) {
      if (shares[a] == 0 && shares[b] == 0) continue;
      for (std::size_t n = 0; n < orders.size(); ++n) matches[n] = orders[n].common(a, b);
      out[a] += shares[b] * utility(orders, matches, a, b);
      if (a != b) out[b] += shares[a] * utility(orders, matches, b, a);
    }
  }
}

void votes(const Bits& words, std::span<const double> shares, std::span<double> out) {
  std::vector<double> having(words.distinct());
  for (std::size_t t = 0; t < out.size(); ++t) {
    for (const std::uint32_t word : words.of(t)) having[word] += shares[t];
  }
  for (std::size_t t = 0; t < out.size(); ++t) {
    for (const std::uint32_t word : words.of(t)) out[t] += having[word] / static_cast<double>(words.size(t));
  }
}

}  // namespace

std::vector<double> consensus(const kbest::Lists& lists, std::span<const double> shares, Consensus kind, int threads) {
  if (shares.size() != lists.hypotheses()) throw UsageError("one share for each hypothesis");
  if (std::ranges::any_of(shares, [](double share) { return !(share >= 0) || !std::isfinite(share); })) {
    throw UsageError("the shares of hypotheses are finite numbers from 0 on");
  }
  Vocabulary pieces;
  std::optional<Spelling> spelling;
  if (kind == Consensus::chrf) spelling.emplace(lists.words(), pieces);
  std::vector<double> values(lists.hypotheses());
  parallel_for(lists.sentences(), threads, [&](std::size_t list, int) {
    const auto begin = static_cast<std::size_t>(lists.list_begin()[list]);
    const std::size_t count = static_cast<std::size_t>(lists.list_begin()[list + 1]) - begin;
    if (count > kLongestList) {
      throw UsageError("list " + std::to_string(list) + " has " + std::to_string(count) + " hypotheses; all pairs of at most " +
                       std::to_string(kLongestList) + " are compared");
    }
    std::vector<std::vector<std::uint32_t>> texts(count);
    for (std::size_t t = 0; t < count; ++t) {
      const std::span<const Word> words = lists.hypothesis(begin + t);
      if (spelling) {
        spelling->characters(words, texts[t]);
      } else {
        texts[t].assign(words.begin(), words.end());
      }
    }
    std::vector<double> own(shares.begin() + static_cast<std::ptrdiff_t>(begin), shares.begin() + static_cast<std::ptrdiff_t>(begin + count));
    const double total = std::accumulate(own.begin(), own.end(), 0.0);
    for (double& share : own) share = total > 0 ? share / total : 1 / static_cast<double>(count);
    const bool words = kind == Consensus::bleu || kind == Consensus::bleu_plus_one;
    const std::vector<Bits> orders = bits_of(texts, kind == Consensus::chrf ? kLongestOrder : words ? 4 : 1);
    const std::span<double> out = std::span(values).subspan(begin, count);
    if (kind == Consensus::votes) {
      votes(orders[0], own, out);
    } else {
      expectations(orders, own, kind == Consensus::chrf ? chrf : kind == Consensus::bleu ? bleu : bleu_plus_one, out);
    }
  });
  return values;
}

}  // namespace rectrix::score
