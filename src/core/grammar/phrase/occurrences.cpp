#include "grammar/phrase/occurrences.hpp"

#include <algorithm>
#include <bit>

#include "base/error.hpp"
#include "base/hash.hpp"
#include "base/threads.hpp"

namespace rectrix::grammar {
namespace {

constexpr std::uint32_t kBlock = 512;  // sentence pairs extracted at a time by one thread

// keys[begin * max_length + length - 1] for every span of at most max_length words.
void keys_of_spans(std::span<const Word> words, int max_length, std::vector<std::uint64_t>& keys) {
  const auto width = static_cast<std::size_t>(max_length);
  keys.resize(words.size() * width);
  for (std::size_t begin = 0; begin < words.size(); ++begin) {
    std::uint64_t key = 0;
    for (std::size_t length = 1; length <= width && begin + length <= words.size(); ++length) {
      key = combine(key, words[begin + length - 1]);
      keys[begin * width + length - 1] = key;
    }
  }
}

}  // namespace

std::vector<Link> links_of(LinkSet set) {
  std::vector<Link> links;
  for (; set != 0; set &= set - 1) {
    const int bit = std::countr_zero(set);
    links.push_back({static_cast<std::uint8_t>(bit / kMaxPhraseLength), static_cast<std::uint8_t>(bit % kMaxPhraseLength)});
  }
  return links;
}

std::uint64_t phrase_key(std::span<const Word> words) {
  std::uint64_t key = 0;
  for (const Word word : words) key = combine(key, word);
  return key;
}

std::span<const Word> source_of(const BitextIndex& bitext, const PhraseOccurrence& occurrence) {
  return bitext.source(occurrence.sentence).subspan(occurrence.source_begin, occurrence.source_length);
}

std::span<const Word> target_of(const BitextIndex& bitext, const PhraseOccurrence& occurrence) {
  return bitext.pair(occurrence.sentence).target.subspan(occurrence.target_begin, occurrence.target_length);
}

LinkSet PhraseExtractor::links_in(const Box& box) const {
  LinkSet set = 0;
  const auto first = std::lower_bound(links_.begin(), links_.end(), box.source_begin,
                                      [](const align::Link& link, int source) { return link.source < source; });
  for (auto link = first; link != links_.end() && link->source < box.source_end; ++link) {
    set |= LinkSet{1} << ((link->source - box.source_begin) * kMaxPhraseLength + (link->target - box.target_begin));
  }
  return set;
}

std::span<const PhraseOccurrence> PhraseExtractor::extract(std::uint32_t sentence) {
  found_.clear();
  const std::span<const Word> source = bitext_->source(sentence);
  const SentencePair pair = bitext_->pair(sentence);
  if ((source.size() + 1) * (pair.target.size() + 1) > static_cast<std::size_t>(LinkGrid::kMaxCells)) return found_;
  links_.clear();
  for (std::size_t s = 0; s < source.size(); ++s) {
    for (std::uint32_t i = pair.link_begin[s]; i < pair.link_begin[s + 1]; ++i) {
      links_.push_back({static_cast<std::uint16_t>(s), pair.links[i]});
    }
  }
  grid_.assign(std::span<const align::Link>(links_), {static_cast<int>(source.size()), static_cast<int>(pair.target.size())});
  if (options_->orientation != OrientationModel::kWord) corners_.assign(grid_, options_->max_length);
  keys_of_spans(source, options_->max_length, source_keys_);
  keys_of_spans(pair.target, options_->max_length, target_keys_);
  const auto key = [&](const std::vector<std::uint64_t>& keys, int begin, int end) {
    return keys[static_cast<std::size_t>(begin * options_->max_length + end - begin - 1)];
  };
  for_each_phrase(grid_, options_->max_length, [&](const Box& box) {
    found_.push_back({key(source_keys_, box.source_begin, box.source_end),
                      key(target_keys_, box.target_begin, box.target_end), links_in(box), sentence,
                      static_cast<std::uint16_t>(box.source_begin), static_cast<std::uint16_t>(box.target_begin),
                      static_cast<std::uint8_t>(box.source_end - box.source_begin),
                      static_cast<std::uint8_t>(box.target_end - box.target_begin),
                      orientation(options_->orientation, Direction::kBackward, grid_, corners_, box),
                      orientation(options_->orientation, Direction::kForward, grid_, corners_, box)});
  });
  return found_;
}

void for_each_occurrence(const BitextIndex& bitext, const PhraseOptions& options,
                         const std::function<void(const PhraseOccurrence&)>& visit,
                         const std::function<void(std::size_t)>& tick) {
  if (options.max_length < 1 || options.max_length > kMaxPhraseLength) {
    throw UsageError("phrases have 1 to " + std::to_string(kMaxPhraseLength) + " words, not " +
                     std::to_string(options.max_length));
  }
  const auto workers = static_cast<std::size_t>(std::max(options.threads, 1));
  std::vector<PhraseExtractor> extractors(workers, PhraseExtractor(bitext, options));
  std::vector<std::vector<PhraseOccurrence>> blocks(4 * workers);
  const std::size_t round = blocks.size() * kBlock;
  for (std::size_t done = 0; done < bitext.size(); done += round) {
    tick(done);
    parallel_for(blocks.size(), options.threads, [&](std::size_t block, int worker) {
      blocks[block].clear();
      const std::size_t begin = std::min(done + block * kBlock, bitext.size());
      const std::size_t end = std::min(begin + kBlock, bitext.size());
      for (std::size_t sentence = begin; sentence < end; ++sentence) {
        const auto found = extractors[static_cast<std::size_t>(worker)].extract(static_cast<std::uint32_t>(sentence));
        blocks[block].insert(blocks[block].end(), found.begin(), found.end());
      }
    });
    for (const auto& block : blocks) {
      for (const PhraseOccurrence& occurrence : block) visit(occurrence);
    }
  }
  tick(bitext.size());
}

}  // namespace rectrix::grammar
