#include "align/corpus.hpp"

#include "base/error.hpp"

namespace rectrix::align {
namespace {

constexpr std::size_t kPairsBetweenTicks = 4096;

void append(std::string_view line, const Encode& encode, Side& side) {
  for (std::string_view word = take_word(line); !word.empty(); word = take_word(line)) {
    side.words.push_back(encode(word));
  }
  side.offsets.push_back(side.words.size());
}

[[noreturn]] void fail_unequal(Lines& source, Lines& target) {
  std::string_view line;
  while (source.next(line)) continue;
  while (target.next(line)) continue;
  throw InputError(source.name() + " has " + std::to_string(source.number()) + " lines but " + target.name() +
                   " has " + std::to_string(target.number()) +
                   "; line n of one must translate line n of the other");
}

}  // namespace

Corpus read_corpus(Lines& source, Lines& target, const Encode& encode_source, const Encode& encode_target,
                   const std::function<void(std::size_t)>& tick) {
  Corpus corpus;
  std::string_view source_line, target_line;
  while (true) {
    const bool more_source = source.next(source_line), more_target = target.next(target_line);
    if (more_source != more_target) fail_unequal(source, target);
    if (!more_source) return corpus;
    append(source_line, encode_source, corpus.source);
    append(target_line, encode_target, corpus.target);
    if (corpus.size() % kPairsBetweenTicks == 0) tick(corpus.size());
  }
}

}  // namespace rectrix::align
