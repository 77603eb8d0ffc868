#include "align/fertility.hpp"

#include <algorithm>
#include <atomic>
#include <string>

#include "base/error.hpp"
#include "base/hash.hpp"
#include "base/random.hpp"
#include "base/threads.hpp"

namespace rectrix::align {
namespace {

constexpr int kFertilities = 8;       // 0..7; the last is next to impossible
constexpr int kMostSamples = 8192;    // whose shares still are integers of some size
constexpr double kForbidden = 1e-10;
constexpr int kLongestJump = static_cast<int>(kMaxLength) + 1;
constexpr double kJumpWidths = 100;  // that the prior is spread over

enum class Model { kWords, kJumps, kFertility };

// Where the sampling distributions of a sweep are added.
struct Sink {
  std::uint16_t* sums = nullptr;  // by cell; null: nowhere
  float unit = 0.0F;              // what a probability of 1 adds
  bool shared = false;            // with other threads

  void add(std::uint32_t cell, float share) const {
    const auto value = static_cast<std::uint16_t>(share + 0.5F);
    if (shared) {
      std::atomic_ref(sums[cell]).fetch_add(value, std::memory_order_relaxed);
    } else {
      sums[cell] = static_cast<std::uint16_t>(sums[cell] + value);
    }
  }
};

// A cell as one direction sees it.
struct Entry {
  std::uint32_t given;
  PairId pair;
  std::uint32_t cell;
};

// The cells of a sentence pair by generated word: entries[begin[j]..begin[j + 1]).
struct Grid {
  std::vector<Entry> entries;
  std::vector<std::uint32_t> begin;
};

// A sentence pair in one direction.
struct SentenceView {
  std::span<const Word> given, generated;
  std::uint16_t* links;       // of the generated words: 0, or position + 1
  const std::uint16_t* back;  // of the given words, in the other direction
};

// Jumps by distance, as unnormalized counts with their prior.
class JumpCounts {
 public:
  explicit JumpCounts(double prior)
      : prior_(prior),
        total_(prior * kJumpWidths),
        counts_(2 * kLongestJump + 1, 0),
        weights_(counts_.size(), static_cast<float>(prior)) {}
  // Centered at distance 0.
  const float* weights() const { return weights_.data() + kLongestJump; }
  float operator()(int distance) const { return weights_[at(distance)]; }
  void add(int distance, int by) {
    const std::int64_t count = counts_[at(distance)] += by;
    weights_[at(distance)] = static_cast<float>(static_cast<double>(count) + prior_);
    total_ += by;
  }
  double total() const { return total_; }

 private:
  static std::size_t at(int distance) { return static_cast<std::size_t>(distance + kLongestJump); }
  double prior_, total_;
  std::vector<std::int64_t> counts_;
  std::vector<float> weights_;  // counts with their prior
};

struct HalfSizes {
  std::size_t given, generated, pairs;
};

// One direction of one chain.
class Half {
 public:
  Half(const Side& given, const Side& generated, HalfSizes sizes, const FertilityOptions& options,
       const std::vector<float>& prior)
      : options_(options),
        given_(given),
        generated_(generated),
        counts_(prior.empty() ? std::vector<float>(sizes.pairs, 0.0F) : prior),
        totals_(sizes.given, 0.0),
        inverse_(sizes.given),
        null_counts_(sizes.generated, 0),
        smoothing_(options.lexical_prior * static_cast<double>(sizes.generated)),
        jumps_(options.jump_prior),
        fertilities_(sizes.given),
        ratios_(sizes.given),
        links_(generated.words.size(), 0) {}

  // Lends a given word the counts of an earlier model; before start().
  void lend(Word given, float count) { totals_[given] += static_cast<double>(count); }
  // The first links of a sentence pair, drawn evenly from its cells.
  void start(std::size_t sentence, const Grid& grid, Random& random);
  // New links for a sentence pair from what all others say.
  template <Model kModel>
  void sweep(std::size_t sentence, const Grid& grid, const Half& other, const Sink& sink, Random& random);
  // The fertilities counted since the last call become ratios for the next sweep.
  void smooth_fertilities();

 private:
  // The links on either side of a word: -1 and the sentence's length at the ends.
  struct Neighbors {
    int left, right;
  };
  template <Model kModel>
  float weigh(std::size_t j, std::span<const Entry> row, SentenceView at, Neighbors near);
  void attach(std::size_t j, const Entry& entry, SentenceView at, Neighbors near);
  void detach(std::size_t j, const Entry& entry, SentenceView at, Neighbors near);
  void count(Word given, PairId pair, float by) {
    counts_[pair] += by;
    totals_[given] += static_cast<double>(by);
    inverse_[given] = 1.0F / static_cast<float>(totals_[given] + smoothing_);
  }
  void count_fertilities(std::span<const Word> given) {
    for (std::size_t i = 0; i < given.size(); ++i)
      ++fertilities_[given[i]][static_cast<std::size_t>(std::min(fertility_[i], kFertilities - 1))];
  }
  void count_null(Word word, int by) {
    null_counts_[word] += static_cast<std::uint32_t>(by);
    null_total_ += by;
  }

  const FertilityOptions& options_;
  const Side &given_, &generated_;
  std::vector<float> counts_;    // links of each pair
  std::vector<double> totals_;   // of each given word
  std::vector<float> inverse_;   // 1 / (total + prior)
  std::vector<std::uint32_t> null_counts_;
  double null_total_ = 0.0, smoothing_;
  JumpCounts jumps_;
  std::vector<std::array<std::uint32_t, kFertilities>> fertilities_;
  std::vector<std::array<float, kFertilities>> ratios_;  // F(k + 1) / F(k)
  std::vector<std::uint16_t> links_;                     // of each generated token: 0, or position + 1
  std::vector<int> fertility_;                           // of each given word of the current sentence
  std::vector<float> weights_;                           // of the current word's entries
};

const Entry& entry_of(const Grid& grid, std::size_t j, std::uint32_t given) {
  const Entry* entry = grid.entries.data() + grid.begin[j];
  while (entry->given != given) ++entry;
  return *entry;
}

void Half::attach(std::size_t j, const Entry& entry, SentenceView at, Neighbors near) {
  const int position = static_cast<int>(entry.given);
  at.links[j] = static_cast<std::uint16_t>(position + 1);
  count(at.given[entry.given], entry.pair, 1.0F);
  ++fertility_[entry.given];
  jumps_.add(position - near.left, 1);
  jumps_.add(near.right - position, 1);
  jumps_.add(near.right - near.left, -1);
}

void Half::detach(std::size_t j, const Entry& entry, SentenceView at, Neighbors near) {
  const int position = static_cast<int>(entry.given);
  at.links[j] = 0;
  count(at.given[entry.given], entry.pair, -1.0F);
  --fertility_[entry.given];
  jumps_.add(position - near.left, -1);
  jumps_.add(near.right - position, -1);
  jumps_.add(near.right - near.left, 1);
}

void Half::start(std::size_t sentence, const Grid& grid, Random& random) {
  const SentenceView at{given_[sentence], generated_[sentence], links_.data() + generated_.offsets[sentence],
                        nullptr};
  const int end = static_cast<int>(at.given.size());
  fertility_.assign(at.given.size(), 0);
  for (const Word word : at.given) {
    inverse_[word] = static_cast<float>(1.0 / (totals_[word] + smoothing_));
  }
  jumps_.add(end + 1, 1);
  int left = -1;
  for (std::size_t j = 0; j < at.generated.size(); ++j) {
    const std::uint32_t choices = grid.begin[j + 1] - grid.begin[j];
    if (choices == 0) {
      count_null(at.generated[j], 1);
      continue;
    }
    attach(j, grid.entries[grid.begin[j] + random.below(choices)], at, {left, end});
    left = at.links[j] - 1;
  }
  count_fertilities(at.given);
}

// Fills weights_ for a word without a link; returns the weight of the empty word.
template <Model kModel>
float Half::weigh(std::size_t j, std::span<const Entry> row, SentenceView at, Neighbors near) {
  const auto prior = static_cast<float>(options_.lexical_prior), reward = static_cast<float>(options_.reward);
  if (weights_.size() < row.size()) weights_.resize(row.size());
  const float *const from_left = jumps_.weights() - near.left, *const to_right = jumps_.weights() + near.right;
  for (std::size_t k = 0; k < row.size(); ++k) {
    const std::uint32_t i = row[k].given;
    const int position = static_cast<int>(i);
    float weight = (counts_[row[k].pair] + prior) * inverse_[at.given[i]];
    if constexpr (kModel != Model::kWords)
      weight *= from_left[position] * to_right[-position];
    if constexpr (kModel == Model::kFertility)
      weight *= ratios_[at.given[i]][static_cast<std::size_t>(std::min(fertility_[i], kFertilities - 1))];
    weights_[k] = at.back[i] == j + 1 ? weight * reward : weight;
  }
  double null = options_.null_probability * (null_counts_[at.generated[j]] + options_.lexical_prior) /
                (null_total_ + smoothing_);
  // One jump fewer, hence one normalizer more than the others.
  if constexpr (kModel != Model::kWords) null *= jumps_.total() * static_cast<double>(jumps_(near.right - near.left));
  return static_cast<float>(null);
}

template <Model kModel>
void Half::sweep(std::size_t sentence, const Grid& grid, const Half& other, const Sink& sink, Random& random) {
  const SentenceView at{given_[sentence], generated_[sentence], links_.data() + generated_.offsets[sentence],
                        other.links_.data() + given_.offsets[sentence]};
  const std::size_t length = at.generated.size();
  fertility_.assign(at.given.size(), 0);
  for (std::size_t j = 0; j < length; ++j) {
    if (at.links[j] != 0) ++fertility_[at.links[j] - 1U];
  }
  Neighbors near{-1, -1};
  std::size_t next = 0;  // the first word after j that has a link
  for (std::size_t j = 0; j < length; ++j) {
    if (next <= j) {
      for (next = j + 1; next < length && at.links[next] == 0;) ++next;
      near.right = static_cast<int>(next < length ? at.links[next] - 1U : at.given.size());
    }
    const std::span<const Entry> row{grid.entries.data() + grid.begin[j],
                                     grid.entries.data() + grid.begin[j + 1]};
    if (at.links[j] != 0) {
      detach(j, entry_of(grid, j, at.links[j] - 1U), at, near);
    } else {
      count_null(at.generated[j], -1);
    }
    const float null = weigh<kModel>(j, row, at, near);
    float total = null;
    for (std::size_t k = 0; k < row.size(); ++k) total += weights_[k];
    if (sink.sums != nullptr) {
      const float scale = sink.unit / total;
      for (std::size_t k = 0; k < row.size(); ++k) sink.add(row[k].cell, weights_[k] * scale);
    }
    float rest = static_cast<float>(random.uniform()) * total - null;
    std::size_t k = 0;
    while (rest >= 0.0F && k < row.size()) rest -= weights_[k++];
    if (k == 0) {
      count_null(at.generated[j], 1);
    } else {
      attach(j, row[k - 1], at, near);
      near.left = at.links[j] - 1;
    }
  }
  count_fertilities(at.given);
}

void Half::smooth_fertilities() {
  std::array<double, kFertilities> all{};
  double total = 0.0;
  for (const auto& counts : fertilities_) {
    for (std::size_t k = 0; k < kFertilities; ++k) all[k] += counts[k];
  }
  for (double& each : all) total += each += 1.0;
  const double prior = options_.fertility_prior > 0.0 ? options_.fertility_prior : 1.0;
  for (double& each : all) each *= prior / total;
  for (std::size_t word = 0; word < fertilities_.size(); ++word) {
    auto& counts = fertilities_[word];
    for (std::size_t k = 0; k + 1 < kFertilities; ++k) {
      ratios_[word][k] = static_cast<float>((counts[k + 1] + all[k + 1]) / (counts[k] + all[k]));
    }
    ratios_[word][kFertilities - 2] = ratios_[word][kFertilities - 1] = static_cast<float>(kForbidden);
    counts.fill(0);
  }
}

void check(const FertilityOptions& options) {
  const auto positive = [](double value) { return value > 0.0 && value < 1e6; };  // false for NaN
  if (options.chains < 1 || options.sweeps < 1 || options.lexical_sweeps < 0 || options.hmm_sweeps < 0 ||
      static_cast<std::int64_t>(options.chains) * options.sweeps > kMostSamples) {
    throw UsageError("chains and sweeps must be positive and their product at most " +
                     std::to_string(kMostSamples));
  }
  const auto sound = [&](double value) { return value == 0.0 || positive(value); };
  if (!positive(options.lexical_prior) || !sound(options.jump_prior) || !sound(options.fertility_prior) ||
      !positive(options.reward) || !(options.null_probability >= 0.0 && options.null_probability < 1.0)) {
    throw UsageError("priors must not be negative, reward and lexical prior positive, the null probability at least 0 and below 1");
  }
}

// The cells of a pair as both directions see them.
class Layout {
 public:
  Grid forward, reverse;

  void set(const IndexedCorpus& data, std::size_t sentence) {
    const std::size_t sources = data.corpus.source[sentence].size(),
                      targets = data.corpus.target[sentence].size();
    const CellSet& cells = data.index.cell_set();
    const auto first = static_cast<std::uint32_t>(cells.begin(sentence));
    const std::span<const Word> words = data.corpus.source[sentence];
    forward.begin.assign(targets + 1, 0);
    reverse.begin.assign(sources + 1, 0);
    forward.entries.resize(cells.end(sentence) - first);
    reverse.entries.resize(forward.entries.size());
    std::uint32_t cell = first;
    std::size_t target = 0, row = 0;  // a division for each cell would take longer than all the rest
    cells.visit(sentence, [&](std::size_t at) {
      for (; at >= row + sources; row += sources) forward.begin[++target] = cell - first;
      const auto source = static_cast<std::uint32_t>(at - row);
      forward.entries[cell - first] = {source, data.index.cell_pair(cell, words[source]), cell};
      ++cell;
      ++reverse.begin[source + 1];
    });
    while (target < targets) forward.begin[++target] = cell - first;
    transpose(targets, sources);
  }

 private:
  void transpose(std::size_t targets, std::size_t sources) {
    for (std::size_t i = 0; i < sources; ++i) reverse.begin[i + 1] += reverse.begin[i];
    next_ = reverse.begin;
    for (std::uint32_t j = 0; j < targets; ++j) {
      for (std::uint32_t k = forward.begin[j]; k < forward.begin[j + 1]; ++k) {
        const Entry& entry = forward.entries[k];
        reverse.entries[next_[entry.given]++] = {j, entry.pair, entry.cell};
      }
    }
  }
  std::vector<std::uint32_t> next_;
};

class Chain {
 public:
  Chain(const IndexedCorpus& data, VocabularySizes sizes, const FertilityOptions& options,
        const PriorCounts& prior, std::size_t number)
      : data_(data),
        forward_(data.corpus.source, data.corpus.target, {sizes.source, sizes.target, data.index.size()},
                 options, prior[0]),
        reverse_(data.corpus.target, data.corpus.source, {sizes.target, sizes.source, data.index.size()},
                 options, prior[1]),
        random_{Random(mix(options.seed) + 2 * number), Random(mix(options.seed) + 2 * number + 1)} {
    lend(prior);
    each_sentence([&](std::size_t s) {
      forward_.start(s, layout_.forward, random_[0]);
      reverse_.start(s, layout_.reverse, random_[1]);
    });
  }

  void sweep(Model model, const std::array<Sink, 2>& sinks) {
    if (model == Model::kWords) return sweep<Model::kWords>(sinks);
    if (model == Model::kJumps) return sweep<Model::kJumps>(sinks);
    sweep<Model::kFertility>(sinks);
  }

 private:
  template <Model kModel>
  void sweep(const std::array<Sink, 2>& sinks) {
    forward_.smooth_fertilities();
    reverse_.smooth_fertilities();
    each_sentence([&](std::size_t s) {
      forward_.sweep<kModel>(s, layout_.forward, reverse_, sinks[0], random_[0]);
      reverse_.sweep<kModel>(s, layout_.reverse, forward_, sinks[1], random_[1]);
    });
  }

  void lend(const PriorCounts& prior) {
    const std::span<const std::uint64_t> offsets = data_.index.offsets();
    for (Word source = 0; source + 1 < offsets.size(); ++source) {
      for (std::size_t p = offsets[source]; p < offsets[source + 1]; ++p) {
        if (!prior[0].empty()) forward_.lend(source, prior[0][p]);
        if (!prior[1].empty()) reverse_.lend(data_.index.targets()[p], prior[1][p]);
      }
    }
  }

  template <class Work>
  void each_sentence(Work work) {
    for (std::size_t s = 0; s < data_.corpus.size(); ++s) {
      if (!alignable(data_.corpus[s])) continue;
      layout_.set(data_, s);
      work(s);
    }
  }

  const IndexedCorpus& data_;
  Half forward_, reverse_;
  Random random_[2];
  Layout layout_;
};

}  // namespace

CellPosteriors sample_fertilities(const IndexedCorpus& data, VocabularySizes sizes,
                                  const FertilityOptions& options, const PriorCounts& prior,
                                  const RunOptions& run) {
  check(options);
  if (data.index.cell_set().size() > 0xffffffffU)
    throw RunError("more than 2^32 cells may hold links; train on fewer sentences");
  CellPosteriors posteriors(data.index.cell_set().size());
  const int samples = (options.sweeps + 1) / 2;
  // Rounding may add one half for each sample; a sum must not exceed the whole.
  const auto unit = static_cast<float>(CellPosteriors::kWhole / (options.chains * samples) - 0.5);
  std::array<Sink, 2> sinks;
  for (std::size_t d = 0; d < 2; ++d) {
    sinks[d] = {posteriors.directions[d].data(), unit, run.threads > 1};
  }
  const Model last = options.jump_prior == 0.0        ? Model::kWords
                     : options.fertility_prior == 0.0 ? Model::kJumps
                                                      : Model::kFertility;
  const auto sweeps = static_cast<std::size_t>(options.lexical_sweeps + options.hmm_sweeps + options.sweeps);
  parallel_for(static_cast<std::size_t>(options.chains), run.threads, [&](std::size_t number, int worker) {
    Chain chain(data, sizes, options, prior, number);
    std::size_t done = number * sweeps;
    const auto tick = [&] {
      if (worker == 0 && run.tick) run.tick(done);
      ++done;
    };
    for (int k = 0; k < options.lexical_sweeps; ++k, tick()) chain.sweep(Model::kWords, {});
    for (int k = 0; k < options.hmm_sweeps; ++k, tick()) chain.sweep(std::min(Model::kJumps, last), {});
    for (int k = 0; k < options.sweeps; ++k, tick()) {
      chain.sweep(last, k + samples >= options.sweeps ? sinks : std::array<Sink, 2>{});
    }
  });
  return posteriors;
}

}  // namespace rectrix::align
