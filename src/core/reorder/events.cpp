#include "reorder/events.hpp"

#include <algorithm>
#include <numeric>

#include "base/error.hpp"
#include "base/flat_map.hpp"
#include "base/hash.hpp"
#include "base/threads.hpp"
#include "reorder/random.hpp"
#include "reorder/text_section.hpp"

namespace rectrix::reorder {

namespace {

constexpr std::string_view kEventsKind = "reorder-events";
constexpr std::uint32_t kEventsVersion = 1;

using FeatureIds = FlatMap<FeatureKey, std::uint32_t>;

std::vector<std::uint64_t> text_hashes(const Vocabulary& words) {
  std::vector<std::uint64_t> hashes(words.size());
  for (Word word = 0; word < words.size(); ++word) hashes[word] = hash_bytes(words.text(word));
  return hashes;
}

// The pairs that yield events, in random order.
std::vector<std::uint32_t> order_of(const AlignedCorpus& corpus, const WriteOptions& options) {
  std::vector<std::uint32_t> order;
  for (std::size_t pair = 0; pair < corpus.corpus.size(); ++pair) {
    const auto words = corpus.corpus[pair];
    if (std::max(words.source.size(), words.target.size()) <= options.max_words) {
      order.push_back(static_cast<std::uint32_t>(pair));
    }
  }
  shuffle(std::span(order), Random(options.seed));
  return order;
}

AlignedPair pair_at(const AlignedCorpus& corpus, std::size_t pair) {
  const auto words = corpus.corpus[pair];
  return {words.source, words.target, corpus.links[pair]};
}

// The pairs that threads work on at a time: what they have found is kept until all of them are done.
constexpr std::size_t kBatch = 64;

// Extracts all pairs, batch by batch: on_pair(extractor, slot of the batch, worker) on several threads, then
// on_batch(pairs in it) on this one.
template <class OnPair, class OnBatch>
void extract_all(const AlignedCorpus& corpus, const WriteOptions& options, std::span<const std::uint32_t> order,
                 OnPair on_pair, OnBatch on_batch) {
  std::vector<Extractor> extractors(static_cast<std::size_t>(options.threads), Extractor(options.events));
  const std::size_t size = kBatch * extractors.size();
  for (std::size_t begin = 0; begin < order.size(); begin += size) {
    const std::size_t count = std::min(size, order.size() - begin);
    parallel_for(count, options.threads, [&](std::size_t i, int worker) {
      Extractor& extractor = extractors[static_cast<std::size_t>(worker)];
      extractor.extract(pair_at(corpus, order[begin + i]));
      on_pair(extractor, i, static_cast<std::size_t>(worker));
    });
    on_batch(count);
  }
}

// How many events have each feature. A feature twice in one event counts twice.
FeatureIds count_features(const AlignedCorpus& corpus, const WriteOptions& options,
                          std::span<const std::uint32_t> order, const std::function<void(std::size_t)>& progress) {
  std::vector<FeatureIds> counts(static_cast<std::size_t>(options.threads));
  std::size_t done = 0;
  const auto count = [&](const Extractor& extractor, std::size_t, std::size_t worker) {
    std::vector<std::uint32_t> here(extractor.keys().size(), 0);
    for (std::size_t i = 0; i < extractor.size(); ++i) {
      for (const std::uint32_t slot : extractor.slots(i)) ++here[slot];
    }
    for (std::size_t slot = 0; slot < here.size(); ++slot) {
      if (here[slot] > 0) counts[worker][extractor.keys()[slot]] += here[slot];
    }
  };
  extract_all(corpus, options, order, count, [&](std::size_t pairs) {
    done += pairs;
    if (progress) progress(done);
  });
  for (std::size_t worker = 1; worker < counts.size(); ++worker) {
    counts[worker].for_each([&](FeatureKey key, std::uint32_t more) { counts[0][key] += more; });
  }
  return std::move(counts[0]);
}

// Frequent features first: their weights then share few pages and stay in the cache.
FeatureIds choose_features(const FeatureIds& counts, std::uint32_t cutoff, const Vocabularies& words,
                           Vocabulary& names) {
  std::vector<std::pair<std::uint32_t, FeatureKey>> kept;
  counts.for_each([&](FeatureKey key, std::uint32_t count) {
    if (count > cutoff) kept.emplace_back(count, key);
  });
  std::sort(kept.begin(), kept.end(), [](const auto& a, const auto& b) {
    return a.first != b.first ? a.first > b.first : a.second < b.second;
  });
  FeatureIds ids(kept.size());
  for (const auto& [count, key] : kept) ids[key] = names.add(feature_name(key, words)) - kFirstName;
  return ids;
}

FeatureIds named_features(const Vocabulary& names, const Vocabularies& words) {
  FeatureIds ids(names.size());
  for (Word name = kFirstName; name < names.size(); ++name) {
    if (const auto key = feature_key(names.text(name), words)) ids[*key] = name - kFirstName;
  }
  return ids;
}

// The events of one sentence pair as they stand in the file.
struct PairEvents {
  std::vector<std::uint32_t> ids, lengths;
  std::vector<Class> classes;
  std::vector<std::uint64_t> pairs;

  void fill(const Extractor& extractor, const FeatureIds& known, std::span<const std::uint64_t> source_hashes,
            std::span<const std::uint64_t> target_hashes) {
    std::vector<std::uint32_t> slot_ids;
    for (const FeatureKey key : extractor.keys()) {
      const std::uint32_t* id = known.find(key);
      slot_ids.push_back(id == nullptr ? kNoFeature : *id);
    }
    ids.clear();
    lengths.clear();
    pairs.clear();
    for (std::size_t i = 0; i < extractor.size(); ++i) {
      add_row(extractor.slots(i), slot_ids);
      pairs.push_back(extractor.phrase_pair(i, source_hashes, target_hashes));
    }
    classes.assign(extractor.classes().begin(), extractor.classes().end());
  }

 private:
  void add_row(std::span<const std::uint32_t> slots, std::span<const std::uint32_t> slot_ids) {
    const std::size_t begin = ids.size();
    for (const std::uint32_t slot : slots) {
      if (slot_ids[slot] != kNoFeature) ids.push_back(slot_ids[slot]);
    }
    const auto row = ids.begin() + static_cast<std::ptrdiff_t>(begin);
    std::sort(row, ids.end());
    ids.erase(std::unique(row, ids.end()), ids.end());
    lengths.push_back(static_cast<std::uint32_t>(ids.size() - begin));
  }
};

// The second pass: feature ids go to the file as they come, the rest is kept until they are through.
class Writer {
 public:
  void add(const PairEvents& events, SectionWriter& file) {
    for (const std::uint32_t length : events.lengths) offsets_.push_back(offsets_.back() + length);
    classes_.insert(classes_.end(), events.classes.begin(), events.classes.end());
    pairs_.insert(pairs_.end(), events.pairs.begin(), events.pairs.end());
    sentences_.push_back(classes_.size());
    file.append(std::span<const std::uint32_t>(events.ids));
  }

  void finish(SectionWriter& file) const {
    file.add("offsets", offsets_);
    file.add("classes", classes_);
    file.add("pairs", pairs_);
    file.add("sentences", sentences_);
  }
  std::uint64_t events() const { return classes_.size(); }
  std::uint64_t sentences() const { return sentences_.size() - 1; }

 private:
  std::vector<std::uint64_t> offsets_{0}, pairs_, sentences_{0};
  std::vector<Class> classes_;
};

void check_input(const AlignedCorpus& corpus, const WriteOptions& options) {
  if (options.events.max_length < 1 || options.events.max_length > 1000) {
    throw UsageError("the longest phrase must have 1 to 1000 words");
  }
  if (options.threads < 1) throw UsageError("at least one thread is needed");
  if (corpus.corpus.size() != corpus.links.size()) {
    throw UsageError("there are " + std::to_string(corpus.corpus.size()) + " sentence pairs but " +
                     std::to_string(corpus.links.size()) + " lines of word links");
  }
  if (std::max(corpus.words.source.size(), corpus.words.target.size()) >= kMaxWords) {
    throw UsageError("more than 1,073,741,823 different words");
  }
}

}  // namespace

WriteReport write_events(const AlignedCorpus& corpus, const WriteOptions& options, const Vocabulary* names,
                         const std::string& path, const std::function<void(std::size_t)>& progress) {
  check_input(corpus, options);
  const std::vector<std::uint32_t> order = order_of(corpus, options);
  Vocabulary chosen;
  FeatureIds ids;
  if (names == nullptr) {
    const FeatureIds counts = count_features(corpus, options, order, progress);
    ids = choose_features(counts, options.cutoff, corpus.words, chosen);
    names = &chosen;
  } else {
    ids = named_features(*names, corpus.words);
  }
  SectionWriter file(path, kEventsKind, kEventsVersion);
  file.begin<std::uint32_t>("ids");
  Writer writer;
  const auto source_hashes = text_hashes(corpus.words.source), target_hashes = text_hashes(corpus.words.target);
  std::vector<PairEvents> batch(kBatch * static_cast<std::size_t>(options.threads));
  std::size_t done = order.size();
  const auto fill = [&](const Extractor& extractor, std::size_t i, std::size_t) {
    batch[i].fill(extractor, ids, source_hashes, target_hashes);
  };
  extract_all(corpus, options, order, fill, [&](std::size_t pairs) {
    for (std::size_t i = 0; i < pairs; ++i) writer.add(batch[i], file);
    done += pairs;
    if (progress) progress(done);
  });
  writer.finish(file);
  add_text(file, "class_names", join_lines(class_names(options.events.classes)));
  add_text(file, "settings", options.settings);
  names->save(file, "name_");
  file.finish();
  return {writer.events(), names->size() - kFirstName, writer.sentences()};
}

Events::Events(const std::string& path)
    : file_(path, kEventsKind, kEventsVersion),
      offsets_(file_.get<std::uint64_t>("offsets")),
      pairs_(file_.get<std::uint64_t>("pairs")),
      sentences_(file_.get<std::uint64_t>("sentences")),
      ids_(file_.get<std::uint32_t>("ids")),
      classes_(file_.get<Class>("classes")),
      names_(Vocabulary::load(file_, "name_")),
      class_names_(split_lines(get_text(file_, "class_names"))),
      settings_(get_text(file_, "settings")) {
  if (names_.size() < kFirstName) file_.fail("it has no feature names");
  if (class_names_.size() < 2 || class_names_.size() > kMaxClasses) file_.fail("it has no classes");
  if (sentences_.empty() || sentences_.front() != 0 || sentences_.back() != classes_.size() ||
      !std::is_sorted(sentences_.begin(), sentences_.end()) || pairs_.size() != classes_.size()) {
    file_.fail("its sections do not fit together");
  }
  try {
    check(Examples{rows(), classes_, features(), static_cast<int>(class_names_.size())});
  } catch (const UsageError& error) {
    file_.fail(error.what());
  }
}

std::vector<std::uint32_t> translate_features(const Vocabulary& from, const Vocabulary& to) {
  std::vector<std::uint32_t> ids;
  for (Word name = kFirstName; name < from.size(); ++name) {
    const Word found = to.find(from.text(name));
    ids.push_back(found < kFirstName ? kNoFeature : found - kFirstName);
  }
  return ids;
}

}  // namespace rectrix::reorder
