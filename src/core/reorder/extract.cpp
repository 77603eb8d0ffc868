#include "reorder/extract.hpp"

#include <algorithm>
#include <map>

#include "base/error.hpp"
#include "base/hash.hpp"

namespace rectrix::reorder {

namespace {

template <class Value>
Value named(std::string_view kind, std::string_view name, const std::map<std::string_view, Value>& known) {
  const auto found = known.find(name);
  if (found != known.end()) return found->second;
  std::string names;
  for (const auto& [key, value] : known) (names += names.empty() ? "" : ", ") += key;
  throw UsageError("unknown " + std::string(kind) + " '" + std::string(name) + "'; known: " + names);
}

}  // namespace

ClassSet class_set_named(std::string_view name) {
  return named<ClassSet>("set of classes", name,
                         {{"msd", ClassSet::kMsd},
                          {"mslr", ClassSet::kMslr},
                          {"leftright", ClassSet::kLeftRight},
                          {"monotonicity", ClassSet::kMonotone}});
}

std::vector<std::string> class_names(ClassSet set) {
  switch (set) {
    case ClassSet::kMsd: return {"monotone", "swap", "discontinuous"};
    case ClassSet::kMslr: return {"monotone", "swap", "discontinuous-left", "discontinuous-right"};
    case ClassSet::kLeftRight: return {"left", "right"};
    case ClassSet::kMonotone: break;
  }
  return {"monotone", "other"};
}

ClassSet class_set_of(std::span<const std::string> names) {
  for (const ClassSet set : {ClassSet::kMsd, ClassSet::kMslr, ClassSet::kLeftRight, ClassSet::kMonotone}) {
    if (std::ranges::equal(names, class_names(set))) return set;
  }
  throw UsageError("an orientation model with classes that a decoder does not know");
}

grammar::OrientationModel orientation_model_named(std::string_view name) {
  using Known = grammar::OrientationModel;
  return named<Known>("orientation model", name,
                      {{"word", Known::kWord},
                       {"wbe", Known::kWord},
                       {"phrase", Known::kPhrase},
                       {"hierarchical", Known::kHierarchical},
                       {"hier", Known::kHierarchical}});
}

grammar::Direction direction_named(std::string_view name) {
  using grammar::Direction;
  return named<Direction>("direction", name, {{"backward", Direction::kBackward}, {"forward", Direction::kForward}});
}

int class_of(grammar::Orientation orientation, ClassSet set) {
  const auto number = static_cast<int>(orientation);
  const bool open = orientation == grammar::Orientation::kDiscontinuous;
  switch (set) {
    case ClassSet::kMsd: return std::min(number, 2);
    case ClassSet::kMslr: return open ? -1 : number;
    case ClassSet::kLeftRight:
      if (open) return -1;
      return orientation == grammar::Orientation::kMonotone || orientation == grammar::Orientation::kRight ? 1 : 0;
    case ClassSet::kMonotone: break;
  }
  return std::min(number, 1);
}

void Extractor::extract(const AlignedPair& pair) {
  pair_ = pair;
  grid_.assign(pair.links, {static_cast<int>(pair.source.size()), static_cast<int>(pair.target.size())});
  if (options_.model != grammar::OrientationModel::kWord) corners_.assign(grid_, options_.max_length);
  number_slots(pair);
  classes_.clear();
  boxes_.clear();
  slots_.clear();
  begins_.assign(1, 0);
  grammar::for_each_phrase(grid_, options_.max_length, [&](const grammar::Box& box) {
    const auto found = grammar::orientation(options_.model, options_.direction, grid_, corners_, box);
    const int number = class_of(found, options_.classes);
    if (number >= 0) add_event(box, number);
  });
}

void Extractor::number_slots(const AlignedPair& pair) {
  keys_.clear();
  const auto begin = [&](Template kind) {
    first_slot_[static_cast<int>(kind)] = static_cast<std::uint32_t>(keys_.size());
  };
  const auto add_words = [&](Template kind, std::span<const Word> words) {
    begin(kind);
    for (const Word word : words) keys_.push_back(feature_key(kind, word));
  };
  begin(Template::kPair);
  link_begins_.assign(pair.source.size() + 1, 0);
  for (const align::Link& link : pair.links) {
    keys_.push_back(feature_key(Template::kPair, pair.source[link.source], pair.target[link.target]));
    ++link_begins_[link.source + 1];
  }
  for (std::size_t s = 0; s < pair.source.size(); ++s) link_begins_[s + 1] += link_begins_[s];
  // Slot of position p + 1: the word before a phrase that begins at 0 is <s>.
  begin(Template::kLeft);
  keys_.push_back(feature_key(Template::kLeft, kSentenceBegin));
  for (const Word word : pair.source) keys_.push_back(feature_key(Template::kLeft, word));
  add_words(Template::kRight, pair.source);
  keys_.push_back(feature_key(Template::kRight, kSentenceEnd));
  if (options_.bag) add_words(Template::kBeside, pair.source);
  if (options_.boundary) {
    add_words(Template::kSourceFirst, pair.source);
    add_words(Template::kSourceLast, pair.source);
    add_words(Template::kTargetFirst, pair.target);
    add_words(Template::kTargetLast, pair.target);
  }
  if (options_.target_neighbor) {
    begin(Template::kTargetNeighbor);  // slot of position p + 1
    keys_.push_back(feature_key(Template::kTargetNeighbor, kSentenceBegin));
    for (const Word word : pair.target) keys_.push_back(feature_key(Template::kTargetNeighbor, word));
    keys_.push_back(feature_key(Template::kTargetNeighbor, kSentenceEnd));
  }
  if (options_.lengths) {
    for (const Template kind : {Template::kSourceLength, Template::kTargetLength}) {
      begin(kind);
      for (int length = 0; length <= options_.max_length; ++length) {
        keys_.push_back(feature_key(kind, static_cast<std::uint32_t>(length)));
      }
    }
  }
}

void Extractor::add_event(const grammar::Box& box, int orientation_class) {
  const auto add = [&](Template kind, int position) {
    slots_.push_back(first_slot_[static_cast<int>(kind)] + static_cast<std::uint32_t>(position));
  };
  if (options_.pairs) {
    for (std::uint32_t link = link_begins_[box.source_begin]; link < link_begins_[box.source_end]; ++link) {
      slots_.push_back(link);
    }
  }
  if (options_.context) {
    add(Template::kLeft, box.source_begin);
    add(Template::kRight, box.source_end);
  }
  if (options_.bag) {
    if (box.source_begin > 0) add(Template::kBeside, box.source_begin - 1);
    if (box.source_end < static_cast<int>(pair_.source.size())) add(Template::kBeside, box.source_end);
  }
  if (options_.boundary) {
    add(Template::kSourceFirst, box.source_begin);
    add(Template::kSourceLast, box.source_end - 1);
    add(Template::kTargetFirst, box.target_begin);
    add(Template::kTargetLast, box.target_end - 1);
  }
  if (options_.target_neighbor) {
    const bool backward = options_.direction == grammar::Direction::kBackward;
    add(Template::kTargetNeighbor, backward ? box.target_begin : box.target_end + 1);
  }
  if (options_.lengths) {
    add(Template::kSourceLength, box.source_end - box.source_begin);
    add(Template::kTargetLength, box.target_end - box.target_begin);
  }
  begins_.push_back(static_cast<std::uint32_t>(slots_.size()));
  classes_.push_back(static_cast<Class>(orientation_class));
  boxes_.push_back(box);
}

std::uint64_t Extractor::phrase_pair(std::size_t i, std::span<const std::uint64_t> source_hashes,
                                     std::span<const std::uint64_t> target_hashes) const {
  const grammar::Box& box = boxes_[i];
  auto hash = static_cast<std::uint64_t>(box.source_end - box.source_begin);
  for (int s = box.source_begin; s < box.source_end; ++s) hash = combine(hash, source_hashes[pair_.source[s]]);
  for (int t = box.target_begin; t < box.target_end; ++t) hash = combine(hash, target_hashes[pair_.target[t]]);
  return hash;
}

}  // namespace rectrix::reorder
