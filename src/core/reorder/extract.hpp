// Orientation events of an aligned sentence pair: one per phrase pair, with its class and features.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "align/alignments.hpp"
#include "grammar/orientation.hpp"
#include "reorder/examples.hpp"
#include "reorder/templates.hpp"

namespace rectrix::reorder {

// Which orientations are told apart.
enum class ClassSet : std::uint8_t {
  kMsd,        // monotone, swap, discontinuous
  kMslr,       // monotone, swap, discontinuous to the left and to the right
  kLeftRight,  // the phrase lies left or right of its neighbor
  kMonotone,   // monotone or not
};

// "msd", "mslr", "leftright", "monotonicity"; throws UsageError with the known names.
ClassSet class_set_named(std::string_view name);
std::vector<std::string> class_names(ClassSet set);
// The set with these names; throws UsageError.
ClassSet class_set_of(std::span<const std::string> names);
// "word" or "wbe", "phrase", "hierarchical" or "hier"; "backward", "forward".
grammar::OrientationModel orientation_model_named(std::string_view name);
grammar::Direction direction_named(std::string_view name);

// The class of an orientation, or -1 if this set leaves it out (direction unknown).
int class_of(grammar::Orientation orientation, ClassSet set);

struct EventOptions {
  int max_length = 7;  // words of a phrase, on each side
  grammar::OrientationModel model = grammar::OrientationModel::kPhrase;
  grammar::Direction direction = grammar::Direction::kBackward;
  ClassSet classes = ClassSet::kMsd;
  bool pairs = true;             // linked word pairs
  bool context = true;           // source words beside the phrase, left and right told apart, and sentence ends
  bool bag = false;              // source words beside the phrase, without their sides
  bool boundary = false;         // first and last words of both sides
  bool target_neighbor = false;  // the target word before (backward) or after (forward) the phrase
  bool lengths = false;          // words on each side
};

struct AlignedPair {
  std::span<const Word> source, target;
  std::span<const align::Link> links;  // ascending
};

// The events of one sentence pair. Features are first numbered within the pair ("slots"): few, so that counting
// and looking them up happens once per pair and not once per event.
class Extractor {
 public:
  explicit Extractor(const EventOptions& options) : options_(options) {}

  // Fills what the functions below show. Throws UsageError for a pair too long for LinkGrid.
  void extract(const AlignedPair& pair);

  std::size_t size() const { return classes_.size(); }
  std::span<const Class> classes() const { return classes_; }
  std::span<const grammar::Box> boxes() const { return boxes_; }
  // Slots of event i, each once or more; keys()[slot] is the feature.
  std::span<const std::uint32_t> slots(std::size_t i) const {
    return {slots_.data() + begins_[i], slots_.data() + begins_[i + 1]};
  }
  std::span<const FeatureKey> keys() const { return keys_; }
  // A hash of event i's source and target phrase, from hashes of their words' texts: the same for any vocabulary.
  std::uint64_t phrase_pair(std::size_t i, std::span<const std::uint64_t> source_hashes,
                            std::span<const std::uint64_t> target_hashes) const;

 private:
  void number_slots(const AlignedPair& pair);
  void add_event(const grammar::Box& box, int orientation_class);

  EventOptions options_;
  AlignedPair pair_;
  grammar::LinkGrid grid_;
  grammar::Corners corners_;
  std::vector<FeatureKey> keys_;
  std::vector<std::uint32_t> link_begins_;     // links of source word s: [link_begins_[s], link_begins_[s + 1])
  std::uint32_t first_slot_[kTemplates] = {};  // of each template; then by position
  std::vector<Class> classes_;
  std::vector<grammar::Box> boxes_;
  std::vector<std::uint32_t> begins_, slots_;
};

}  // namespace rectrix::reorder
