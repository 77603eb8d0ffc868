#include "grammar/shuffled_text.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

#include "base/hash.hpp"

namespace rectrix::grammar {
namespace {

// Sentences in the order of a hash of their numbers, which is the same for everyone.
std::vector<std::uint32_t> shuffled(std::size_t sentences) {
  std::vector<std::uint32_t> order(sentences);
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::sort(order, {}, [](std::uint32_t sentence) { return mix(sentence + 1); });
  return order;
}

std::vector<std::uint32_t> by_word(std::span<const Word> ordered, std::span<const std::uint32_t> original, std::span<const std::uint32_t> word_begin) {
  std::vector<std::uint32_t> begin(word_begin.begin(), word_begin.end());
  std::vector<std::uint32_t> places(original.size());
  for (std::size_t place = 0; place < places.size(); ++place) places[begin[ordered[original[place]]]++] = static_cast<std::uint32_t>(place);
  return places;
}

}  // namespace

void save_shuffled(const OrderedText& ordered, std::span<const ClosedSpans> closed, SectionWriter& writer) {
  const std::vector<std::uint32_t> order = shuffled(ordered.begin.size() - 1);
  std::vector<ShortWord> text;
  std::vector<ClosedSpans> spans;
  std::vector<std::uint32_t> original, begin(order.size()), ends{0};
  text.reserve(ordered.words.size());
  spans.reserve(ordered.words.size());
  original.reserve(ordered.words.size());
  for (const std::uint32_t sentence : order) {
    begin[sentence] = static_cast<std::uint32_t>(text.size());
    for (std::uint32_t place = ordered.begin[sentence]; place < ordered.begin[sentence + 1]; ++place) {
      text.push_back(short_word(ordered.words[place]));
      spans.push_back(closed[place]);
      original.push_back(place);
    }
    ends.push_back(static_cast<std::uint32_t>(text.size()));
  }
  std::vector<std::uint32_t> limits;
  for (int level = 0; level == 0 || order.size() >> level > 0; ++level) limits.push_back(ends[order.size() >> level]);
  writer.add("shuffled", text);
  writer.add("shuffled.closed", spans);
  writer.add("shuffled.place", original);
  writer.add("shuffled.begin", begin);
  writer.add("shuffled.limits", limits);
  writer.add("shuffled.words", by_word(ordered.words, original, ordered.word_begin));
}

ShuffledText ShuffledText::load(const SectionFile& file, const OrderedText& ordered) {
  ShuffledText shuffled;
  shuffled.text_ = file.get<ShortWord>("shuffled");
  shuffled.closed_ = file.get<ClosedSpans>("shuffled.closed");
  shuffled.original_ = file.get<std::uint32_t>("shuffled.place");
  shuffled.begin_ = file.get<std::uint32_t>("shuffled.begin");
  shuffled.limits_ = file.get<std::uint32_t>("shuffled.limits");
  shuffled.places_ = file.get<std::uint32_t>("shuffled.words");
  shuffled.ordered_ = ordered.words;
  shuffled.word_begin_ = ordered.word_begin;
  shuffled.check(file, ordered);
  return shuffled;
}

void ShuffledText::check(const SectionFile& file, const OrderedText& ordered) const {
  const std::size_t size = ordered.words.size();
  const bool sizes_fit = text_.size() == size && closed_.size() == size && original_.size() == size && places_.size() == size &&
                         begin_.size() + 1 == ordered.begin.size() && !limits_.empty() && limits_.size() <= 32;
  if (!sizes_fit) file.fail("the shuffled text does not fit the text; build the index again");
  const auto below = [size](std::span<const std::uint32_t> places) { return places.empty() || std::ranges::max(places) < size; };
  bool inside = below(original_) && below(places_) && below(begin_) && limits_.front() == size &&
                std::ranges::is_sorted(limits_, std::ranges::greater()) && (size == 0 || text_.back() == kSentenceEnd);
  // A place beside an occurrence is in the same sentence, here and in the text.
  for (std::size_t place = 0; inside && place < size; ++place) {
    inside = text_[place] == short_word(word(static_cast<std::uint32_t>(place))) &&
             (text_[place] == kSentenceEnd || original_[place + 1] == original_[place] + 1);
  }
  if (!inside) file.fail("the shuffled text leads outside of the text; build the index again");
}

}  // namespace rectrix::grammar
