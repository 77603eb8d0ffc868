// The suffix array of random texts against sorting the suffixes one by one.
#include "grammar/suffixes.hpp"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <random>

namespace {

std::vector<std::uint32_t> sorted_suffixes(const std::vector<std::uint32_t>& text) {
  std::vector<std::uint32_t> order(text.size());
  std::iota(order.begin(), order.end(), 0U);
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return std::lexicographical_compare(text.begin() + a, text.end(), text.begin() + b, text.end());
  });
  return order;
}

}  // namespace

int main() {
  using rectrix::grammar::suffix_array;
  assert(suffix_array({}, 5).empty());
  std::mt19937 random(1);
  for (int trial = 0; trial < 3000; ++trial) {
    const std::uint32_t symbols = 1 + random() % 6;
    std::vector<std::uint32_t> text(1 + random() % 40);
    for (std::uint32_t& symbol : text) symbol = random() % symbols;
    assert(suffix_array(text, symbols) == sorted_suffixes(text));
  }
  std::vector<std::uint32_t> periodic(5000);
  for (std::size_t i = 0; i < periodic.size(); ++i) periodic[i] = static_cast<std::uint32_t>(i % 7 == 3 ? 0 : i % 3);
  assert(suffix_array(periodic, 3) == sorted_suffixes(periodic));
}
