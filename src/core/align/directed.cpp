#include "align/directed.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "align/zeroth.hpp"
#include "base/threads.hpp"

namespace rectrix::align {
namespace {

constexpr std::size_t kPairsPerBlock = 128;

constexpr std::size_t kPairsAtOnce = 4096;  // whose posteriors, or links, are held apart
constexpr float kNegligible = 1e-3F;        // a posterior below in both directions is no link

struct Workspace {
  Lattice lattice, other;
  std::vector<PairId> cells;
};

std::size_t blocks_of(std::size_t pairs) { return (pairs + kPairsPerBlock - 1) / kPairsPerBlock; }

// The sentence pairs [begin, end).
struct Range {
  std::size_t begin, end;
};

// Calls work(pair number, block, workspace) for every alignable pair, block by block.
template <class Work>
void for_each_pair(const Corpus& corpus, Range range, const RunOptions& run, Work work) {
  std::vector<Workspace> workspaces(static_cast<std::size_t>(std::max(run.threads, 1)));
  parallel_for(blocks_of(range.end - range.begin), run.threads, [&](std::size_t block, int worker) {
    const std::size_t begin = range.begin + block * kPairsPerBlock,
                      end = std::min(range.end, begin + kPairsPerBlock);
    if (worker == 0 && run.tick) run.tick(begin);
    for (std::size_t pair = begin; pair < end; ++pair) {
      if (alignable(corpus[pair])) work(pair, block, workspaces[static_cast<std::size_t>(worker)]);
    }
  });
}

Range all(const Corpus& corpus) { return {0, corpus.size()}; }

std::span<const PairId> cells_of(const IndexedCorpus& data, std::size_t pair, std::vector<PairId>& scratch) {
  return data.indexed ? data.index.cells(data.corpus[pair], pair, scratch)
                      : data.index.look_up(data.corpus[pair], scratch);
}

Link link_of(Direction direction, int given, std::size_t generated) {
  const auto from = static_cast<std::uint16_t>(given), to = static_cast<std::uint16_t>(generated);
  return direction == Direction::kForward ? Link{from, to} : Link{to, from};
}

void normalize_rows(Lattice& lattice) {
  for (int j = 0; j < lattice.lengths.generated; ++j) {
    float& null = lattice.null[static_cast<std::size_t>(j)];
    const std::span<float> row = lattice.row_of(j);
    const float total = std::accumulate(row.begin(), row.end(), null);
    const float scale = total > 0.0F ? 1.0F / total : 0.0F;
    for (float& each : row) each *= scale;
    null *= scale;
  }
}

// The cells of a pair whose posteriors may matter, target by target.
std::vector<PosteriorCell> worthwhile(const Lattice& forward, const Lattice& reverse) {
  std::vector<PosteriorCell> cells;
  const int sources = forward.lengths.given, targets = forward.lengths.generated;
  for (int t = 0; t < targets; ++t) {
    for (int s = 0; s < sources; ++s) {
      const float one = forward.row_of(t)[static_cast<std::size_t>(s)],
                  other = reverse.row_of(s)[static_cast<std::size_t>(t)];
      if (one < kNegligible && other < kNegligible) continue;
      cells.push_back({{static_cast<std::uint16_t>(s), static_cast<std::uint16_t>(t)}, one, other});
    }
  }
  return cells;
}

}  // namespace

void prepare(Directed& model, const Corpus& corpus) {
  std::vector<Lengths> lengths;
  for (std::size_t pair = 0; pair < corpus.size(); ++pair) {
    if (!alignable(corpus[pair])) continue;
    const int source = static_cast<int>(corpus[pair].source.size());
    const int target = static_cast<int>(corpus[pair].target.size());
    const bool forward = model.lexicon.direction() == Direction::kForward;
    lengths.push_back(forward ? Lengths{source, target} : Lengths{target, source});
  }
  model.distortion->prepare(lengths);
}

double iterate(Directed& model, const IndexedCorpus& data, VocabularySizes sizes, double concentration,
               const RunOptions& run) {
  LexiconCounts counts(model.lexicon, run.threads > 1);
  std::vector<double> likelihoods(blocks_of(data.corpus.size()), 0.0);
  for_each_pair(data.corpus, all(data.corpus), run, [&](std::size_t pair, std::size_t block, Workspace& space) {
    const std::span<const PairId> cells = cells_of(data, pair, space.cells);
    model.lexicon.fill(data.corpus[pair], cells, space.lattice);
    likelihoods[block] += model.distortion->posteriors(space.lattice);
    model.distortion->collect(space.lattice);
    counts.add(data.corpus[pair], cells, space.lattice);
  });
  model.distortion->maximize();
  counts.maximize(data.index, sizes, concentration, run.threads, model.lexicon);
  return std::accumulate(likelihoods.begin(), likelihoods.end(), 0.0);
}

void merge(Lattice& forward, Lattice& reverse) {
  for (int t = 0; t < forward.lengths.generated; ++t) {
    for (int s = 0; s < forward.lengths.given; ++s) {
      float& one = forward.row_of(t)[static_cast<std::size_t>(s)];
      float& other = reverse.row_of(s)[static_cast<std::size_t>(t)];
      one = other = one * other;
    }
  }
  normalize_rows(forward);
  normalize_rows(reverse);
}

double iterate_agreeing(Directed& forward, Directed& reverse, const IndexedCorpus& data,
                        VocabularySizes sizes, double concentration, const RunOptions& run) {
  LexiconCounts forward_counts(forward.lexicon, run.threads > 1), reverse_counts(reverse.lexicon, run.threads > 1);
  std::vector<double> likelihoods(blocks_of(data.corpus.size()), 0.0);
  for_each_pair(data.corpus, all(data.corpus), run, [&](std::size_t pair, std::size_t block, Workspace& space) {
    const std::span<const PairId> cells = cells_of(data, pair, space.cells);
    forward.lexicon.fill(data.corpus[pair], cells, space.lattice);
    reverse.lexicon.fill(data.corpus[pair], cells, space.other);
    likelihoods[block] +=
        forward.distortion->posteriors(space.lattice) + reverse.distortion->posteriors(space.other);
    forward.distortion->collect(space.lattice);
    reverse.distortion->collect(space.other);
    merge(space.lattice, space.other);
    forward_counts.add(data.corpus[pair], cells, space.lattice);
    reverse_counts.add(data.corpus[pair], cells, space.other);
  });
  forward.distortion->maximize();
  reverse.distortion->maximize();
  forward_counts.maximize(data.index, sizes, concentration, run.threads, forward.lexicon);
  reverse_counts.maximize(data.index, sizes, concentration, run.threads, reverse.lexicon);
  return std::accumulate(likelihoods.begin(), likelihoods.end(), 0.0);
}

void settle(Directed& model, const IndexedCorpus& data, std::size_t pairs, int iterations) {
  Workspace space;
  const std::size_t step = data.corpus.size() / std::max<std::size_t>(pairs, 1) + 1;
  for (int k = 0; k < iterations; ++k) {
    for (std::size_t pair = 0; pair < data.corpus.size(); pair += step) {
      if (!alignable(data.corpus[pair])) continue;
      model.lexicon.fill(data.corpus[pair], cells_of(data, pair, space.cells), space.lattice);
      model.distortion->posteriors(space.lattice);
      model.distortion->collect(space.lattice);
    }
    model.distortion->maximize();
  }
}

std::vector<double> scores(const Directed& model, const IndexedCorpus& data, const RunOptions& run) {
  std::vector<double> found(data.corpus.size(), std::numeric_limits<double>::quiet_NaN());
  for_each_pair(data.corpus, all(data.corpus), run, [&](std::size_t pair, std::size_t, Workspace& space) {
    model.lexicon.fill(data.corpus[pair], cells_of(data, pair, space.cells), space.lattice);
    found[pair] = model.distortion->posteriors(space.lattice) / space.lattice.lengths.generated;
  });
  return found;
}

Alignments link(const Directed& forward, const Directed& reverse, const IndexedCorpus& data, LinkRule rule,
                const RunOptions& run) {
  Linker linker(rule);
  for (std::size_t begin = 0; begin < data.corpus.size(); begin += kPairsAtOnce) {
    const Range range{begin, std::min(data.corpus.size(), begin + kPairsAtOnce)};
    std::vector<std::vector<PosteriorCell>> found(range.end - begin);
    for_each_pair(data.corpus, range, run, [&](std::size_t pair, std::size_t, Workspace& space) {
      const std::span<const PairId> cells = cells_of(data, pair, space.cells);
      forward.lexicon.fill(data.corpus[pair], cells, space.lattice);
      reverse.lexicon.fill(data.corpus[pair], cells, space.other);
      forward.distortion->posteriors(space.lattice);
      reverse.distortion->posteriors(space.other);
      found[pair - begin] = worthwhile(space.lattice, space.other);
    });
    for (std::size_t pair = begin; pair < range.end; ++pair) {
      linker.add(data.corpus.source[pair].size(), data.corpus.target[pair].size(), found[pair - begin]);
    }
  }
  return std::move(linker).finish();
}

Alignments decode(const Directed& model, const IndexedCorpus& data, Decoding decoding,
                  const RunOptions& run) {
  Alignments alignments;
  for (std::size_t begin = 0; begin < data.corpus.size(); begin += kPairsAtOnce) {
    const Range range{begin, std::min(data.corpus.size(), begin + kPairsAtOnce)};
    std::vector<std::vector<Link>> found(range.end - begin);
    for_each_pair(data.corpus, range, run, [&](std::size_t pair, std::size_t, Workspace& space) {
      model.lexicon.fill(data.corpus[pair], cells_of(data, pair, space.cells), space.lattice);
      std::vector<int> positions(static_cast<std::size_t>(space.lattice.lengths.generated));
      if (decoding == Decoding::kPosterior) {
        model.distortion->posteriors(space.lattice);
        choose_links(space.lattice, positions);
      } else {
        model.distortion->best(space.lattice, positions);
      }
      for (std::size_t j = 0; j < positions.size(); ++j) {
        if (positions[j] != kNullPosition)
          found[pair - begin].push_back(link_of(model.lexicon.direction(), positions[j], j));
      }
    });
    for (const std::vector<Link>& links : found) alignments.add(links);
  }
  return alignments;
}

}  // namespace rectrix::align
