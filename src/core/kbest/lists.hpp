// K-best lists of many sentences in flat arrays: whether they come from our decoders or from anyone's files,
// every learner works on this type.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "features/space.hpp"
#include "text/vocabulary.hpp"

namespace rectrix::kbest {

// One feature vector: ids ascending and distinct, values aligned with ids. Owns nothing.
struct SparseView {
  std::span<const std::int32_t> ids;
  std::span<const float> values;
};

class Lists {
 public:
  // The feature space is shared with whoever scores the lists; words are the lists' own.
  explicit Lists(std::shared_ptr<features::FeatureSpace> space) : space_(std::move(space)) {}

  // Begins the list of the next sentence. A sentence may have an empty list, and a name instead of its number alone.
  void begin_sentence(std::string_view id = {});
  // Adds a hypothesis to the sentence begun last. Features may come in any order; equal ids are summed.
  void add(std::span<const Word> tokens, double score, std::span<const std::pair<features::Index, float>> features);

  // Attaches a text (alignment, word scores) to the hypothesis added last.
  void note(const std::string& name, std::string_view text);

  // Lists of other sentences in flat arrays, as they travel between processes.
  struct Arrays {
    std::span<const std::int64_t> list_begin, token_begin;
    std::span<const Word> tokens;  // places in `words`
    std::span<const std::string> words;
    std::span<const double> scores;
    std::span<const std::int64_t> feature_begin;
    std::span<const features::Index> feature_ids;  // of the lists' space
    std::span<const float> feature_values;
  };
  // Appends their sentences. Throws UsageError if the arrays do not fit together.
  void extend(const Arrays& more);

  // Takes back the hypothesis added last, to the sentence begun last.
  void remove_last();

  // No more hypotheses: views of the arrays are out, and adding would leave them dangling.
  void seal() { sealed_ = true; }

  std::size_t sentences() const { return list_begin_.size() - 1; }
  std::size_t hypotheses() const { return scores_.size(); }

  // Hypotheses of sentence s are numbered list_begin()[s] to list_begin()[s + 1]; tokens and features of
  // hypothesis h lie between token_begin()[h] and [h + 1], feature_begin()[h] and [h + 1].
  std::span<const std::int64_t> list_begin() const { return list_begin_; }
  std::span<const std::int64_t> token_begin() const { return token_begin_; }
  std::span<const Word> tokens() const { return tokens_; }
  std::span<const double> scores() const { return scores_; }
  std::span<const std::int64_t> feature_begin() const { return feature_begin_; }
  std::span<const std::int32_t> feature_ids() const { return feature_ids_; }
  std::span<const float> feature_values() const { return feature_values_; }

  SparseView features(std::size_t hypothesis) const;
  std::span<const Word> hypothesis(std::size_t hypothesis) const;

  // External values, one per hypothesis (COMET, human scores ...), by name.
  void set_column(std::string name, std::vector<double> values);
  std::span<const double> column(const std::string& name) const;  // throws UsageError that lists the known ones
  const std::map<std::string, std::vector<double>>& columns() const { return columns_; }

  // The sentences' names; empty if no sentence has one.
  std::span<const std::string> ids() const { return ids_; }

  // Texts of hypotheses by name; "" for a hypothesis that has none.
  const std::map<std::string, std::vector<std::string>>& notes() const { return notes_; }
  std::string_view note(const std::string& name, std::size_t hypothesis) const;

  Vocabulary& words() { return words_; }
  const Vocabulary& words() const { return words_; }
  features::FeatureSpace& space() { return *space_; }
  const features::FeatureSpace& space() const { return *space_; }
  std::shared_ptr<features::FeatureSpace> shared_space() const { return space_; }

 private:
  std::shared_ptr<features::FeatureSpace> space_;
  Vocabulary words_;
  std::vector<std::int64_t> list_begin_{0}, token_begin_{0}, feature_begin_{0};
  std::vector<Word> tokens_;
  std::vector<double> scores_;
  std::vector<std::int32_t> feature_ids_;
  std::vector<float> feature_values_;
  std::vector<std::pair<features::Index, float>> sorting_;
  std::map<std::string, std::vector<double>> columns_;
  std::vector<std::string> ids_;                            // none, or one for each sentence
  std::map<std::string, std::vector<std::string>> notes_;  // may end before the last hypotheses, which have none
  bool sealed_ = false;
};

}  // namespace rectrix::kbest
