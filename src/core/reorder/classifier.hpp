// Orientation models in files (.rreorder) and their use by a decoder.
//
// A decoder asks for the log-probabilities of all orientations of a phrase pair at a place in the source sentence. What
// depends on the phrase pair alone (its linked words, boundary words, lengths) is summed once per phrase pair; the
// source words beside it are added once per source position; neither depends on the hypothesis:
//
//   const Classifier classifier(model, {source_words, target_words});
//   const auto phrase = classifier.phrase({source_phrase, target_phrase, links});   // once per phrase pair
//   classifier.log_probabilities(phrase, {sentence, begin, end}, logs);             // once per phrase pair and place
//
// The decoder then adds logs[class of the hypothesis's orientation].
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/flat_map.hpp"
#include "base/sections.hpp"
#include "grammar/rules.hpp"
#include "reorder/examples.hpp"
#include "reorder/templates.hpp"

namespace rectrix::reorder {

// What every model file tells about itself.
struct ModelCard {
  std::vector<std::string> class_names;
  std::string settings;  // how it was made
};

// A linear classifier: `weights` has stride(classes) numbers for each feature of `names`.
void save_classifier(const std::string& path, const ModelCard& card, const Vocabulary& names,
                     std::span<const double> weights);
// A table of class probabilities by phrase pair: keys ascend, one row of probabilities each.
void save_table(const std::string& path, const ModelCard& card, std::span<const std::uint64_t> keys,
                std::span<const double> probabilities);

// A mapped model file: a linear classifier, or a table of probabilities by phrase pair.
class Model {
 public:
  explicit Model(const std::string& path, Load load = Load::map);

  const ModelCard& card() const { return card_; }
  int classes() const { return static_cast<int>(card_.class_names.size()); }
  bool is_table() const { return !names_; }
  // Of a linear classifier; throws UsageError for a table.
  const Vocabulary& names() const;
  std::span<const double> weights() const { return weights_; }
  // Of a table.
  std::span<const std::uint64_t> keys() const { return keys_; }
  std::span<const double> probabilities() const { return probabilities_; }

 private:
  SectionFile file_;
  ModelCard card_;
  std::optional<Vocabulary> names_;
  std::span<const double> weights_, probabilities_;
  std::span<const std::uint64_t> keys_;
};

class Classifier {
 public:
  // Words are the decoder's; features with words that it does not know can never fire and are dropped. Throws
  // UsageError for a table, and for a model with target-neighbor features, whose value depends on the hypothesis.
  Classifier(std::shared_ptr<const Model> model, const Vocabularies& words);

  struct PhrasePair {
    std::span<const Word> source, target;  // the target may be empty
    std::span<const grammar::Link> links;  // positions within the phrases
  };
  struct Place {
    std::span<const Word> sentence;
    std::size_t begin, end;  // of the source phrase
  };

  int classes() const { return model_->classes(); }
  const std::vector<std::string>& class_names() const { return model_->card().class_names; }

  // Class scores of what does not depend on the place.
  std::vector<double> phrase(const PhrasePair& pair) const;
  // Natural logarithms of the class probabilities; logs has room for classes() numbers.
  void log_probabilities(std::span<const double> phrase, const Place& place, std::span<double> logs) const;

 private:
  void add(FeatureKey key, std::span<double> scores) const;

  std::shared_ptr<const Model> model_;
  FlatMap<FeatureKey, std::uint32_t> ids_;
};

}  // namespace rectrix::reorder
