#include "align/cells.hpp"

namespace rectrix::align {

bool alignable(const SentencePair& pair) {
  const auto fits = [](std::size_t length) { return length > 0 && length <= kMaxLength; };
  return fits(pair.source.size()) && fits(pair.target.size());
}

CellSet::CellSet(const Corpus& corpus, bool full) {
  offsets_.reserve(corpus.size() + 1);
  for (std::size_t s = 0; s < corpus.size(); ++s) {
    const std::size_t cells = alignable(corpus[s]) ? corpus.source[s].size() * corpus.target[s].size() : 0;
    offsets_.push_back(offsets_.back() + cells);
  }
  bits_.assign(offsets_.back() / 64 + 1, full ? ~std::uint64_t{0} : 0);
  if (full) bits_.back() = (std::uint64_t{1} << (offsets_.back() % 64)) - 1;
}

void CellSet::number() {
  ranks_.clear();
  ranks_.reserve(bits_.size() / kWordsPerRank + 2);
  std::size_t count = 0;
  for (std::size_t w = 0; w < bits_.size(); ++w) {
    if (w % kWordsPerRank == 0) ranks_.push_back(count);
    count += static_cast<std::size_t>(std::popcount(bits_[w]));
  }
  ranks_.push_back(count);
}

}  // namespace rectrix::align
