#include "learn/forest_lines.hpp"

#include <algorithm>

#include "base/envelope.hpp"
#include "base/error.hpp"
#include "base/hash.hpp"
#include "base/threads.hpp"
#include "forest/envelope.hpp"

namespace rectrix::learn {

// One worker's searches; the arrays are kept between them.
class ForestLines::Follower {
 public:
  Follower(const Forests& forests, std::span<const double> weights, std::span<const double> direction, double reach)
      : forests_(forests), weights_(weights), direction_(direction), reach_(reach) {}

  // The pieces of a sentence's envelope, as numbers of known derivations; words of new ones are added to `words`.
  void follow(std::size_t sentence, Known& known, std::vector<EnvelopePiece>& pieces, std::vector<std::vector<Word>>& words) {
    forests_.score(sentence, weights_, direction_, kinds_);
    const bool level = std::ranges::all_of(kinds_, [](const forest::Line& line) { return line.slope == 0; });
    score(known);
    const auto found = search_.search(forests_.graph(sentence), kinds_, lines_, level ? 0 : reach_, [&](std::span<const std::uint32_t> derivation) {
      forests_.features(sentence, derivation, sums_);
      known.features.insert(known.features.end(), sums_.begin(), sums_.end());
      known.feature_begin.push_back(known.features.size());
      forests_.words(sentence, derivation, words.emplace_back());
    });
    pieces.assign(found.begin(), found.end());
  }

 private:
  void score(const Known& known) {
    lines_.clear();
    for (std::size_t i = 0; i < known.rows.size(); ++i) {
      forest::Line line{0, 0};
      for (std::size_t f = known.feature_begin[i]; f < known.feature_begin[i + 1]; ++f) {
        line.slope += direction_[known.features[f].id] * known.features[f].value;
        line.intercept += weights_[known.features[f].id] * known.features[f].value;
      }
      lines_.push_back(line);
    }
  }

  const Forests& forests_;
  std::span<const double> weights_, direction_;
  double reach_;
  forest::EnvelopeSearch search_;
  std::vector<forest::Line> kinds_, lines_;
  std::vector<Forests::Sum> sums_;
};

void ForestLines::along(std::span<const double> weights, std::span<const double> direction, double reach, int threads) {
  forests_->check_weights(std::min(weights.size(), direction.size()));
  struct Line {
    std::vector<EnvelopePiece> pieces;
    std::vector<std::vector<Word>> words;  // of new derivations
  };
  std::vector<Line> lines(known_.size());
  std::vector<Follower> workers(static_cast<std::size_t>(std::max(threads, 1)), Follower(*forests_, weights, direction, reach));
  parallel_for(lines.size(), threads, [&](std::size_t s, int worker) {
    workers[static_cast<std::size_t>(worker)].follow(s, known_[s], lines[s].pieces, lines[s].words);
  });
  for (std::uint32_t s = 0; s < lines.size(); ++s) {
    for (std::vector<Word>& words : lines[s].words) known_[s].rows.push_back(row_of(s, words));
    pieces_[s].clear();
    for (const EnvelopePiece& piece : lines[s].pieces) {
      const std::uint32_t row = known_[s].rows[piece.line];
      // Often the next derivation has the same words.
      if (pieces_[s].empty() || pieces_[s].back().row != row) pieces_[s].push_back({piece.from, row});
    }
  }
}

std::uint32_t ForestLines::row_of(std::uint32_t sentence, std::vector<Word>& words) {
  std::uint64_t hash = words.size();
  for (const Word word : words) hash = combine(hash, word);
  const auto [row, fresh] = known_[sentence].by_words.insert(hash, rows_);
  if (fresh) {
    ++rows_;
    fresh_.push_back({sentence, std::move(words)});
  }
  return row;
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
