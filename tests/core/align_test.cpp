// Alignment: any number of threads, the likelihood rises, a damaged file is refused.
#include <cassert>

#include "align/aligner.hpp"
#include "align/symmetrize.hpp"
#include "base/error.hpp"
#include "making.hpp"

using namespace rectrix;
using namespace rectrix::align;
using making::lines;

namespace {

const std::string kSource = making::text(300, 7, 1, 's'), kTarget = making::text(300, 6, 2, 't');

std::string train(int threads, std::vector<double>& likelihoods) {
  Lines source = lines(kSource), target = lines(kTarget);
  Trainer trainer(source, target, {}, [](std::size_t) {});
  const RunOptions run{threads, {}};
  for (int iteration = 0; iteration < 3; ++iteration) likelihoods.push_back(trainer.iterate(Direction::kForward, 0, run));
  for (int iteration = 0; iteration < 3; ++iteration) trainer.iterate(Direction::kReverse, 0, run);
  const Alignments links = symmetrize(trainer.align(Direction::kForward, Decoding::kViterbi, run),
                                      trainer.align(Direction::kReverse, Decoding::kPosterior, run), Heuristic::kGrowDiagFinalAnd);
  std::string text;
  for (std::size_t pair = 0; pair < links.size(); ++pair) append_pharaoh(links[pair], text);
  return text;
}

void test_threads_change_nothing_and_likelihood_rises() {
  std::vector<double> one, four;
  const std::string expected = train(1, one);
  assert(!expected.empty() && train(4, four) == expected && one == four);
  assert(one[0] < one[1] && one[1] < one[2]);
}

void test_gold_knows_sure_and_possible_links() {
  Lines text = lines("1-1 2?2 3p1\n\n");
  const Gold gold = read_gold(text, 1);
  assert(gold.sure[0].size() == 1 && gold.possible[0].size() == 3 && gold.sure[1].empty());
  Lines wrong = lines("0-0\n1-x\n");
  assert(making::throws<InputError>([&] { read_pharaoh(wrong); }));
}

}  // namespace

int main() {
  test_threads_change_nothing_and_likelihood_rises();
  test_gold_knows_sure_and_possible_links();
}
