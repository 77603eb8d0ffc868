#include "reorder/classifier.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "reorder/events.hpp"
#include "reorder/logistic.hpp"
#include "reorder/text_section.hpp"

namespace rectrix::reorder {

namespace {

constexpr std::string_view kModelKind = "reorder-model";
constexpr std::uint32_t kModelVersion = 1;

bool all_finite(std::span<const double> numbers) {
  return std::all_of(numbers.begin(), numbers.end(), [](double number) { return std::isfinite(number); });
}

SectionWriter begin_model(const std::string& path, const ModelCard& card) {
  SectionWriter file(path, kModelKind, kModelVersion);
  add_text(file, "class_names", join_lines(card.class_names));
  add_text(file, "settings", card.settings);
  return file;
}

}  // namespace

void save_classifier(const std::string& path, const ModelCard& card, const Vocabulary& names,
                     std::span<const double> weights) {
  const std::size_t width = stride(static_cast<int>(card.class_names.size()));
  if (weights.size() != (names.size() - kFirstName) * width) {
    throw UsageError("a classifier needs " + std::to_string(width) + " weights for each feature");
  }
  SectionWriter file = begin_model(path, card);
  file.add("weights", weights);
  names.save(file, "name_");
  file.finish();
}

void save_table(const std::string& path, const ModelCard& card, std::span<const std::uint64_t> keys,
                std::span<const double> probabilities) {
  if (probabilities.size() != keys.size() * card.class_names.size() || !std::is_sorted(keys.begin(), keys.end())) {
    throw UsageError("a table needs ascending keys and one row of probabilities for each");
  }
  SectionWriter file = begin_model(path, card);
  file.add("keys", keys);
  file.add("probabilities", probabilities);
  file.finish();
}

Model::Model(const std::string& path, Load load) : file_(path, kModelKind, kModelVersion, load) {
  card_ = {split_lines(get_text(file_, "class_names")), get_text(file_, "settings")};
  if (card_.class_names.size() < 2 || card_.class_names.size() > kMaxClasses) file_.fail("it has no classes");
  if (file_.has("keys")) {
    keys_ = file_.get<std::uint64_t>("keys");
    probabilities_ = file_.get<double>("probabilities");
    if (probabilities_.size() != keys_.size() * card_.class_names.size() ||
        !std::is_sorted(keys_.begin(), keys_.end()) || !all_finite(probabilities_)) {
      file_.fail("its table of probabilities makes no sense");
    }
    return;
  }
  names_ = Vocabulary::load(file_, "name_");
  weights_ = file_.get<double>("weights");
  if (names_->size() < kFirstName || !all_finite(weights_) ||
      weights_.size() != (names_->size() - kFirstName) * static_cast<std::size_t>(stride(classes()))) {
    file_.fail("its weights do not fit its features");
  }
}

const Vocabulary& Model::names() const {
  if (!names_) throw UsageError(file_.path() + " is a table of phrase pairs; a linear classifier is wanted here");
  return *names_;
}

Classifier::Classifier(std::shared_ptr<const Model> model, const Vocabularies& words)
    : model_(std::move(model)), ids_(model_->names().size()) {
  const Vocabulary& names = model_->names();
  for (Word name = kFirstName; name < names.size(); ++name) {
    const auto key = feature_key(names.text(name), words);
    if (!key) continue;
    if (static_cast<Template>(*key >> 60) == Template::kTargetNeighbor) {
      throw UsageError("a decoder cannot use a model with target-neighbor features; train it without them");
    }
    ids_[*key] = name - kFirstName;
  }
}

void Classifier::add(FeatureKey key, std::span<double> scores) const {
  const std::uint32_t* id = ids_.find(key);
  if (id == nullptr) return;
  const double* weights = model_->weights().data() + std::size_t{*id} * stride(classes());
  for (std::size_t k = 0; k < scores.size(); ++k) scores[k] += weights[k];
}

std::vector<double> Classifier::phrase(const PhrasePair& pair) const {
  std::vector<double> scores(classes(), 0);
  // Indicators: a word pair that is linked twice counts once.
  std::vector<FeatureKey> keys;
  for (const grammar::Link& link : pair.links) {
    keys.push_back(feature_key(Template::kPair, pair.source[link.source], pair.target[link.target]));
  }
  std::sort(keys.begin(), keys.end());
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  keys.push_back(feature_key(Template::kSourceFirst, pair.source.front()));
  keys.push_back(feature_key(Template::kSourceLast, pair.source.back()));
  if (!pair.target.empty()) {
    keys.push_back(feature_key(Template::kTargetFirst, pair.target.front()));
    keys.push_back(feature_key(Template::kTargetLast, pair.target.back()));
  }
  keys.push_back(feature_key(Template::kSourceLength, static_cast<std::uint32_t>(pair.source.size())));
  keys.push_back(feature_key(Template::kTargetLength, static_cast<std::uint32_t>(pair.target.size())));
  for (const FeatureKey key : keys) add(key, scores);
  return scores;
}

void Classifier::log_probabilities(std::span<const double> phrase, const Place& place, std::span<double> logs) const {
  std::copy(phrase.begin(), phrase.end(), logs.begin());
  const Word left = place.begin == 0 ? kSentenceBegin : place.sentence[place.begin - 1];
  const Word right = place.end == place.sentence.size() ? kSentenceEnd : place.sentence[place.end];
  add(feature_key(Template::kLeft, left), logs);
  add(feature_key(Template::kRight, right), logs);
  if (left != kSentenceBegin) add(feature_key(Template::kBeside, left), logs);
  if (right != kSentenceEnd && right != left) add(feature_key(Template::kBeside, right), logs);
  const double top = *std::max_element(logs.begin(), logs.end());
  double sum = 0;
  for (const double score : logs) sum += std::exp(score - top);
  for (double& score : logs) score -= top + std::log(sum);
}

}  // namespace rectrix::reorder
