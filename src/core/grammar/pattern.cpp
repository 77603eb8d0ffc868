#include "grammar/pattern.hpp"

#include <string>

#include "base/error.hpp"

namespace rectrix::grammar {
namespace {

void require(int value, int low, int high, const char* what) {
  if (value >= low && value <= high) return;
  throw UsageError(std::string(what) + " must lie between " + std::to_string(low) + " and " + std::to_string(high) + ", not " +
                   std::to_string(value));
}

}  // namespace

void HieroOptions::check() const {
  require(max_span, 1, kMaxSpan, "max_span");
  require(max_symbols, 1, kMaxSymbols, "max_symbols");
  require(max_gaps, 0, 2, "max_gaps");
  require(min_gap, 1, kMaxSpan, "min_gap");
  require(max_samples, 0, 1 << 30, "max_samples");
  require(max_search, 0, 1 << 30, "max_search");
  require(search_words, 0, 1 << 30, "search_words");
  if (cache_bytes > kMaxCacheBytes) throw UsageError("a cache of more than 16 GB; rules are numbered with 32 bits");
}

std::vector<Symbol> Pattern::with_edges(bool leading, bool trailing) const {
  std::vector<Symbol> source;
  int gaps = 0;
  if (leading) source.push_back(gap(gaps++));
  for (const Symbol symbol : symbols()) source.push_back(is_gap(symbol) ? gap(gaps++) : symbol);
  if (trailing) source.push_back(gap(gaps));
  return source;
}

std::array<int, 3> Pattern::chunks() const {
  std::array<int, 3> lengths{};
  std::size_t chunk = 0;
  for (const Symbol symbol : symbols()) {
    if (is_gap(symbol)) {
      ++chunk;
    } else {
      ++lengths[chunk];
    }
  }
  return lengths;
}

}  // namespace rectrix::grammar
