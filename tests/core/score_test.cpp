// Metrics from n-best lists: what can be counted by hand, on any number of threads.
#include <cassert>

#include "base/error.hpp"
#include "kbest/reader.hpp"
#include "learn/mert.hpp"
#include "making.hpp"
#include "score/bleu.hpp"
#include "score/chrf.hpp"

using namespace rectrix;
using making::lines;

namespace {

constexpr std::string_view kLists =
    "0 ||| the house is small ||| lm= -1 tm= -2 0 ||| -3\n"
    "0 ||| the the house ||| lm= -2 tm= -1 1 ||| -4\n"
    "2 ||| a ||| lm= 0 ||| 0\n";

kbest::Lists read_lists() {
  bool given = false;
  kbest::Reader reader([&] { return std::exchange(given, true) ? std::string_view() : kLists; }, "test", kbest::Format::moses);
  kbest::Lists lists(std::make_shared<features::FeatureSpace>());
  while (reader.read(lists, 1) > 0) {
  }
  return lists;
}

void test_bleu_counts_clipped_matches() {
  const kbest::Lists lists = read_lists();
  assert(lists.sentences() == 3 && lists.hypotheses() == 3 && lists.list_begin()[1] == lists.list_begin()[2]);
  score::References references;
  references.read(lines("the house is small\nx\na b\n"));
  const score::Alignment alignment(lists, references, {});
  const auto words = score::map_words(lists.words(), references);
  const auto rows = score::bleu_statistics(lists, references, alignment, words, {});
  const std::vector<double> second(rows.begin() + 10, rows.begin() + 20);
  // "the the house": 3 words against 4; "the" counts once.
  assert((second == std::vector<double>{3, 4, 2, 1, 0, 0, 3, 2, 1, 0}));
  score::BleuOptions many;
  many.threads = 3;
  assert(score::bleu_statistics(lists, references, alignment, words, many) == rows);
  score::ChrfOptions chrf;
  const auto one = score::chrf_statistics(lists, references, alignment, chrf);
  chrf.threads = 3;
  assert(score::chrf_statistics(lists, references, alignment, chrf) == one);
}

void test_references_of_other_length_are_refused() {
  score::References references;
  references.read(lines("a\nb\n"));
  assert(making::throws<InputError>([&] { references.read(lines("a\n")); }));
}

// Two lines that cross at 1: beyond it the better hypothesis wins, and line search must find the far side.
void test_line_search_crosses_over() {
  const std::vector<std::int64_t> list_begin{0, 2}, feature_begin{0, 1, 2};
  const std::vector<std::int32_t> ids{0, 0};
  const std::vector<float> values{1, 2};
  const std::vector<double> statistics{0, 1};
  learn::ListsView problem{list_begin, feature_begin, ids, values, statistics, 1};
  problem.check();
  const learn::Metric metric = [](std::span<const double> sums, std::span<double> scores) {
    std::copy(sums.begin(), sums.end(), scores.begin());
  };
  const std::vector<double> intercepts{1, 0}, slopes{0, 1};
  const auto best = learn::line_search(problem, metric, intercepts, slopes, 1e-6);
  assert(best.score == 1 && best.position > 1);
}

}  // namespace

int main() {
  test_bleu_counts_clipped_matches();
  test_references_of_other_length_are_refused();
  test_line_search_crosses_over();
}
