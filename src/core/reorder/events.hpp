// Files of orientation events (.revents): feature ids as CSR, classes, phrase pairs and feature names, mapped.
//
// Sentence pairs are written in an order drawn from the seed, so that the last tenth of the events is a random
// sample of whole sentences: a held-out part that needs no copy and shares no sentence with the rest.
#pragma once

#include <functional>
#include <string>

#include "align/corpus.hpp"
#include "base/sections.hpp"
#include "reorder/extract.hpp"

namespace rectrix::reorder {

inline constexpr std::uint32_t kNoFeature = UINT32_MAX;
// Feature f is called names.text(f + kFirstName): a vocabulary begins with three special words.
inline constexpr Word kFirstName = 3;

struct WriteOptions {
  EventOptions events;
  std::uint32_t cutoff = 10;  // features of this many events or fewer are left out
  std::size_t max_words = 100;  // pairs with a longer side are left out
  std::uint64_t seed = 1;     // of the order of sentence pairs
  std::string settings;       // kept in the file: how it was made
  int threads = 1;            // the file is the same for any number
};

// A corpus with its links. Links lie within their pairs (Alignments::require_within).
struct AlignedCorpus {
  const align::Corpus& corpus;
  const align::Alignments& links;
  Vocabularies words;
};

struct WriteReport {
  std::uint64_t events = 0, features = 0, sentences = 0;
};

// Extracts the events of all pairs and writes them to path. Two passes: one counts features, one writes. Beside the
// corpus it keeps 17 bytes per event and the table of all features in memory. With `names` the features are these
// (a model's) and nothing is counted or cut off. progress is told how many pairs are done, in both passes.
WriteReport write_events(const AlignedCorpus& corpus, const WriteOptions& options, const Vocabulary* names,
                         const std::string& path, const std::function<void(std::size_t)>& progress);

// A mapped file of events.
class Events {
 public:
  explicit Events(const std::string& path);

  Rows rows() const { return {offsets_, ids_, {}}; }
  std::span<const Class> classes() const { return classes_; }
  std::span<const std::uint64_t> phrase_pairs() const { return pairs_; }
  std::span<const std::uint64_t> sentences() const { return sentences_; }  // first event of each; then the end
  const Vocabulary& names() const { return names_; }
  std::uint32_t features() const { return static_cast<std::uint32_t>(names_.size()) - kFirstName; }
  const std::vector<std::string>& class_names() const { return class_names_; }
  const std::string& settings() const { return settings_; }

 private:
  SectionFile file_;
  std::span<const std::uint64_t> offsets_, pairs_, sentences_;
  std::span<const std::uint32_t> ids_;
  std::span<const Class> classes_;
  Vocabulary names_;
  std::vector<std::string> class_names_;
  std::string settings_;
};

// For each feature of `from` its number in `to`, kNoFeature if it has none.
std::vector<std::uint32_t> translate_features(const Vocabulary& from, const Vocabulary& to);

}  // namespace rectrix::reorder
