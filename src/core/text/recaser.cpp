#include "text/recaser.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "text/unicode.hpp"

namespace rectrix {
namespace {

std::uint64_t pair_of(Word before, Word form) { return std::uint64_t{before} << 32 | form; }

}  // namespace

Word Recaser::form(std::string_view text) {
  const Word number = forms_.add(text);
  if (number >= counts_.size()) counts_.resize(number + 1);
  return number;
}

void Recaser::count(std::span<const std::string_view> words) {
  Word before = kSentenceBegin;
  counts_.resize(forms_.size());
  ++counts_[kSentenceBegin];
  for (const std::string_view word : words) {
    const Word here = form(word);
    ++counts_[here];
    ++pairs_[pair_of(before, here)];
    before = here;
  }
}

void Recaser::finish() {
  counts_.resize(forms_.size());
  keys_ = Vocabulary();
  choices_.assign(keys_.size(), {});
  total_ = 0;
  for (Word here = kSentenceEnd + 1; here < forms_.size(); ++here) {
    total_ += counts_[here];
    const Word key = keys_.add(lowercase(forms_.text(here)));
    if (key >= choices_.size()) choices_.resize(key + 1);
    if (key != kUnknown) choices_[key].push_back(here);
  }
}

double Recaser::log_probability(Word before, Word form) const {
  const auto seen = static_cast<double>(counts_[before]);
  const std::uint64_t* both = pairs_.find(pair_of(before, form));
  const double share = seen / (seen + 2.0);
  const double pair = both == nullptr || seen == 0 ? 0.0 : static_cast<double>(*both) / seen;
  const double alone = (static_cast<double>(counts_[form]) + 0.01) / (static_cast<double>(total_) + 1.0);
  return std::log(share * pair + (1.0 - share) * alone + 1e-12);
}

std::vector<std::string> Recaser::recase(std::span<const std::string_view> words) const {
  struct Step {
    Word form;
    double score;
    std::size_t back;
  };
  std::vector<std::vector<Step>> steps{{{kSentenceBegin, 0.0, 0}}};
  for (const std::string_view word : words) {
    const Word key = keys_.find(word);
    const bool known = key != kUnknown && key < choices_.size() && !choices_[key].empty();
    const std::vector<Word> forms = known ? choices_[key] : std::vector<Word>{kUnknown};
    std::vector<Step> next;
    for (const Word here : forms) {
      Step best{here, -std::numeric_limits<double>::infinity(), 0};
      for (std::size_t i = 0; i < steps.back().size(); ++i) {
        const double score = steps.back()[i].score + (known ? log_probability(steps.back()[i].form, here) : 0.0);
        if (score > best.score) best = {here, score, i};
      }
      next.push_back(best);
    }
    steps.push_back(std::move(next));
  }
  std::vector<std::string> out(words.size());
  const auto better = [](const Step& a, const Step& b) { return a.score < b.score; };
  auto at = static_cast<std::size_t>(std::max_element(steps.back().begin(), steps.back().end(), better) - steps.back().begin());
  for (std::size_t i = words.size(); i > 0; --i) {
    const Step& step = steps[i][at];
    out[i - 1] = step.form == kUnknown ? words[i - 1] : forms_.text(step.form);
    at = step.back;
  }
  return out;
}

bool Recaser::ambiguous(Word form) const {
  if (form <= kSentenceEnd) return false;
  const Word key = keys_.find(lowercase(forms_.text(form)));
  return key != kUnknown && key < choices_.size() && choices_[key].size() > 1;
}

std::string Recaser::written() const {
  std::string text;
  for (Word here = kSentenceBegin; here < forms_.size(); ++here) {
    if (counts_[here] > 0) text.append(std::to_string(counts_[here])).append("\t").append(forms_.text(here)) += '\n';
  }
  std::vector<std::pair<std::uint64_t, std::uint64_t>> pairs;
  pairs_.for_each([&](std::uint64_t pair, std::uint64_t count) {
    if (ambiguous(static_cast<Word>(pair >> 32)) || ambiguous(static_cast<Word>(pair))) pairs.emplace_back(pair, count);
  });
  std::sort(pairs.begin(), pairs.end());
  for (const auto& [pair, count] : pairs) {
    text.append(std::to_string(count)).append("\t").append(forms_.text(static_cast<Word>(pair >> 32)));
    text.append("\t").append(forms_.text(static_cast<Word>(pair))) += '\n';
  }
  return text;
}

Recaser Recaser::read(Lines& lines) {
  Recaser made;
  for (std::string_view line; lines.next(line);) {
    long count = 0;
    const bool counted = parse_number(take_field(line, "\t"), count) && count > 0;
    const std::string_view first = take_field(line, "\t");
    if (!counted || first.empty()) lines.fail("expected `count<TAB>word` or `count<TAB>word<TAB>word`");
    const Word before = made.form(first);
    if (line.empty()) {
      made.counts_[before] += static_cast<std::uint64_t>(count);
    } else {
      made.pairs_[pair_of(before, made.form(line))] += static_cast<std::uint64_t>(count);
    }
  }
  made.finish();
  return made;
}

}  // namespace rectrix
