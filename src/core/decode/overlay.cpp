#include "decode/overlay.hpp"

#include <algorithm>
#include <cmath>
#include <mutex>
#include <set>

#include "grammar/extractor.hpp"
#include "grammar/phrase/occurrences.hpp"

namespace rectrix::decode {
namespace {

constexpr double kLeastLexical = 1e-3;  // of a word whose translation nobody linked

std::uint64_t link_key(Word source, Word target) { return (static_cast<std::uint64_t>(source) << 32) | target; }

template <class Map, class Key>
double found(const Map& map, const Key& key) {
  const auto place = map.find(key);
  return place == map.end() ? 0.0 : place->second;
}

// Calls visit(rule) for every rule of every pair.
template <class Visit>
void for_each_rule(const std::shared_ptr<const grammar::BitextIndex>& pairs, const LearnOptions& options, Visit visit) {
  const auto count = static_cast<std::uint32_t>(pairs->size());
  if (options.phrase_length > 0) {
    grammar::PhraseOptions phrases;
    phrases.max_length = options.phrase_length;
    grammar::PhraseExtractor extractor(*pairs, phrases);
    for (std::uint32_t sentence = 0; sentence < count; ++sentence) {
      for (const grammar::PhraseOccurrence& one : extractor.extract(sentence)) {
        const auto symbols = [](std::span<const Word> words) {
          return std::span<const grammar::Symbol>(reinterpret_cast<const grammar::Symbol*>(words.data()), words.size());
        };
        visit({symbols(grammar::source_of(*pairs, one)), symbols(grammar::target_of(*pairs, one)), grammar::links_of(one.links), {}});
      }
    }
    return;
  }
  // A pair's rules are those that apply to its own source side.
  grammar::Extractor extractor(pairs, options.hiero);
  grammar::Rules rules(grammar::column_names());
  for (std::uint32_t sentence = 0; sentence < count; ++sentence) {
    rules.clear();
    extractor.extract(pairs->source(sentence), std::nullopt, rules);
    for (std::size_t i = 0; i < rules.size(); ++i) visit(rules[i]);
  }
}

}  // namespace

const LearnedTarget* LearnedSide::find(std::span<const grammar::Symbol> target) const {
  for (const LearnedTarget& one : targets) {
    if (std::ranges::equal(one.target, target)) return &one;
  }
  return nullptr;
}

Overlay::Side Overlay::own(std::span<const grammar::Symbol> side, const Vocabulary& from, Vocabulary& to) {
  Side made;
  for (const grammar::Symbol symbol : side) {
    made.push_back(grammar::is_gap(symbol) ? symbol : static_cast<grammar::Symbol>(to.add(from.text(static_cast<Word>(symbol)))));
  }
  return made;
}

std::size_t Overlay::add(const std::shared_ptr<const grammar::BitextIndex>& pairs, const LearnOptions& options) {
  grammar::Rules all(grammar::column_names());
  const std::vector<float> none(grammar::column_names().size(), 0);
  for_each_rule(pairs, options, [&](grammar::Rule rule) {
    rule.scores = none;
    all.add(rule);
  });
  const std::unique_lock lock(mutex_);
  for (std::size_t i = 0; i < all.size(); ++i) count_rule(all[i], *pairs);
  count_links(*pairs);
  return all.size();
}

void Overlay::count_rule(const grammar::Rule& rule, const grammar::BitextIndex& pairs) {
  const Side source = own(rule.source, pairs.source_words(), source_words_);
  const Side target = own(rule.target, pairs.target_words(), target_words_);
  const std::uint32_t node = trie_.insert(source);
  entries_.resize(trie_.size());
  Entry& entry = entries_[node];
  ++entry.count;
  ++entry.targets[{target, {rule.links.begin(), rule.links.end()}}];
  ++target_counts_[target];
}

void Overlay::count_links(const grammar::BitextIndex& pairs) {
  const auto note = [&](Word source, Word target) {
    ++links_[link_key(source, target)];
    ++source_links_[source];
    ++target_links_[target];
  };
  for (std::uint32_t sentence = 0; sentence < pairs.size(); ++sentence) {
    const auto source = pairs.source(sentence);
    const grammar::SentencePair pair = pairs.pair(sentence);
    std::vector<Word> targets;
    for (const Word word : pair.target) targets.push_back(target_words_.add(pairs.target_words().text(word)));
    for (std::size_t s = 0; s < source.size(); ++s) {
      const Word word = source_words_.add(pairs.source_words().text(source[s]));
      if (pair.link_begin[s] == pair.link_begin[s + 1]) note(word, kUnknown);
      for (std::uint32_t i = pair.link_begin[s]; i < pair.link_begin[s + 1]; ++i) note(word, targets[pair.links[i]]);
    }
    for (std::size_t t = 0; t < targets.size(); ++t) {
      if (!pair.target_to_source[t].linked()) note(kUnknown, targets[t]);
    }
  }
}

// A sentence on its way through the trie.
struct Overlay::Walk {
  std::span<const Word> sentence;      // in the sentence's numbers
  std::vector<Word> words;             // in the overlay's; kUnknown: it has no such word
  const LocalVocabulary* source_words;
  LocalVocabulary* target_words;
  Side path = {}, own_path = {};       // to the current node, in both
  int gaps = 0;
  std::set<std::pair<std::uint32_t, std::size_t>> seen = {};
  std::set<std::uint32_t> taken = {};  // nodes whose rules were given
  std::vector<LearnedSide> found = {};
};

std::vector<LearnedSide> Overlay::match(std::span<const Word> sentence, const LocalVocabulary& source_words,
                                        LocalVocabulary& target_words) const {
  const std::shared_lock lock(mutex_);
  Walk walk{sentence, {}, &source_words, &target_words};
  for (const Word word : sentence) walk.words.push_back(source_words_.find(source_words.text(word)));
  for (std::size_t begin = 0; begin < sentence.size(); ++begin) visit(walk, SourceTrie::kRoot, begin);
  return std::move(walk.found);
}

// `place`: the word that comes next. A gap has one word or more; how many it may have is for the search to say.
void Overlay::visit(Walk& walk, std::uint32_t node, std::size_t place) const {
  if (!walk.seen.emplace(node, place).second) return;
  if (node < entries_.size() && entries_[node].count > 0 && walk.taken.insert(node).second) {
    walk.found.push_back(learned(walk, entries_[node]));
  }
  if (place >= walk.words.size()) return;
  if (walk.words[place] != kUnknown) {
    if (const std::uint32_t child = trie_.word_child(node, walk.words[place]); child != kNone) {
      walk.path.push_back(static_cast<grammar::Symbol>(walk.sentence[place]));
      walk.own_path.push_back(static_cast<grammar::Symbol>(walk.words[place]));
      visit(walk, child, place + 1);
      walk.path.pop_back();
      walk.own_path.pop_back();
    }
  }
  const std::uint32_t child = trie_.gap_child(node);
  if (child == kNone) return;
  walk.path.push_back(grammar::gap(walk.gaps));
  walk.own_path.push_back(grammar::gap(walk.gaps++));
  for (std::size_t next = place + 1; next <= walk.words.size(); ++next) visit(walk, child, next);
  walk.path.pop_back();
  walk.own_path.pop_back();
  --walk.gaps;
}

LearnedSide Overlay::learned(const Walk& walk, const Entry& entry) const {
  LearnedSide side{walk.path, static_cast<double>(entry.count), {}};
  for (auto at = entry.targets.begin(); at != entry.targets.end();) {
    const Side& target = at->first.first;
    LearnedTarget& made = side.targets.emplace_back();
    made.target_count = found(target_counts_, target);
    std::uint32_t most = 0;  // of the links that it had
    for (; at != entry.targets.end() && at->first.first == target; ++at) {
      made.pair += at->second;
      if (at->second > most) made.links = at->first.second;
      most = std::max(most, at->second);
    }
    weigh(walk.own_path, target, made);
    for (const grammar::Symbol symbol : target) {
      const bool gap = grammar::is_gap(symbol);
      made.target.push_back(gap ? symbol : static_cast<grammar::Symbol>(walk.target_words->find_or_add(target_words_.text(static_cast<Word>(symbol)))));
    }
  }
  return side;
}

// Each word is explained by the word of the other side, or by none, that explains it best.
void Overlay::weigh(const Side& source, const Side& target, LearnedTarget& rule) const {
  const auto best = [&](const Side& from, const auto& probability) {
    double most = std::max(kLeastLexical, probability(kUnknown));
    for (const grammar::Symbol symbol : from) {
      if (!grammar::is_gap(symbol)) most = std::max(most, probability(static_cast<Word>(symbol)));
    }
    return std::log(most);
  };
  const auto share = [&](std::uint64_t link, const auto& totals, Word given) {
    const double total = found(totals, given);
    return total > 0 ? found(links_, link) / total : 0.0;
  };
  for (const grammar::Symbol symbol : target) {
    if (grammar::is_gap(symbol)) continue;
    const auto word = static_cast<Word>(symbol);
    rule.target_lexical += best(source, [&](Word given) { return share(link_key(given, word), source_links_, given); });
  }
  for (const grammar::Symbol symbol : source) {
    if (grammar::is_gap(symbol)) continue;
    const auto word = static_cast<Word>(symbol);
    rule.source_lexical += best(target, [&](Word given) { return share(link_key(word, given), target_links_, given); });
  }
}

}  // namespace rectrix::decode
