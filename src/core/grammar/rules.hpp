// Translation rules in flat arrays: the rules of one sentence, or of a whole table.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace rectrix::grammar {

inline constexpr std::size_t kMaxSide = 255;  // symbols of one side of a rule; a link's ends are bytes

// A word's number (of the source or the target vocabulary), or a gap: -1 for the first, -2 for the second,
// counted in source order. A phrase pair is a rule without gaps.
using Symbol = std::int32_t;

constexpr bool is_gap(Symbol symbol) { return symbol < 0; }
constexpr int gap_number(Symbol symbol) { return -symbol - 1; }  // 0 or 1
constexpr Symbol gap(int number) { return -number - 1; }

// Source and target positions within the rule, gaps counted; only words are linked.
struct Link {
  std::uint8_t source;
  std::uint8_t target;
  friend auto operator<=>(const Link&, const Link&) = default;
};

// Are the gaps of a source side numbered from the left, at most two, and those of the target side the same?
bool gaps_fit(std::span<const Symbol> source, std::span<const Symbol> target);

// A view of one rule. Owns nothing.
struct Rule {
  std::span<const Symbol> source;
  std::span<const Symbol> target;
  std::span<const Link> links;
  std::span<const float> scores;  // one for each of the table's score names
};

class Rules {
 public:
  explicit Rules(std::vector<std::string> score_names = {}) : score_names_(std::move(score_names)) {}

  void add(const Rule& rule);
  void clear();

  std::size_t size() const { return source_begin_.size() - 1; }
  std::size_t bytes() const;  // taken, used or not
  // Here, so that a caller who wants one part of a rule does not pay for the others.
  Rule operator[](std::size_t index) const {
    const std::size_t width = score_names_.size();
    return {row(source_, source_begin_, index), row(target_, target_begin_, index), row(links_, link_begin_, index),
            std::span(scores_).subspan(index * width, width)};
  }
  const std::vector<std::string>& score_names() const { return score_names_; }

 private:
  template <class T>
  static std::span<const T> row(const std::vector<T>& items, const std::vector<std::uint32_t>& begin, std::size_t index) {
    return std::span(items).subspan(begin[index], begin[index + 1] - begin[index]);
  }

  std::vector<std::string> score_names_;
  std::vector<std::uint32_t> source_begin_{0}, target_begin_{0}, link_begin_{0};
  std::vector<Symbol> source_, target_;
  std::vector<Link> links_;
  std::vector<float> scores_;
};

}  // namespace rectrix::grammar
