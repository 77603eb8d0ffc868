// N-best lists: read in any chunks, merged, made unique; what cannot be read is refused with its line.
#include <algorithm>

#include "base/error.hpp"
#include "kbest/combine.hpp"
#include "kbest/reader.hpp"
#include "making.hpp"

using namespace rectrix;
using namespace rectrix::kbest;

namespace {

constexpr std::string_view kText =
    "0 ||| the house ||| lm= -1 tm= -2 0.5 ||| -3\n"
    "0 ||| a house ||| lm= -2 tm= -1 1 ||| -4\n"
    "0 ||| the house ||| lm= -1.5 tm= -2 0.5 ||| -2\n"
    "2 ||| ||| lm= 0 ||| 0\n";

// The text in pieces of so many bytes.
Lists read(std::string_view text, std::size_t piece = 1 << 20, Format format = Format::moses) {
  std::string held;
  Reader reader(
      [&held, text, piece]() mutable {
        held = text.substr(0, piece);
        text.remove_prefix(held.size());
        return std::string_view(held);
      },
      "test", format);
  Lists lists(std::make_shared<features::FeatureSpace>());
  while (reader.read(lists, 1) > 0) {
  }
  return lists;
}

void same(const Lists& a, const Lists& b) {
  assert(a.hypotheses() == b.hypotheses() && std::ranges::equal(a.list_begin(), b.list_begin()));
  assert(std::ranges::equal(a.tokens(), b.tokens()) && std::ranges::equal(a.feature_ids(), b.feature_ids()));
  assert(std::ranges::equal(a.feature_values(), b.feature_values()) && std::ranges::equal(a.scores(), b.scores()));
}

void test_chunks_of_any_size_give_the_same_lists() {
  const Lists whole = read(kText);
  assert(whole.sentences() == 3 && whole.hypotheses() == 4 && whole.list_begin()[1] == whole.list_begin()[2]);
  assert(whole.features(1).ids.size() == 3 && whole.hypothesis(3).empty());
  for (std::size_t piece = 1; piece < kText.size(); ++piece) same(read(kText, piece), whole);
}

void test_merging_drops_only_what_is_the_same() {
  const Lists lists = read(kText);
  const Merged twice = merge(lists, read(kText));
  same(twice.lists, lists);
  assert((twice.rows == std::vector<std::int64_t>{0, 1, 2, 3}));
  const Merged more = merge(lists, read("0 ||| the house ||| lm= -7 ||| 0\n1 ||| x ||| lm= 1 ||| 0\n2 ||| ||| lm= 0 ||| 0\n"));
  assert(more.lists.hypotheses() == 6 && more.lists.list_begin()[1] == 4);
}

void test_the_best_of_equal_strings_stays() {
  const Lists lists = unique(read(kText));
  assert(lists.hypotheses() == 3);
  bool kept = false;
  for (std::size_t h = 0; h < 2; ++h) kept = kept || lists.scores()[h] == -2;
  assert(kept);
}

void test_malformed_lines_are_refused() {
  for (const std::string_view bad : {"0 ||| a ||| lm= x ||| 0\n", "0\n", "-1 ||| a ||| lm= 1 ||| 0\n", "1 ||| a ||| lm= 1 ||| 0\n0 ||| a ||| lm= 1 ||| 0\n",
                                     "0 ||| a ||| lm= nan ||| 0\n", "0 ||| a ||| 5 ||| 0\n"}) {
    assert(making::throws<InputError>([&] { (void)read(bad); }));
  }
  assert(making::throws<InputError>([&] { (void)read("{\"id\": 0, \"hyp\"", 3, Format::json); }));
}

}  // namespace

int main() {
  test_chunks_of_any_size_give_the_same_lists();
  test_merging_drops_only_what_is_the_same();
  test_the_best_of_equal_strings_stays();
  test_malformed_lines_are_refused();
}
