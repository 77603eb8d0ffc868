#include "align/hmm.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.hpp"

namespace rectrix::align {
namespace {

// Positions: 0 is the sentence's begin, 1..I the given words. Arrays in the lattice, for n generated and I
// given words:
//   forward   n x I          probability that word j stands for given word i, together with the words before
//   memory    (n+1) x (I+1)  the same with i as the last given word: j is either its or the empty word's
//   future    n x I          p(word j | i) times the probability of the words after j
//   leaving   I+1            expected jumps away from each position
//   row       Rows below
// Everything is scaled so that the probabilities of each word sum to 1.
std::size_t size(int n) { return static_cast<std::size_t>(n); }

struct Rows {
  float *weight, *anywhere, *inverse, *after, *starts, *jumps;

  static Rows in(std::vector<float>& row, int given) {
    const std::size_t stride = size(given) + 1;
    if (row.size() < 8 * stride) row.resize(8 * stride);
    float* const at = row.data();
    return {at, at + stride, at + 2 * stride, at + 3 * stride, at + 4 * stride, at + 6 * stride};
  }
  void clear_counts(int given) const { std::fill(starts, starts + 4 * (given + 1), 0.0F); }
};

// out[i] += sum over p of weight[p] s(i - p), all counted from 0.
void spread(const float* weight, const float* s, int length, float* __restrict out) {
  int p = 0;
  for (; p + 3 < length; p += 4) {
    const float w0 = weight[p], w1 = weight[p + 1], w2 = weight[p + 2], w3 = weight[p + 3];
    const float* at = s - p;
    for (int i = 0; i < length; ++i)
      out[i] += (w0 * at[i] + w1 * at[i - 1]) + (w2 * at[i - 2] + w3 * at[i - 3]);
  }
  for (; p < length; ++p) {
    const float w = weight[p];
    const float* at = s - p;
    for (int i = 0; i < length; ++i) out[i] += w * at[i];
  }
}

// out[d] += sum over p of weight[p] future[p + d]: how much goes over each distance.
void correlate(const float* weight, const float* future, int length, float* __restrict out) {
  for (int p = 0; p < length; ++p) {
    const float w = weight[p];
    float* const at = out - p;
    for (int i = 0; i < length; ++i) at[i] += w * future[i];
  }
}

void require(bool sound, const char* what) {
  if (!sound) throw UsageError(what);
}

}  // namespace

Hmm::Hmm(const DistortionOptions& options)
    : null_(options.null_probability < 0 ? 0.2 : options.null_probability),
      restart_(options.restart_probability),
      favor_diagonal_(options.favor_diagonal),
      jumps_(options.jump_width),
      tension_(options.tension, options.learn_tension) {}

Hmm::Choice Hmm::choice() const {
  return {static_cast<float>((1 - null_) * (1 - restart_)), static_cast<float>((1 - null_) * restart_),
          static_cast<float>(null_)};
}

void Hmm::prepare(std::span<const Lengths> pairs) {
  int longest = 0;
  for (const Lengths lengths : pairs) longest = std::max(longest, lengths.given);
  jumps_.prepare(longest);
  if (favor_diagonal_) tension_.prepare(pairs);
}

void Hmm::restart_row(int generated, Lengths lengths, std::span<float> row) const {
  if (favor_diagonal_) {
    diagonal_row(generated, lengths, tension_.value(), row);
  } else {
    std::fill(row.begin(), row.end(), 1.0F / static_cast<float>(lengths.given));
  }
}

void Hmm::fill_inverse(int given, float* inverse) const {
  for (int p = 0; p <= given; ++p) inverse[p] = static_cast<float>(jumps_.inverse_normalizer(p, given));
}

double Hmm::run_forward(Lattice& lattice) const {
  const int given = lattice.lengths.given;
  const Rows rows = Rows::in(lattice.row, given);
  const Choice share = choice();
  const float* const starts = jumps_.start_weights() + 1;
  double likelihood = 0.0;
  for (int j = 0; j < lattice.lengths.generated; ++j) {
    const float* const before = lattice.memory.data() + size(j) * size(given + 1);
    float* const after = lattice.memory.data() + size(j + 1) * size(given + 1);
    float* const out = lattice.forward.data() + size(j) * size(given);
    const std::span<float> words = lattice.row_of(j);
    restart_row(j, lattice.lengths, {rows.anywhere, size(given)});
    for (int p = 0; p <= given; ++p) rows.weight[p] = share.jump * before[p] * rows.inverse[p];
    for (int i = 0; i < given; ++i) out[i] = rows.weight[0] * starts[i] + share.restart * rows.anywhere[i];
    spread(rows.weight + 1, jumps_.weights(), given, out);
    float& null = lattice.null[size(j)];
    null *= share.null;
    float total = null;
    for (int i = 0; i < given; ++i) total += out[i] *= words[size(i)];
    total = std::max(total, std::numeric_limits<float>::min());
    likelihood += std::log(static_cast<double>(total));
    // From here on a word's probabilities are only used over its scale.
    const float scale = 1.0F / total;
    null *= scale;
    after[0] = null * before[0];
    for (int i = 0; i < given; ++i) {
      words[size(i)] *= scale;
      out[i] *= scale;
      after[i + 1] = out[i] + null * before[i + 1];
    }
  }
  return likelihood;
}

void Hmm::run_backward(Lattice& lattice) const {
  const int given = lattice.lengths.given;
  const Rows rows = Rows::in(lattice.row, given);
  const Choice share = choice();
  const float* const starts = jumps_.start_weights() + 1;
  float* const reached = rows.weight;
  float* const after = rows.after;  // probability of the words after j, by last given word
  std::fill(after, after + given + 1, 1.0F);
  for (int j = lattice.lengths.generated - 1; j >= 0; --j) {
    const float* const before = lattice.memory.data() + size(j) * size(given + 1);
    const float* const forward = lattice.forward.data() + size(j) * size(given);
    float* const future = lattice.future.data() + size(j) * size(given);
    const std::span<float> cells = lattice.row_of(j);
    restart_row(j, lattice.lengths, {rows.anywhere, size(given)});
    float any = 0.0F, start = 0.0F;
    for (int i = 0; i < given; ++i) {
      future[i] = cells[size(i)] * after[i + 1];
      cells[size(i)] = forward[i] * after[i + 1];
      any += rows.anywhere[i] * future[i];
      start += starts[i] * future[i];
    }
    // Seen from p the words lie at the reversed distances.
    std::fill(reached, reached + given + 1, 0.0F);
    spread(future, jumps_.reversed_weights(), given, reached + 1);
    reached[0] = start;
    float& null = lattice.null[size(j)];
    float empty = 0.0F;
    for (int p = 0; p <= given; ++p) {
      const float jumped = share.jump * rows.inverse[p] * reached[p], stayed = null * after[p];
      lattice.leaving[size(p)] += before[p] * jumped;
      empty += before[p] * stayed;
      after[p] = jumped + share.restart * any + stayed;
    }
    null = empty;
  }
}

double Hmm::posteriors(Lattice& lattice) const {
  const int given = lattice.lengths.given;
  lattice.forward.resize(lattice.cells.size());
  lattice.future.resize(lattice.cells.size());
  lattice.memory.assign(size(lattice.lengths.generated + 1) * size(given + 1), 0.0F);
  lattice.memory[0] = 1.0F;
  lattice.leaving.assign(size(given + 1), 0.0F);
  fill_inverse(given, Rows::in(lattice.row, given).inverse);
  const double likelihood = run_forward(lattice);
  run_backward(lattice);
  return likelihood;
}

void Hmm::collect(Lattice& lattice) {
  const int given = lattice.lengths.given;
  const Rows rows = Rows::in(lattice.row, given);
  const Choice share = choice();
  rows.clear_counts(given);
  float* const jumps = rows.jumps + given;  // by distance
  for (int j = 0; j < lattice.lengths.generated; ++j) {
    const float* const before = lattice.memory.data() + size(j) * size(given + 1);
    const float* const future = lattice.future.data() + size(j) * size(given);
    for (int p = 0; p <= given; ++p) rows.weight[p] = share.jump * before[p] * rows.inverse[p];
    for (int i = 0; i < given; ++i) rows.starts[i + 1] += rows.weight[0] * future[i];
    correlate(rows.weight + 1, future, given, jumps);
  }
  for (int d = 1 - given; d < given; ++d) jumps[d] *= jumps_.weights()[d];
  for (int i = 1; i <= given; ++i) rows.starts[i] *= jumps_.start_weights()[i];
  jumps_.collect(jumps, rows.starts, lattice.leaving, given);
  if (favor_diagonal_) collect_restarts(lattice);
}

void Hmm::collect_restarts(Lattice& lattice) {
  const int given = lattice.lengths.given;
  const Rows rows = Rows::in(lattice.row, given);
  const Choice share = choice();
  for (int j = 0; j < lattice.lengths.generated; ++j) {
    const float* const future = lattice.future.data() + size(j) * size(given);
    restart_row(j, lattice.lengths, {rows.anywhere, size(given)});
    double weight = 0.0, distance = 0.0;
    for (int i = 0; i < given; ++i) {
      const auto restarts = static_cast<double>(share.restart * rows.anywhere[i] * future[i]);
      weight += restarts;
      distance += restarts * diagonal_distance(i, j, lattice.lengths);
    }
    tension_.collect(j, lattice.lengths, weight, distance);
  }
}

void Hmm::maximize() {
  jumps_.maximize();
  if (favor_diagonal_) tension_.maximize();
}

// Max-product over the same steps. lattice.origin holds, for word j and last given word p, the last given
// word before j, or kNullPosition if j is the empty word's.
void Hmm::best(Lattice& lattice, std::span<int> positions) const {
  const int given = lattice.lengths.given, generated = lattice.lengths.generated, stride = given + 1;
  const Rows rows = Rows::in(lattice.row, given);
  fill_inverse(given, rows.inverse);
  lattice.origin.assign(size(generated) * size(stride), 0);
  float* const memory = rows.after;
  std::fill(memory, memory + stride, 0.0F);
  memory[0] = 1.0F;
  for (int j = 0; j < generated; ++j) best_step(lattice, j);
  int last = static_cast<int>(std::max_element(memory, memory + stride) - memory);
  for (int j = generated - 1; j >= 0; --j) {
    const int origin = lattice.origin[size(j) * size(stride) + size(last)];
    positions[size(j)] = origin == kNullPosition ? kNullPosition : last - 1;
    if (origin != kNullPosition) last = origin;
  }
}

void Hmm::best_step(Lattice& lattice, int j) const {
  const int given = lattice.lengths.given;
  const Rows rows = Rows::in(lattice.row, given);
  const Choice share = choice();
  float *const memory = rows.after, *const out = rows.starts;
  int* const origin = lattice.origin.data() + size(j) * size(given + 1);
  restart_row(j, lattice.lengths, {rows.anywhere, size(given)});
  std::fill(out, out + given + 1, 0.0F);
  for (int p = 0; p <= given; ++p) {
    const float jump = share.jump * memory[p] * rows.inverse[p], restart = share.restart * memory[p];
    const float* const s = p == 0 ? jumps_.start_weights() + 1 : jumps_.weights() + 1 - p;
    for (int i = 0; i < given; ++i) {
      const float through = jump * s[i] + restart * rows.anywhere[i];
      origin[i + 1] = through > out[i + 1] ? p : origin[i + 1];
      out[i + 1] = std::max(through, out[i + 1]);
    }
  }
  const std::span<const float> words = lattice.row_of(j);
  const float null = share.null * lattice.null[size(j)];
  float largest = std::numeric_limits<float>::min();
  for (int p = 0; p <= given; ++p) {
    const float full = p == 0 ? 0.0F : out[p] * words[size(p) - 1], empty = null * memory[p];
    if (empty > full || p == 0) origin[p] = kNullPosition;
    memory[p] = std::max(full, empty);
    largest = std::max(largest, memory[p]);
  }
  for (int p = 0; p <= given; ++p) memory[p] /= largest;
}

std::vector<double> Hmm::parameters() const {
  std::vector<double> all{null_, restart_, favor_diagonal_ ? 1.0 : 0.0, tension_.value(),
                          static_cast<double>(jumps_.width())};
  all.insert(all.end(), jumps_.classes().begin(), jumps_.classes().end());
  all.insert(all.end(), jumps_.start_classes().begin(), jumps_.start_classes().end());
  return all;
}

void Hmm::set_parameters(std::span<const double> parameters) {
  require(parameters.size() > 5, "an hmm needs more parameters");
  const auto probability = [](double each) { return each >= 0.0 && each < 1.0; };
  require(probability(parameters[0]) && probability(parameters[1]),
          "hmm probabilities must be between 0 and 1");
  require(parameters[4] >= 1 && parameters[4] <= 1000, "the jump width of an hmm must be between 1 and 1000");
  const int width = static_cast<int>(parameters[4]);
  const std::size_t classes = 2 * size(width) + 3;
  require(parameters.size() == 5 + classes + size(width) + 1,
          "an hmm's parameters do not fit its jump width");
  null_ = parameters[0];
  restart_ = parameters[1];
  favor_diagonal_ = parameters[2] != 0.0;
  tension_.set(parameters[3]);
  jumps_ = Jumps(width);
  jumps_.set(parameters.subspan(5, classes), parameters.subspan(5 + classes));
}

}  // namespace rectrix::align
