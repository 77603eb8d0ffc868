#include "kbest/columns.hpp"

#include <cmath>

namespace rectrix::kbest {
namespace {

constexpr std::string_view kBars = "|||";

bool blank(char c) { return c == ' ' || c == '\t'; }

// The next column: up to bars that stand alone. The first column may touch its bars, as old Moses lists do.
bool take_column(std::string_view& rest, std::string_view& column, bool first) {
  for (std::size_t at = rest.find(kBars); at != std::string_view::npos; at = rest.find(kBars, at + 1)) {
    const std::size_t after = at + kBars.size();
    const bool alone_left = at == 0 || blank(rest[at - 1]) || first;
    if (!alone_left || (after < rest.size() && !blank(rest[after]))) continue;
    column = trim(rest.substr(0, at));
    rest.remove_prefix(after);
    return true;
  }
  column = trim(rest);
  rest = {};
  return false;
}

constexpr std::string_view kWordScores = "WordScores=", kWordCounts = "WordCounts=";

// `0-0 1-2`, or Marian's soft alignment `0.9,0.1 0.2,0.8`: a row of numbers for each word.
bool is_alignment(std::string_view text) {
  bool some = false;
  for (std::string_view word = take_word(text); !word.empty(); word = take_word(text)) {
    const bool hard = word.find('-') != std::string_view::npos && word.find_first_not_of("0123456789-") == std::string_view::npos;
    const bool soft = word.find(',') != std::string_view::npos && word.find_first_not_of("0123456789.,e+-") == std::string_view::npos;
    if ((!hard && !soft) || word.front() == '-') return false;
    some = true;
  }
  return some;
}

bool is_number(std::string_view text) {
  double ignored;
  return parse_number(text, ignored);
}

}  // namespace

double finite_number(std::string_view text, std::string_view what, const Lines& where) {
  double value;
  if (!parse_number(text, value)) where.fail(std::string(what) + " is not a number: " + quoted(text));
  if (!std::isfinite(value)) where.fail(std::string(what) + " is " + std::string(text) + "; only finite numbers can be used");
  return value;
}

float finite_float(double value, std::string_view text, const Lines& where) {
  const auto narrow = static_cast<float>(value);
  if (!std::isfinite(narrow)) where.fail("the value of feature " + quoted(text) + " is too large");
  return narrow;
}

void encode(std::string_view text, Vocabulary& words, std::vector<Word>& tokens) {
  tokens.clear();
  for (std::string_view word = take_word(text); !word.empty(); word = take_word(text)) tokens.push_back(words.add(word));
}

Id Columns::split(std::string_view line, const Lines& where) {
  std::string_view rest = line, id;
  if (!take_column(rest, id, true)) {
    where.fail("not an n-best line: " + quoted(line) + "; expected 'id ||| text ||| features ||| score', or another --format");
  }
  text_ = features_ = score_ = alignment_ = word_scores_ = {};
  if (take_column(rest, text_, false)) take_columns(rest);
  return parse_id(id, where);
}

void Columns::take_columns(std::string_view rest) {
  std::string_view column;
  bool more = true;
  const auto next = [&] {
    if (!more) return false;
    more = take_column(rest, column, false);
    return true;
  };
  while (next() && more) {
    if (column.starts_with(kWordScores)) {
      word_scores_ = trim(column.substr(kWordScores.size()));
    } else if (is_alignment(column)) {
      alignment_ = column;
    } else if (!column.starts_with(kWordCounts)) {
      break;
    }
  }
  features_ = column;
  if (!more) {
    if (is_number(features_)) std::swap(features_, score_);  // id ||| text ||| score
    return;
  }
  next();
  score_ = column;
  if (next() && alignment_.empty()) alignment_ = column;
}

void Columns::add(Lists& lists, Format format, const Lines& where) {
  if (format == Format::travatar) text_ = text_.substr(0, text_.find(" |COL| "));
  encode(text_, lists.words(), tokens_);
  parse_features(lists, where);
  const double score = score_.empty() ? 0.0 : finite_number(score_, "the score", where);
  // A list that has nothing else is tuned by its score.
  if (features_.empty() && !score_.empty()) add_joined("score", finite_float(score, "score", where), lists, where);
  lists.add(tokens_, score, values_);
  if (!alignment_.empty()) lists.note("alignment", alignment_);
  if (!word_scores_.empty()) lists.note("word_scores", word_scores_);
}

void Columns::parse_features(Lists& lists, const Lines& where) {
  if (space_.get() != &lists.space()) {
    space_ = lists.shared_space();
    guesses_.clear();
    groups_.clear();
  }
  values_.clear();
  open_values_.clear();
  position_ = 0;
  std::string_view rest = features_, open;
  for (std::string_view word = take_word(rest); !word.empty(); word = take_word(rest)) {
    double value;
    if (!open.empty() && parse_number(word, value)) {
      if (!std::isfinite(value)) where.fail("feature " + quoted(open) + " is " + std::string(word) + "; only finite numbers can be used");
      open_values_.push_back(finite_float(value, open, where));
      continue;
    }
    if (!open.empty()) close_group(open, lists, where);
    open = {};
    const std::size_t equals = word.rfind('=');
    if (word.size() > 1 && (equals == word.size() - 1 || (equals == std::string_view::npos && word.back() == ':'))) {
      open = word.substr(0, word.size() - 1);
    } else if (equals != std::string_view::npos && equals > 0) {
      const std::string_view name = word.substr(0, equals);
      value = finite_number(word.substr(equals + 1), "the value of feature " + quoted(name), where);
      add_joined(name, finite_float(value, name, where), lists, where);
    } else {
      where.fail("expected a feature ('name= value' or 'name=value'), saw " + quoted(word) +
                 "; is there '|||' in the text, or a feature with more than one value and '_' in its name?");
    }
  }
  if (!open.empty()) close_group(open, lists, where);
}

Columns::Guess& Columns::guess(std::string_view name, const Lines& where) {
  if (position_ == guesses_.size()) guesses_.emplace_back();
  Guess& guess = guesses_[position_++];
  if (guess.name != name) {
    check_name(name, where);
    guess = Guess{std::string(name)};
  }
  return guess;
}

void Columns::add_joined(std::string_view name, float value, Lists& lists, const Lines& where) {
  Guess& known = guess(name, where);
  if (known.index == features::kNoFeature) known.index = lists.space().add(name);
  values_.emplace_back(known.index, value);
}

// The group of a name; a new one has as many features as its first line has values.
Columns::Group& Columns::group_of(std::string_view name, std::size_t count, features::FeatureSpace& space) {
  const auto found = groups_.find(name);
  if (found != groups_.end()) return found->second;
  Group& group = groups_[std::string(name)];
  for (std::size_t i = 0; i < count; ++i) {
    group.ids.push_back(space.add(count == 1 ? std::string(name) : std::string(name) + "_" + std::to_string(i)));
  }
  return group;
}

void Columns::close_group(std::string_view name, Lists& lists, const Lines& where) {
  const std::size_t count = open_values_.size();
  if (count == 0) where.fail("feature " + quoted(name) + " has no value");
  if (name.find('_') != std::string_view::npos) {
    if (count > 1) where.fail("feature " + quoted(name) + " has '_' in its name and several values; a sparse feature has one");
    add_joined(name, open_values_.front(), lists, where);
  } else {
    Guess& known = guess(name, where);
    if (known.group == nullptr) known.group = &group_of(name, count, lists.space());
    const std::vector<features::Index>& ids = known.group->ids;
    if (ids.size() != count) {
      where.fail("feature " + quoted(name) + " has " + std::to_string(count) + " values here and " +
                 std::to_string(ids.size()) + " in earlier lines");
    }
    for (std::size_t i = 0; i < count; ++i) values_.emplace_back(ids[i], open_values_[i]);
  }
  open_values_.clear();
}

}  // namespace rectrix::kbest
