#include "learn/forest_lines.hpp"

#include <algorithm>
#include <atomic>

#include "base/error.hpp"
#include "base/threads.hpp"
#include "forest/envelope.hpp"

namespace rectrix::learn {

void ForestLines::follow(std::size_t sentence, std::span<const double> weights, std::span<const double> direction,
                         std::size_t limit, Line& line, std::size_t& capped) const {
  const auto numbers = forests_->of(sentence);
  std::vector<forest::Envelope> envelopes(numbers.size());
  std::vector<forest::Piece> goals;  // of all forests; `edge` is the forest, the first of `tails` its piece
  std::vector<double> slopes, intercepts;
  for (std::uint32_t f = 0; f < numbers.size(); ++f) {
    const Forests::View view = (*forests_)[numbers[f]];
    slopes.resize(view.edges.size());
    intercepts.resize(view.edges.size());
    for (std::size_t e = 0; e < view.edges.size(); ++e) {
      slopes[e] = forests_->score(view.first + e, direction);
      intercepts[e] = forests_->score(view.first + e, weights);
    }
    envelopes[f].compute(view.edges, view.nodes, slopes, intercepts, limit);
    capped += envelopes[f].capped();
    const auto pieces = envelopes[f].pieces();
    for (std::uint32_t p = 0; p < pieces.size(); ++p) goals.push_back({0, pieces[p].slope, pieces[p].intercept, f, {p, 0}});
  }
  forest::keep_highest(goals);
  std::vector<std::uint32_t> derivation;
  for (const forest::Piece& goal : goals) {
    envelopes[goal.edge].derivation(goal.tails[0], derivation);
    Found found{0, {}};
    forests_->words((*forests_)[numbers[goal.edge]], derivation, found.words);
    found.hash = found.words.size();
    for (const Word word : found.words) found.hash = combine(found.hash, word);
    if (!line.texts.empty() && line.texts.back().hash == found.hash) continue;  // another derivation of the same words
    line.froms.push_back(goal.from);
    line.texts.push_back(std::move(found));
  }
}

std::size_t ForestLines::along(std::span<const double> weights, std::span<const double> direction, std::size_t limit, int threads) {
  forests_->check_weights(std::min(weights.size(), direction.size()));
  std::vector<Line> lines(forests_->sentences());
  std::atomic<std::size_t> capped{0};
  parallel_for(lines.size(), threads, [&](std::size_t s, int) {
    std::size_t more = 0;
    follow(s, weights, direction, limit, lines[s], more);
    capped += more;
  });
  for (std::uint32_t s = 0; s < lines.size(); ++s) {
    pieces_[s].clear();
    for (std::size_t p = 0; p < lines[s].texts.size(); ++p) {
      Found& text = lines[s].texts[p];
      const auto [row, fresh] = known_[s].insert(text.hash, rows_);
      if (fresh) {
        ++rows_;
        fresh_.push_back({s, std::move(text.words)});
      }
      pieces_[s].push_back({lines[s].froms[p], row});
    }
  }
  return capped;
}

kbest::Lists ForestLines::fresh(std::vector<std::int64_t>& sentences) {
  kbest::Lists lists(std::make_shared<features::FeatureSpace>());
  std::vector<Word> words;
  for (const Fresh& one : fresh_) {
    if (sentences.empty() || sentences.back() != one.sentence) {
      lists.begin_sentence();
      sentences.push_back(one.sentence);
    }
    words.clear();
    for (const Word word : one.words) words.push_back(lists.words().add(forests_->vocabulary().text(word)));
    lists.add(words, 0, {});
  }
  return lists;
}

void ForestLines::judge(std::span<const double> rows, std::size_t width) {
  if (width == 0 || (width_ != 0 && width != width_) || rows.size() != fresh_.size() * width) {
    throw UsageError("one row of statistics for each fresh translation");
  }
  width_ = width;
  statistics_.insert(statistics_.end(), rows.begin(), rows.end());
  fresh_.clear();
}

void ForestLines::check_judged() const {
  if (!fresh_.empty()) throw UsageError("translations on the line have no statistics yet");
}

LineBest ForestLines::best(const Metric& metric, const SweepOptions& options) const {
  check_judged();
  Sweep sweep(statistics_, width_, options);
  for (const std::vector<Piece>& pieces : pieces_) {
    if (pieces.empty()) continue;
    sweep.begin_sentence(pieces[0].row);
    for (std::size_t p = 1; p < pieces.size(); ++p) sweep.change(pieces[p].from, pieces[p].row);
  }
  return sweep.best(metric);
}

std::vector<double> ForestLines::sums() const {
  check_judged();
  std::vector<double> sums(width_);
  for (const std::vector<Piece>& pieces : pieces_) {
    if (pieces.empty()) continue;
    const auto here = std::ranges::upper_bound(pieces, 0.0, {}, &Piece::from) - pieces.begin() - 1;
    const double* const row = statistics_.data() + pieces[static_cast<std::size_t>(here)].row * width_;
    for (std::size_t i = 0; i < width_; ++i) sums[i] += row[i];
  }
  return sums;
}

}  // namespace rectrix::learn
