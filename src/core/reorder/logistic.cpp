#include "reorder/logistic.hpp"

#include "base/threads.hpp"

namespace rectrix::reorder {

namespace {

constexpr std::size_t kBlock = 8192;  // rows per piece of work; sums are added piece by piece, in order

template <class Work>
void in_blocks(std::size_t rows, int threads, Work work) {
  parallel_for((rows + kBlock - 1) / kBlock, threads, [&](std::size_t block, int) {
    work(block, block * kBlock, std::min(rows, (block + 1) * kBlock));
  });
}

}  // namespace

std::vector<double> probabilities(const Rows& rows, std::span<const double> weights, int classes, int threads) {
  std::vector<double> result(rows.size() * static_cast<std::size_t>(classes));
  with_classes(classes, [&]<int K>() {
    in_blocks(rows.size(), threads, [&](std::size_t, std::size_t begin, std::size_t end) {
      PerClass<K> scores, chances;
      for (std::size_t i = begin; i < end; ++i) {
        score<K>(rows, i, weights.data(), classes, scores);
        softmax<K>(scores, classes, chances);
        std::copy_n(chances.at, classes, result.begin() + static_cast<std::ptrdiff_t>(i * classes));
      }
    });
  });
  return result;
}

double squared_norm(std::span<const double> weights) {
  double sum = 0;
  for (const double w : weights) sum += w * w;
  return sum;
}

double primal_objective(const Examples& examples, std::span<const double> weights, double sigma2, int threads) {
  std::vector<double> losses((examples.size() + kBlock - 1) / kBlock, 0);
  with_classes(examples.class_count, [&]<int K>() {
    in_blocks(examples.size(), threads, [&](std::size_t block, std::size_t begin, std::size_t end) {
      PerClass<K> scores, chances;
      for (std::size_t i = begin; i < end; ++i) {
        score<K>(examples.rows, i, weights.data(), examples.class_count, scores);
        losses[block] += softmax<K>(scores, examples.class_count, chances) - scores[examples.classes[i]];
      }
    });
  });
  double sum = squared_norm(weights) / (2 * sigma2);
  for (const double loss : losses) sum += loss;
  return sum;
}

}  // namespace rectrix::reorder
