#include "kbest/combine.hpp"

#include <algorithm>
#include <bit>

#include "base/error.hpp"
#include "base/flat_map.hpp"
#include "base/hash.hpp"

namespace rectrix::kbest {
namespace {

constexpr std::uint32_t kNone = 0xffffffff;

std::uint64_t hash_words(std::span<const Word> words) {
  std::uint64_t hash = words.size();
  for (const Word word : words) hash = combine(hash, word);
  return hash;
}

std::uint64_t hash_features(SparseView features, std::uint64_t hash) {
  for (std::size_t i = 0; i < features.ids.size(); ++i) {
    hash = combine(hash, static_cast<std::uint64_t>(features.ids[i]) << 32 | std::bit_cast<std::uint32_t>(features.values[i]));
  }
  return hash;
}

bool same_words(const Lists& lists, std::size_t a, std::size_t b) {
  return std::ranges::equal(lists.hypothesis(a), lists.hypothesis(b));
}

bool same_features(const Lists& lists, std::size_t a, std::size_t b) {
  const SparseView x = lists.features(a), y = lists.features(b);
  return std::ranges::equal(x.ids, y.ids) && std::ranges::equal(x.values, y.values);
}

// The hypotheses of one sentence by hash; `equal` tells true repetitions from collisions.
class Seen {
 public:
  void clear() {
    first_.clear();
    chained_.clear();
  }
  // The earlier hypothesis that equals this one, kNone if there is none; then this one is noted.
  template <class Equal>
  std::uint32_t note(std::uint64_t hash, std::uint32_t hypothesis, Equal equal) {
    const auto [first, is_new] = first_.insert(hash, hypothesis);
    if (is_new) return kNone;
    if (equal(first)) return first;
    for (const auto& [other_hash, other] : chained_) {
      if (other_hash == hash && equal(other)) return other;
    }
    chained_.emplace_back(hash, hypothesis);
    return kNone;
  }

 private:
  FlatMap<std::uint64_t, std::uint32_t> first_;
  std::vector<std::pair<std::uint64_t, std::uint32_t>> chained_;  // collisions: practically none
};

// Copies hypotheses of one set of lists into another with its own words and feature indexes.
class Copier {
 public:
  Copier(const Lists& from, Lists& to) : from_(from), to_(to), words_(from.words().size(), kNone) {}

  void copy(std::size_t hypothesis) {
    copy(hypothesis, [](auto&) {});
  }
  // change: what is done to the features on the way.
  template <class Change>
  void copy(std::size_t hypothesis, Change change) {
    tokens_.clear();
    for (const Word word : from_.hypothesis(hypothesis)) tokens_.push_back(map_word(word));
    features_.clear();
    const SparseView features = from_.features(hypothesis);
    for (std::size_t i = 0; i < features.ids.size(); ++i) features_.emplace_back(map_feature(features.ids[i]), features.values[i]);
    change(features_);
    to_.add(tokens_, from_.scores()[hypothesis], features_);
    for (const auto& [name, texts] : from_.notes()) {
      if (const std::string_view text = from_.note(name, hypothesis); !text.empty()) to_.note(name, text);
    }
  }

 private:
  Word map_word(Word word) {
    if (words_[word] == kNone) words_[word] = to_.words().add(from_.words().text(word));
    return words_[word];
  }
  features::Index map_feature(std::int32_t id) {
    const auto index = static_cast<features::Index>(id);
    return &from_.space() == &to_.space() ? index : to_.space().add(from_.space().name(index));
  }

  const Lists& from_;
  Lists& to_;
  std::vector<Word> words_;
  std::vector<Word> tokens_;
  std::vector<std::pair<features::Index, float>> features_;
};

std::pair<std::size_t, std::size_t> range(const Lists& lists, std::size_t sentence) {
  if (sentence >= lists.sentences()) return {0, 0};
  return {static_cast<std::size_t>(lists.list_begin()[sentence]), static_cast<std::size_t>(lists.list_begin()[sentence + 1])};
}

std::string_view id_of(const Lists& lists, std::size_t sentence) {
  return sentence < lists.ids().size() ? std::string_view(lists.ids()[sentence]) : std::string_view();
}

using Sources = std::vector<std::pair<const Lists*, std::size_t>>;  // of each hypothesis kept

void copy_columns(Lists& to, const Sources& sources, const Lists& like) {
  for (const auto& [name, ignored] : like.columns()) {
    std::vector<double> values;
    values.reserve(sources.size());
    for (const auto& [lists, hypothesis] : sources) values.push_back(lists->column(name)[hypothesis]);
    to.set_column(name, std::move(values));
  }
}

}  // namespace

Merged merge(const Lists& first, const Lists& second) {
  const auto name_of = [](const auto& column) { return column.first; };
  if (!std::ranges::equal(first.columns(), second.columns(), {}, name_of, name_of)) {
    throw UsageError("only lists with the same external columns can be merged");
  }
  Lists merged(first.shared_space());
  Sources kept;
  Copier from_first(first, merged), from_second(second, merged);
  Seen seen;
  // Compared where they are copied to: words and features are comparable only in one vocabulary and space.
  const auto take = [&](const Lists& from, Copier& copier, std::size_t sentence) {
    for (auto [h, end] = range(from, sentence); h < end; ++h) {
      const std::size_t copy = merged.hypotheses();
      copier.copy(h);
      const std::uint64_t hash = hash_features(merged.features(copy), hash_words(merged.hypothesis(copy)));
      const auto equal = [&](std::size_t other) { return same_words(merged, copy, other) && same_features(merged, copy, other); };
      if (seen.note(hash, static_cast<std::uint32_t>(copy), equal) == kNone) {
        kept.emplace_back(&from, h);
      } else {
        merged.remove_last();
      }
    }
  };
  for (std::size_t s = 0; s < std::max(first.sentences(), second.sentences()); ++s) {
    const std::string_view id = id_of(first, s), other = id_of(second, s);
    if (!id.empty() && !other.empty() && id != other) {
      throw InputError("sentence " + std::to_string(s) + " is '" + std::string(id) + "' in one file of lists and '" +
                       std::string(other) + "' in another; they must have the same sentences in the same order");
    }
    merged.begin_sentence(id.empty() ? other : id);
    seen.clear();
    take(first, from_first, s);
    take(second, from_second, s);
  }
  copy_columns(merged, kept, first);
  std::vector<std::int64_t> rows;
  for (const auto& [lists, hypothesis] : kept) {
    rows.push_back(static_cast<std::int64_t>(hypothesis + (lists == &first ? 0 : first.hypotheses())));
  }
  return {std::move(merged), std::move(rows)};
}

void append(Lists& lists, const Lists& more) {
  Copier copier(more, lists);
  for (std::size_t s = 0; s < more.sentences(); ++s) {
    lists.begin_sentence(id_of(more, s));
    for (auto [h, end] = range(more, s); h < end; ++h) copier.copy(h);
  }
}

Lists with_features(const Lists& lists, const Extra& extra) {
  const std::size_t more = extra.names.size();
  if (extra.factors.size() < lists.space().size() && !extra.factors.empty()) throw UsageError("one factor for each feature");
  if (extra.values.size() != more * lists.hypotheses()) throw UsageError("one value of each new feature for each hypothesis");
  std::vector<features::Index> ids;
  for (const std::string& name : extra.names) ids.push_back(lists.shared_space()->add(name));
  Lists result(lists.shared_space());
  Copier copier(lists, result);
  Sources kept;
  for (std::size_t s = 0; s < lists.sentences(); ++s) {
    result.begin_sentence(id_of(lists, s));
    const auto [begin, end] = range(lists, s);
    for (std::size_t h = begin; h < end; ++h) {
      copier.copy(h, [&](std::vector<std::pair<features::Index, float>>& features) {
        if (!extra.factors.empty()) {
          for (auto& [id, value] : features) value = static_cast<float>(value * extra.factors[id]);
          std::erase_if(features, [&](const auto& feature) { return extra.factors[feature.first] == 0; });
        }
        for (std::size_t i = 0; i < more; ++i) {
          std::erase_if(features, [&](const auto& feature) { return feature.first == ids[i]; });
          features.emplace_back(ids[i], static_cast<float>(extra.values[h * more + i]));
        }
      });
      kept.emplace_back(&lists, h);
    }
  }
  copy_columns(result, kept, lists);
  return result;
}

Lists unique(const Lists& lists) {
  Lists result(lists.shared_space());
  Sources kept;
  Copier copier(lists, result);
  Seen seen;
  std::vector<std::uint32_t> best;  // of each hypothesis of the sentence: the one that stands for its words
  for (std::size_t s = 0; s < lists.sentences(); ++s) {
    const auto [begin, end] = range(lists, s);
    seen.clear();
    best.assign(end - begin, kNone);
    for (std::size_t h = begin; h < end; ++h) {
      const auto equal = [&](std::size_t other) { return same_words(lists, h, other); };
      const std::uint32_t first = seen.note(hash_words(lists.hypothesis(h)), static_cast<std::uint32_t>(h), equal);
      const std::size_t group = (first == kNone ? h : first) - begin;
      if (best[group] == kNone || lists.scores()[h] > lists.scores()[best[group]]) best[group] = static_cast<std::uint32_t>(h);
    }
    result.begin_sentence(id_of(lists, s));
    std::sort(best.begin(), best.end());
    for (const std::uint32_t h : best) {
      if (h == kNone) break;
      copier.copy(h);
      kept.emplace_back(&lists, h);
    }
  }
  copy_columns(result, kept, lists);
  return result;
}

}  // namespace rectrix::kbest
