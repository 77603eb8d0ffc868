#include "align/lexicon.hpp"

#include <algorithm>

#include "align/digamma.hpp"
#include "base/threads.hpp"

namespace rectrix::align {
namespace {

constexpr float kUnseen = 1e-7F;  // probability of a pair that training has not seen
constexpr float kLeast = 1e-12F;  // of one that it has: no word is impossible, and no product underflows
constexpr std::size_t kRowsPerBlock = 256;

float probability(std::size_t cell, const std::vector<float>& table) {
  return cell < table.size() ? std::max(table[cell], kLeast) : kUnseen;
}

std::span<const Word> generated_words(const SentencePair& pair, Direction direction) {
  return direction == Direction::kForward ? pair.target : pair.source;
}

// Totals and numbers of pairs of each given word.
struct RowSums {
  std::vector<std::uint64_t> total;
  std::vector<std::uint32_t> pairs;
};

RowSums sum_rows(const PairIndex& index, const Counter& counts, std::size_t given_words, Direction direction) {
  RowSums rows{std::vector<std::uint64_t>(given_words, 0), std::vector<std::uint32_t>(given_words, 0)};
  const std::span<const std::uint64_t> offsets = index.offsets();
  for (std::size_t source = 0; source + 1 < offsets.size(); ++source) {
    for (std::size_t p = offsets[source]; p < offsets[source + 1]; ++p) {
      const std::size_t given = direction == Direction::kForward ? source : index.targets()[p];
      rows.total[given] += counts.raw(p);
      ++rows.pairs[given];
    }
  }
  return rows;
}

// How a count becomes a probability in a row with this total over this many pairs.
class Estimate {
 public:
  Estimate(double total, double pairs, double concentration) : concentration_(concentration) {
    const double mass = concentration > 0 ? exp_digamma(total + concentration * pairs) : total;
    scale_ = mass > 0 ? 1.0 / mass : 0.0;
  }
  float operator()(double count) const {
    return static_cast<float>((concentration_ > 0 ? exp_digamma(count + concentration_) : count) * scale_);
  }

 private:
  double concentration_, scale_;
};

}  // namespace

Lexicon::Lexicon(Direction direction, std::size_t pairs, VocabularySizes sizes) : direction_(direction) {
  const std::size_t words = direction == Direction::kForward ? sizes.target : sizes.source;
  const float uniform = 1.0F / static_cast<float>(words);
  pairs_.assign(pairs, uniform);
  null_.assign(words, uniform);
}

void Lexicon::fill(const SentencePair& pair, std::span<const PairId> cells, Lattice& lattice) const {
  const std::size_t sources = pair.source.size(), targets = pair.target.size();
  const std::span<const Word> generated = generated_words(pair, direction_);
  if (direction_ == Direction::kForward) {
    lattice.resize({static_cast<int>(sources), static_cast<int>(targets)});
    for (std::size_t k = 0; k < cells.size(); ++k) lattice.cells[k] = probability(cells[k], pairs_);
  } else {
    lattice.resize({static_cast<int>(targets), static_cast<int>(sources)});
    for (std::size_t t = 0; t < targets; ++t) {
      for (std::size_t s = 0; s < sources; ++s) {
        lattice.cells[s * targets + t] = probability(cells[t * sources + s], pairs_);
      }
    }
  }
  for (std::size_t j = 0; j < generated.size(); ++j) lattice.null[j] = probability(generated[j], null_);
}

void LexiconCounts::add(const SentencePair& pair, std::span<const PairId> cells, const Lattice& posteriors) {
  const std::size_t sources = pair.source.size(), targets = pair.target.size();
  const std::span<const Word> generated = generated_words(pair, direction_);
  if (direction_ == Direction::kForward) {
    for (std::size_t k = 0; k < cells.size(); ++k) {
      if (cells[k] != kNoPair) add(pairs_, cells[k], posteriors.cells[k]);
    }
  } else {
    for (std::size_t t = 0; t < targets; ++t) {
      for (std::size_t s = 0; s < sources; ++s) {
        const PairId cell = cells[t * sources + s];
        if (cell != kNoPair) add(pairs_, cell, posteriors.cells[s * targets + t]);
      }
    }
  }
  for (std::size_t j = 0; j < generated.size(); ++j) add(null_, generated[j], posteriors.null[j]);
}

void LexiconCounts::maximize(const PairIndex& index, VocabularySizes sizes, double concentration, int threads,
                             Lexicon& lexicon) const {
  const std::size_t given_words = direction_ == Direction::kForward ? sizes.source : sizes.target;
  const RowSums rows = sum_rows(index, pairs_, given_words, direction_);
  std::vector<Estimate> estimates;
  estimates.reserve(given_words);
  for (std::size_t given = 0; given < given_words; ++given) {
    estimates.emplace_back(static_cast<double>(rows.total[given]) * 0x1p-32, rows.pairs[given],
                           concentration);
  }
  const std::span<const std::uint64_t> offsets = index.offsets();
  const std::size_t source_words = offsets.size() - 1;
  parallel_for((source_words + kRowsPerBlock - 1) / kRowsPerBlock, threads, [&](std::size_t block, int) {
    const std::size_t end = std::min(source_words, (block + 1) * kRowsPerBlock);
    for (std::size_t source = block * kRowsPerBlock; source < end; ++source) {
      for (std::size_t p = offsets[source]; p < offsets[source + 1]; ++p) {
        const std::size_t given = direction_ == Direction::kForward ? source : index.targets()[p];
        lexicon.pairs_[p] = estimates[given](pairs_[p]);
      }
    }
  });
  double total = 0.0;
  for (std::size_t word = 0; word < null_.size(); ++word) total += null_[word];
  const Estimate estimate(total, static_cast<double>(null_.size()), concentration);
  for (std::size_t word = 0; word < null_.size(); ++word) lexicon.null_[word] = estimate(null_[word]);
}

}  // namespace rectrix::align
