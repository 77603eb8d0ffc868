#include <algorithm>

#include "align/aligner.hpp"
#include "align/lent.hpp"
#include "align/sieve.hpp"

namespace rectrix::align {
namespace {

constexpr int kSieveIterations = 2;
constexpr std::size_t kSettlingPairs = 5000;  // for the HMM that aligns new text with sampled probabilities
constexpr int kSettlingIterations = 3;

}  // namespace

Trainer::Read Trainer::read(Lines& source, Lines& target, const std::function<void(std::size_t)>& tick) {
  Read read;
  read.corpus = read_corpus(
      source, target, [&](std::string_view word) { return read.source.add(word); },
      [&](std::string_view word) { return read.target.add(word); }, tick);
  return read;
}

Trainer::Trainer(Lines& source, Lines& target, const TrainerOptions& options,
                 const std::function<void(std::size_t)>& tick)
    : Trainer(read(source, target, tick), options) {}

Trainer::Trainer(Read read, const TrainerOptions& options)
    : corpus_(std::move(read.corpus)), aligner_([&] {
        const std::size_t sources = read.source.size(), targets = read.target.size();
        const float least =
            options.least_posterior < 0 ? default_least(corpus_.size()) : options.least_posterior;
        CellSet cells = sieve(corpus_, {sources, targets, kSieveIterations, least});
        std::unique_ptr<Lent> lent;
        if (options.prior != nullptr) lent = std::make_unique<Lent>(*options.prior, read.source, read.target);
        if (lent) lent->keep(corpus_, cells);
        cells.number();
        PairIndex index(corpus_, std::move(cells), sources, targets);
        if (lent) prior_ = lent->counts(index, options.prior_weight);
        return Aligner(std::move(read.source), std::move(read.target), std::move(index));
      }()) {}

// The word probabilities of a direction by relative frequency, from the posteriors that were sampled.
void Trainer::take_counts(Direction direction) {
  const bool forward = direction == Direction::kForward;
  const std::vector<std::uint16_t>& posteriors = sampled_->directions[forward ? 0 : 1];
  LexiconCounts counts(aligner_[direction].lexicon, false);
  std::vector<double> rest;
  for (std::size_t pair = 0; pair < corpus_.size(); ++pair) {
    const std::span<const Word> generated = forward ? corpus_.target[pair] : corpus_.source[pair];
    const std::size_t sources = corpus_.source[pair].size();
    if (!alignable(corpus_[pair])) continue;
    rest.assign(generated.size(), 1.0);
    std::size_t number = aligner_.index().cell_set().begin(pair);
    aligner_.index().cell_set().visit(pair, [&](std::size_t cell) {
      const double share = posteriors[number] / CellPosteriors::kWhole;
      counts.add_pair(aligner_.index().cell_pair(number++, corpus_.source[pair][cell % sources]), share);
      rest[forward ? cell / sources : cell % sources] -= share;
    });
    for (std::size_t j = 0; j < rest.size(); ++j) counts.add_null(generated[j], std::max(rest[j], 0.0));
  }
  counts.maximize(aligner_.index(), aligner_.sizes(), 0.0, 1, aligner_[direction].lexicon);
}

void Trainer::sample(const FertilityOptions& options, const RunOptions& run) {
  const IndexedCorpus data{corpus_, aligner_.index()};
  reset_lexicons(0);  // their room is the sampler's
  try {
    sampled_ = sample_fertilities(data, aligner_.sizes(), options, prior_, run);
  } catch (...) {
    reset_lexicons(aligner_.index().size());
    throw;
  }
  reset_lexicons(aligner_.index().size());
  for (const Direction direction : kDirections) {
    take_counts(direction);
    use(direction, make_distortion("hmm", {}));
    settle(aligner_[direction], data, kSettlingPairs, kSettlingIterations);
  }
}

void Trainer::reset_lexicons(std::size_t pairs) {
  for (const Direction direction : kDirections)
    aligner_[direction].lexicon = Lexicon(direction, pairs, aligner_.sizes());
}

void Trainer::drop_corpus() {
  corpus_ = {};
  prior_ = {};
  sampled_.reset();
  aligner_.drop_cells();
}

Alignments Trainer::link(LinkRule rule, const RunOptions& run) const {
  const IndexedCorpus data{corpus_, aligner_.index()};
  if (!sampled_)
    return align::link(aligner_[Direction::kForward], aligner_[Direction::kReverse], data, rule, run);
  Linker linker(rule);
  std::vector<PosteriorCell> cells;
  for (std::size_t pair = 0; pair < corpus_.size(); ++pair) {
    const std::size_t sources = corpus_.source[pair].size();
    std::size_t number = aligner_.index().cell_set().begin(pair);
    cells.clear();
    aligner_.index().cell_set().visit(pair, [&](std::size_t cell) {
      const auto posterior = [&](std::size_t direction) {
        return static_cast<float>(sampled_->directions[direction][number] / CellPosteriors::kWhole);
      };
      cells.push_back({{static_cast<std::uint16_t>(cell % sources), static_cast<std::uint16_t>(cell / sources)},
                       posterior(0),
                       posterior(1)});
      ++number;
    });
    linker.add(sources, corpus_.target[pair].size(), cells);
  }
  return std::move(linker).finish();
}

void Trainer::use(Direction direction, std::unique_ptr<Distortion> distortion) {
  aligner_[direction].distortion = std::move(distortion);
  prepare(aligner_[direction], corpus_);
}

}  // namespace rectrix::align
