#include "align/linking.hpp"

#include <cmath>

namespace rectrix::align {
namespace {

constexpr double kSoftThreshold = 0.3;

}  // namespace

Linker::Linker(LinkRule rule) : rule_(rule) {
  if (is_soft(rule_.heuristic) && rule_.threshold < 0.0) rule_.threshold = kSoftThreshold;
}

void Linker::add(std::size_t sources, std::size_t targets, std::span<const PosteriorCell> cells) {
  if (is_soft(rule_.heuristic)) return add_soft(cells);
  sources_.assign(sources, {});
  targets_.assign(targets, {});
  const auto note = [](Best& best, float posterior, Link link) {
    best.sum += posterior;
    // Ties go to the first, counted along the other side.
    if (posterior > best.posterior) best = {posterior, best.sum, link};
  };
  for (const PosteriorCell& cell : cells) {
    note(targets_[cell.link.target], cell.forward, cell.link);
    note(sources_[cell.link.source], cell.reverse, cell.link);
  }
  add_best(targets_, forward_);
  add_best(sources_, reverse_);
}

void Linker::add_best(std::span<const Best> words, Alignments& alignments) {
  links_.clear();
  for (const Best& word : words) {
    const float rival = rule_.threshold < 0.0 ? 1.0F - word.sum : static_cast<float>(rule_.threshold);
    if (word.posterior > 0.0F && word.posterior > rival) links_.push_back(word.link);
  }
  alignments.add(links_);
}

void Linker::add_soft(std::span<const PosteriorCell> cells) {
  links_.clear();
  for (const PosteriorCell& cell : cells) {
    const float mean = rule_.heuristic == Heuristic::kSoftUnion ? (cell.forward + cell.reverse) / 2
                                                                : std::sqrt(cell.forward * cell.reverse);
    if (static_cast<double>(mean) > rule_.threshold) links_.push_back(cell.link);
  }
  forward_.add(links_);
}

Alignments Linker::finish() && {
  return is_soft(rule_.heuristic) ? std::move(forward_) : symmetrize(forward_, reverse_, rule_.heuristic);
}

}  // namespace rectrix::align
