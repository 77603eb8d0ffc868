#include "align/directed.hpp"

#include <algorithm>
#include <numeric>

#include "align/zeroth.hpp"
#include "base/threads.hpp"

namespace rectrix::align {
namespace {

constexpr std::size_t kPairsPerBlock = 128;

struct Workspace {
  Lattice lattice;
  std::vector<PairId> cells;
};

std::size_t blocks_of(const Corpus& corpus) { return (corpus.size() + kPairsPerBlock - 1) / kPairsPerBlock; }

// Calls work(pair number, block, workspace) for every alignable pair, block by block.
template <class Work>
void for_each_pair(const Corpus& corpus, const RunOptions& run, Work work) {
  std::vector<Workspace> workspaces(static_cast<std::size_t>(std::max(run.threads, 1)));
  parallel_for(blocks_of(corpus), run.threads, [&](std::size_t block, int worker) {
    const std::size_t begin = block * kPairsPerBlock, end = std::min(corpus.size(), begin + kPairsPerBlock);
    if (worker == 0 && run.tick) run.tick(begin);
    for (std::size_t pair = begin; pair < end; ++pair) {
      if (alignable(corpus[pair])) work(pair, block, workspaces[static_cast<std::size_t>(worker)]);
    }
  });
}

std::span<const PairId> cells_of(const IndexedCorpus& data, std::size_t pair, std::vector<PairId>& scratch) {
  return data.indexed ? data.index.cells(data.corpus[pair], pair, scratch)
                      : data.index.look_up(data.corpus[pair], scratch);
}

Link link_of(Direction direction, int given, std::size_t generated) {
  const auto from = static_cast<std::uint16_t>(given), to = static_cast<std::uint16_t>(generated);
  return direction == Direction::kForward ? Link{from, to} : Link{to, from};
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
  std::vector<double> likelihoods(blocks_of(data.corpus), 0.0);
  for_each_pair(data.corpus, run, [&](std::size_t pair, std::size_t block, Workspace& space) {
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

Alignments decode(const Directed& model, const IndexedCorpus& data, Decoding decoding,
                  const RunOptions& run) {
  std::vector<std::vector<Link>> found(data.corpus.size());
  for_each_pair(data.corpus, run, [&](std::size_t pair, std::size_t, Workspace& space) {
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
        found[pair].push_back(link_of(model.lexicon.direction(), positions[j], j));
    }
  });
  Alignments alignments;
  for (const std::vector<Link>& links : found) alignments.add(links);
  return alignments;
}

}  // namespace rectrix::align
