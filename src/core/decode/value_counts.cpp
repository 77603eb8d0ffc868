#include "decode/value_counts.hpp"

#include <algorithm>
#include <bit>

#include "base/lines.hpp"
#include "features/discretized.hpp"

namespace rectrix::decode {
namespace {

// Numbers of the words, kUnknown for others.
std::vector<Word> words_of(std::string_view text, const Vocabulary& vocabulary) {
  std::vector<Word> words;
  for (std::string_view word = take_word(text); !word.empty(); word = take_word(text)) words.push_back(vocabulary.find(word));
  return words;
}

}  // namespace

void ValueCounts::add(const grammar::Rule& rule) {
  // + 0: there is one zero.
  for (std::size_t i = 0; i < rule.scores.size(); ++i) ++counts_[i][std::bit_cast<std::uint32_t>(rule.scores[i] + 0.0F)];
  ++counts_.back()[std::bit_cast<std::uint32_t>(static_cast<float>(features::target_words(rule)))];
}

ValueCounts::Column ValueCounts::column(std::size_t score) const {
  std::vector<std::pair<double, std::int64_t>> all;
  counts_[score].for_each([&](std::uint32_t bits, std::int64_t count) { all.emplace_back(std::bit_cast<float>(bits), count); });
  std::sort(all.begin(), all.end());
  Column column;
  for (const auto& [value, count] : all) {
    column.values.push_back(value);
    column.counts.push_back(count);
  }
  return column;
}

ValueCounts count_values(const RuleSource& rules, const NumberedTexts& sentences) {
  ValueCounts counts(rules.score_names().size());
  const auto finder = rules.finder();
  grammar::Rules found(rules.score_names());
  for (std::size_t sentence = 0; sentence < sentences.texts.size(); ++sentence) {
    found.clear();
    finder->find(sentences.numbers[sentence], words_of(sentences.texts[sentence], *rules.source()), found);
    for (std::size_t rule = 0; rule < found.size(); ++rule) counts.add(found[rule]);
    sentences.tick(sentence + 1);
  }
  return counts;
}

ValueCounts count_values(const grammar::PhraseTable& table, const NumberedTexts& sentences) {
  ValueCounts counts(table.score_names().size());
  for (std::size_t sentence = 0; sentence < sentences.texts.size(); ++sentence) {
    const std::vector<Word> words = words_of(sentences.texts[sentence], table.source_words());
    FlatMap<std::uint32_t, bool> seen;  // by a phrase's first translation
    for (std::size_t begin = 0; begin < words.size(); ++begin) {
      for (std::size_t length = 1; length <= std::min(words.size() - begin, static_cast<std::size_t>(table.longest())); ++length) {
        if (words[begin + length - 1] == kUnknown) break;
        const grammar::PhraseRange range = table.find(std::span(words).subspan(begin, length));
        if (range.size() == 0 || !seen.insert(range.begin).second) continue;
        const std::span<const grammar::Symbol> source(reinterpret_cast<const grammar::Symbol*>(words.data()) + begin, length);
        for (std::uint32_t option = range.begin; option < range.end; ++option) counts.add(table.option(option, source));
      }
    }
    sentences.tick(sentence + 1);
  }
  return counts;
}

}  // namespace rectrix::decode
