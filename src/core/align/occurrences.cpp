#include "align/occurrences.hpp"

#include "align/cells.hpp"
#include "base/error.hpp"

namespace rectrix::align {

Occurrences::Occurrences(const Corpus& corpus, const Side& side, std::size_t words) : offsets_(words + 1, 0) {
  if (corpus.size() > 0xffffffffU) throw RunError("more than 2^32 sentence pairs");
  for (std::size_t s = 0; s < corpus.size(); ++s) {
    if (!alignable(corpus[s])) continue;
    for (const Word word : side[s]) ++offsets_[word + 1];
  }
  for (std::size_t w = 0; w < words; ++w) offsets_[w + 1] += offsets_[w];
  items_.resize(offsets_.back());
  std::vector<std::uint64_t> next(offsets_.begin(), offsets_.end() - 1);
  for (std::size_t s = 0; s < corpus.size(); ++s) {
    if (!alignable(corpus[s])) continue;
    std::uint32_t position = 0;
    for (const Word word : side[s]) items_[next[word]++] = {static_cast<std::uint32_t>(s), position++};
  }
}

}  // namespace rectrix::align
