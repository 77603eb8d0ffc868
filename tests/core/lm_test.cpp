// Language models: what is written comes back, probabilities sum to 1, threads change nothing.
#include <cassert>
#include <cmath>
#include <vector>

#include "base/error.hpp"
#include "lm/arpa.hpp"
#include "lm/chart.hpp"
#include "lm/corpus.hpp"
#include "lm/sentences.hpp"
#include "lm/train.hpp"
#include "making.hpp"

using namespace rectrix;
using namespace rectrix::lm;
using making::lines;

namespace {

const std::string kText = making::text(200, 8, 6, 'w');

std::string arpa(int threads, std::size_t memory) {
  Corpus corpus("/tmp", false);
  Lines text = lines(kText);
  corpus.read(text);
  TrainOptions options;
  options.order = 3;
  options.threads = threads;
  options.memory = memory;
  std::string made;
  train(corpus, options, [&](std::string_view piece) { made += piece; }, false, [](std::size_t) {});
  return made;
}

void test_threads_and_memory_change_nothing() {
  const std::string expected = arpa(1, std::size_t{400} << 20);
  assert(arpa(4, std::size_t{400} << 20) == expected && arpa(2, std::size_t{1} << 16) == expected);
}

void test_probabilities_sum_to_one_and_a_saved_model_is_the_same() {
  const std::string text = arpa(1, std::size_t{1} << 20);
  Lines source = lines(text);
  const Model model = read_arpa(source);
  double sum = 0;
  for (Word word = 0; word < model.vocabulary().size(); ++word) {
    if (word == kSentenceBegin) continue;
    const std::string sentence = "w1 w2 " + std::string(model.vocabulary().text(word));
    const auto words = score_words(model, sentence, {.begin = false, .end = false});
    sum += std::pow(10.0, static_cast<double>(words.back().log10));
  }
  // </s> is no word of a sentence: score_words takes it for one, as text would have it.
  assert(std::abs(sum - 1) < 1e-4);
  const making::Scratch file;
  model.save(file.path());
  for (const Load load : {Load::map, Load::populate, Load::read}) {
    const Model opened = Model::open(file.path(), load);
    assert(score_sentence(opened, "w1 w2 w3 new", {}).log10 == score_sentence(model, "w1 w2 w3 new", {}).log10);
  }
}

// All pairs of pieces of three words, twice: n-grams that the model has, that it lacks, and of its highest order.
void test_a_cache_of_ngrams_changes_nothing() {
  const std::string text = arpa(1, std::size_t{1} << 20);
  Lines source = lines(text);
  const Model model = read_arpa(source);
  std::vector<ChartState> pieces;
  for (unsigned number = 0; number < 200; ++number) {
    RuleScore score(model, pieces.emplace_back());
    for (unsigned place = 0; place < 3; ++place) {
      score.terminal((number * 7 + place * (number + 3)) % static_cast<unsigned>(model.vocabulary().size()));
    }
    score.finish();
  }
  NgramCache cache;
  for (int round = 0; round < 2; ++round) {
    for (const ChartState& left : pieces) {
      for (const ChartState& right : pieces) {
        ChartState plain, cached;
        RuleScore expected(model, plain), score(model, cached, &cache);
        for (RuleScore* one : {&expected, &score}) one->nonterminal(left), one->nonterminal(right);
        assert(score.finish() == expected.finish() && cached == plain);
      }
    }
  }
}

void test_wrong_arpa_is_refused() {
  Lines text = lines("\\data\\\nngram 1=1\n\n\\1-grams:\n-1\ta\n-1\tb\n\n\\end\\\n");
  assert(making::throws<InputError>([&] { read_arpa(text); }));
}

}  // namespace

int main() {
  test_threads_and_memory_change_nothing();
  test_probabilities_sum_to_one_and_a_saved_model_is_the_same();
  test_a_cache_of_ngrams_changes_nothing();
  test_wrong_arpa_is_refused();
}
