#include "decode/given_spans.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "base/lines.hpp"

namespace rectrix::decode {
namespace {

std::string name(Span span) { return std::to_string(span.begin) + "-" + std::to_string(span.end); }

std::vector<grammar::Symbol> read_words(std::string_view text, LocalVocabulary& words) {
  std::vector<grammar::Symbol> symbols;
  for (std::string_view word = take_word(text); !word.empty(); word = take_word(text)) {
    symbols.push_back(static_cast<grammar::Symbol>(words.find_or_add(word)));
  }
  return symbols;
}

void check(const SpanConstraint& one, const GivenSpan::Option& read) {
  if (one.span.end - one.span.begin > GivenSpans::kMaxWords || read.target.size() > GivenSpans::kMaxWords) {
    throw UsageError("a span and its given translation may have " + std::to_string(GivenSpans::kMaxWords) + " words each");
  }
  if (!std::isfinite(one.score)) throw UsageError("the score of a given translation is not a number");
  if (one.policy == SpanPolicy::kConstraint && read.target.empty()) {
    throw UsageError("the span " + name(one.span) + " has no words to be part of its translations; to leave it out: exclusive");
  }
}

}  // namespace

bool GivenSpan::is_part_of(std::span<const grammar::Symbol> target) const {
  return std::ranges::any_of(options, [&](const Option& option) {
    const auto& words = option.target;
    return !words.empty() && std::search(target.begin(), target.end(), words.begin(), words.end()) != target.end();
  });
}

void GivenSpans::read(const Request& request, std::size_t words, LocalVocabulary& target_words) {
  spans_.clear();
  if (request.constraints == nullptr) return;
  try {
    request.constraints->require_within(words);
    for (const SpanConstraint& one : request.constraints->spans) {
      GivenSpan::Option option{read_words(one.translation, target_words), one.score};
      check(one, option);
      find_or_add(one).options.push_back(std::move(option));
    }
    close(words);
  } catch (const UsageError& error) {
    throw UsageError("sentence " + std::to_string(request.sentence) + ": " + error.what());
  }
}

GivenSpan& GivenSpans::find_or_add(const SpanConstraint& one) {
  for (GivenSpan& known : spans_) {
    if (known.span.begin != one.span.begin || known.span.end != one.span.end) continue;
    if (known.policy != one.policy) throw UsageError("the translations of the span " + name(one.span) + " have different policies");
    return known;
  }
  return spans_.emplace_back(GivenSpan{one.span, one.policy, {}});
}

// Those that exclude others first, so that every overlap that matters is seen.
void GivenSpans::close(std::size_t words) {
  closed_.assign(words + 1, kNone);
  for (const bool inclusive : {false, true}) {
    for (std::uint32_t number = 0; number < spans_.size(); ++number) {
      const Span span = spans_[number].span;
      if ((spans_[number].policy == SpanPolicy::kInclusive) != inclusive) continue;
      for (std::uint32_t word = span.begin; word < span.end; ++word) {
        if (closed_[word] != kNone) {
          throw UsageError("the spans " + name(spans_[closed_[word]].span) + " and " + name(span) +
                           " overlap; only spans with inclusive translations may");
        }
        if (!inclusive) closed_[word] = number;
      }
    }
  }
}

bool GivenSpans::divides(std::uint32_t place) const {
  return !empty() && place > 0 && closed_[place] != kNone && closed_[place] == closed_[place - 1];
}

bool GivenSpans::is_taken(std::uint32_t word) const {
  return !empty() && closed_[word] != kNone && spans_[closed_[word]].policy == SpanPolicy::kExclusive;
}

bool GivenSpans::permit(Span words, std::span<const grammar::Symbol> target) const {
  if (empty()) return true;
  for (std::uint32_t word = words.begin; word < words.end; ++word) {
    if (closed_[word] == kNone) continue;
    const GivenSpan& given = spans_[closed_[word]];
    if (given.policy == SpanPolicy::kExclusive || !given.lies_in(words) || !given.is_part_of(target)) return false;
    word = given.span.end - 1;
  }
  return true;
}

std::vector<grammar::Link> given_links(std::size_t source, std::size_t target) {
  std::vector<grammar::Link> links;
  for (std::size_t s = 0; s < source; ++s) {
    for (std::size_t t = 0; t < target; ++t) {
      if (source != target || s == t) links.push_back({static_cast<std::uint8_t>(s), static_cast<std::uint8_t>(t)});
    }
  }
  return links;
}

}  // namespace rectrix::decode
