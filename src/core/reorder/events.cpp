#include "reorder/events.hpp"

#include <algorithm>
#include <numeric>

#include "base/error.hpp"
#include "base/flat_map.hpp"
#include "base/hash.hpp"
#include "reorder/random.hpp"
#include "reorder/text_section.hpp"

namespace rectrix::reorder {

namespace {

constexpr std::string_view kKind = "reorder-events";
constexpr std::uint32_t kVersion = 1;

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

// How many events have each feature. A feature twice in one event counts twice.
FeatureIds count_features(const AlignedCorpus& corpus, const WriteOptions& options,
                          std::span<const std::uint32_t> order, const std::function<void(std::size_t)>& progress) {
  FeatureIds counts;
  Extractor extractor(options.events);
  std::vector<std::uint32_t> here;
  for (std::size_t done = 0; done < order.size(); ++done) {
    extractor.extract(pair_at(corpus, order[done]));
    here.assign(extractor.keys().size(), 0);
    for (std::size_t i = 0; i < extractor.size(); ++i) {
      for (const std::uint32_t slot : extractor.slots(i)) ++here[slot];
    }
    for (std::size_t slot = 0; slot < here.size(); ++slot) {
      if (here[slot] > 0) counts[extractor.keys()[slot]] += here[slot];
    }
    if (progress) progress(done + 1);
  }
  return counts;
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

// The second pass: feature ids go to the file as they come, the rest is kept until they are through.
class Writer {
 public:
  Writer(const AlignedCorpus& corpus, const FeatureIds& ids)
      : ids_(ids), source_hashes_(text_hashes(corpus.words.source)), target_hashes_(text_hashes(corpus.words.target)) {}

  void add(const Extractor& extractor, SectionWriter& file) {
    slot_ids_.clear();
    for (const FeatureKey key : extractor.keys()) {
      const std::uint32_t* id = ids_.find(key);
      slot_ids_.push_back(id == nullptr ? kNoFeature : *id);
    }
    buffer_.clear();
    for (std::size_t i = 0; i < extractor.size(); ++i) {
      add_row(extractor.slots(i));
      pairs_.push_back(extractor.phrase_pair(i, source_hashes_, target_hashes_));
    }
    classes_.insert(classes_.end(), extractor.classes().begin(), extractor.classes().end());
    sentences_.push_back(classes_.size());
    file.append(std::span<const std::uint32_t>(buffer_));
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
  void add_row(std::span<const std::uint32_t> slots) {
    const std::size_t begin = buffer_.size();
    for (const std::uint32_t slot : slots) {
      if (slot_ids_[slot] != kNoFeature) buffer_.push_back(slot_ids_[slot]);
    }
    const auto row = buffer_.begin() + static_cast<std::ptrdiff_t>(begin);
    std::sort(row, buffer_.end());
    buffer_.erase(std::unique(row, buffer_.end()), buffer_.end());
    offsets_.push_back(offsets_.back() + buffer_.size() - begin);
  }

  const FeatureIds& ids_;
  std::vector<std::uint64_t> source_hashes_, target_hashes_;
  std::vector<std::uint32_t> slot_ids_, buffer_;
  std::vector<std::uint64_t> offsets_{0}, pairs_, sentences_{0};
  std::vector<Class> classes_;
};

}  // namespace

WriteReport write_events(const AlignedCorpus& corpus, const WriteOptions& options, const Vocabulary* names,
                         const std::string& path, const std::function<void(std::size_t)>& progress) {
  if (options.events.max_length < 1 || options.events.max_length > 1000) {
    throw UsageError("the longest phrase must have 1 to 1000 words");
  }
  if (corpus.corpus.size() != corpus.links.size()) {
    throw UsageError("there are " + std::to_string(corpus.corpus.size()) + " sentence pairs but " +
                     std::to_string(corpus.links.size()) + " lines of word links");
  }
  if (std::max(corpus.words.source.size(), corpus.words.target.size()) >= kMaxWords) {
    throw UsageError("more than 1,073,741,823 different words");
  }
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
  SectionWriter file(path, kKind, kVersion);
  file.begin<std::uint32_t>("ids");
  Writer writer(corpus, ids);
  Extractor extractor(options.events);
  for (std::size_t done = 0; done < order.size(); ++done) {
    extractor.extract(pair_at(corpus, order[done]));
    writer.add(extractor, file);
    if (progress) progress(order.size() + done + 1);
  }
  writer.finish(file);
  add_text(file, "class_names", join_lines(class_names(options.events.classes)));
  add_text(file, "settings", options.settings);
  names->save(file, "name_");
  file.finish();
  return {writer.events(), names->size() - kFirstName, writer.sentences()};
}

Events::Events(const std::string& path)
    : file_(path, kKind, kVersion),
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
