#include "grammar/rule_text.hpp"

#include <algorithm>
#include <cmath>

namespace rectrix::grammar {
namespace {

constexpr std::string_view kBars = "|||";

enum class Kind { kWord, kGap, kOther };

// "[X,1]" or "[1]" is a gap with that number, "[NP,1]" another one, everything else a word.
Kind kind_of(std::string_view token, int& number) {
  if (token.size() < 3 || token.front() != '[' || token.back() != ']') return Kind::kWord;
  std::string_view inside = token.substr(1, token.size() - 2);
  const std::size_t comma = inside.rfind(',');
  const std::string_view label = comma == std::string_view::npos ? "X" : inside.substr(0, comma);
  long value = 0;
  if (comma != std::string_view::npos) inside.remove_prefix(comma + 1);
  if (!parse_number(inside, value) || value < 1 || value > 99) return Kind::kWord;
  number = static_cast<int>(value);
  return label == "X" ? Kind::kGap : Kind::kOther;
}

std::string quoted(std::string_view text) { return "'" + std::string(text) + "'"; }

}  // namespace

RuleReader::Fields RuleReader::split(const Lines& lines, std::string_view line) const {
  Fields fields;
  std::size_t count = 0;
  std::string_view extra;
  for (std::string_view* field : {&fields.left, &fields.source, &fields.target, &fields.scores, &fields.links, &extra}) {
    if (line.empty()) break;
    *field = trim(take_field(line, kBars));
    ++count;
  }
  if (count < 4) lines.fail("a rule needs [X] ||| source ||| target ||| scores; this line has " + std::to_string(count) + " fields");
  if (fields.left != "[X]") {
    lines.fail("the left side is " + quoted(fields.left) + "; only [X] can be used, and glue rules are built in: leave them out");
  }
  return fields;
}

// Calls visit(place, name, value text); names of unnamed scores count the unnamed ones.
template <class Visit>
void RuleReader::for_each_score(const Lines& lines, std::string_view scores, Visit visit) {
  std::size_t unnamed = 0;
  std::size_t place = 0;
  std::string made;
  for (std::string_view token = take_word(scores); !token.empty(); token = take_word(scores), ++place) {
    const std::size_t equals = token.rfind('=');
    if (equals == std::string_view::npos) {
      made = unnamed_ + std::to_string(unnamed++);
      visit(place, std::string_view(made), token);
    } else {
      if (equals == 0) lines.fail("a score without a name: " + quoted(token));
      visit(place, token.substr(0, equals), token.substr(equals + 1));
    }
  }
}

void RuleReader::find_names(Lines& lines) {
  for (std::string_view line; lines.next(line);) {
    if (trim(line).empty()) continue;
    for_each_score(lines, split(lines, line).scores, [&](std::size_t place, std::string_view name, std::string_view) {
      if (place < names_.size() && names_[place] == name) return;
      if (columns_.try_emplace(std::string(name), names_.size()).second) names_.emplace_back(name);
    });
  }
}

std::size_t RuleReader::column(std::string_view name, std::size_t guess) {
  if (guess < names_.size() && names_[guess] == name) return guess;
  const auto found = columns_.find(std::string(name));
  return found == columns_.end() ? names_.size() : found->second;
}

void RuleReader::read(Lines& lines, Rules& rules) {
  for (std::string_view line; lines.next(line);) {
    if (trim(line).empty()) continue;
    const Fields fields = split(lines, line);
    read_source(lines, fields.source);
    read_target(lines, fields.target);
    read_links(lines, fields.links);
    read_scores(lines, fields.scores);
    rules.add({source_, target_, links_, scores_});
  }
}

void RuleReader::read_source(const Lines& lines, std::string_view text) {
  source_.clear();
  labels_.clear();
  for (std::string_view token = take_word(text); !token.empty(); token = take_word(text)) {
    int number = 0;
    const Kind kind = kind_of(token, number);
    if (kind == Kind::kOther) lines.fail("the gap " + quoted(token) + " is not an X; only X can be used");
    if (kind == Kind::kWord) {
      source_.push_back(static_cast<Symbol>(source_words_->add(token)));
      continue;
    }
    if (labels_.size() == 2) lines.fail("more than two gaps");
    if (std::ranges::find(labels_, number) != labels_.end()) lines.fail("the gap " + quoted(token) + " stands twice in the source");
    source_.push_back(gap(static_cast<int>(labels_.size())));
    labels_.push_back(number);
  }
  if (source_.size() == labels_.size()) lines.fail("the source side has no word");
  if (source_.size() > kMaxSide) lines.fail("a source side of more than 255 symbols");
}

void RuleReader::read_target(const Lines& lines, std::string_view text) {
  target_.clear();
  for (std::string_view token = take_word(text); !token.empty(); token = take_word(text)) {
    int number = 0;
    const Kind kind = kind_of(token, number);
    if (kind == Kind::kOther) lines.fail("the gap " + quoted(token) + " is not an X; only X can be used");
    if (kind == Kind::kWord) {
      target_.push_back(static_cast<Symbol>(target_words_->add(token)));
      continue;
    }
    const auto place = std::ranges::find(labels_, number);
    if (place == labels_.end()) lines.fail("the source has no gap " + quoted(token));
    target_.push_back(gap(static_cast<int>(place - labels_.begin())));
  }
  if (target_.size() > kMaxSide) lines.fail("a target side of more than 255 symbols");
  if (!gaps_fit(source_, target_)) lines.fail("every gap of the source must stand once in the target");
}

void RuleReader::read_links(const Lines& lines, std::string_view text) {
  links_.clear();
  for (std::string_view token = take_word(text); !token.empty(); token = take_word(text)) {
    std::string_view rest = token;
    const std::string_view first = take_field(rest, "-");
    long source = 0;
    long target = 0;
    if (!parse_number(first, source) || !parse_number(rest, target)) lines.fail("not a link: " + quoted(token) + "; links look like 0-0 1-2");
    const bool inside = source >= 0 && target >= 0 && source < static_cast<long>(source_.size()) && target < static_cast<long>(target_.size());
    if (!inside) lines.fail("the link " + quoted(token) + " lies outside the rule");
    if (is_gap(source_[static_cast<std::size_t>(source)]) || is_gap(target_[static_cast<std::size_t>(target)])) continue;
    links_.push_back({static_cast<std::uint8_t>(source), static_cast<std::uint8_t>(target)});
  }
  std::ranges::sort(links_);
  links_.erase(std::unique(links_.begin(), links_.end()), links_.end());
}

void RuleReader::read_scores(const Lines& lines, std::string_view text) {
  scores_.assign(names_.size(), 0.0F);
  for_each_score(lines, text, [&](std::size_t place, std::string_view name, std::string_view value) {
    const std::size_t at = column(name, place);
    double number = 0;
    if (at == names_.size()) lines.fail("the score " + quoted(name) + " is not among the columns of this grammar");
    if (!parse_number(value, number) || !std::isfinite(static_cast<float>(number))) {
      lines.fail("the score " + quoted(name) + " is " + quoted(value) + ", not a finite number");
    }
    scores_[at] = static_cast<float>(number);
  });
}

}  // namespace rectrix::grammar
