#include "learn/forests.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <optional>

#include "base/error.hpp"
#include "base/hash.hpp"

namespace rectrix::learn {
namespace {

template <class T>
void put(std::string& bytes, const std::vector<T>& items) {
  const std::uint64_t size = items.size();
  bytes.append(reinterpret_cast<const char*>(&size), sizeof size);
  bytes.append(reinterpret_cast<const char*>(items.data()), size * sizeof(T));
}

class Taker {
 public:
  explicit Taker(std::string_view bytes) : rest_(bytes) {}

  template <class T>
  void take(std::vector<T>& items) {
    std::uint64_t size = 0;
    copy(&size, sizeof size);
    if (size > rest_.size() / sizeof(T)) throw UsageError("these bytes hold no forests");
    items.resize(size);
    copy(items.data(), size * sizeof(T));
  }
  bool done() const { return rest_.empty(); }
  std::vector<std::string> take_texts() {
    std::vector<char> joined;
    take(joined);
    std::vector<std::string> texts;
    for (std::string_view left(joined.data(), joined.size()); !left.empty();) {
      const std::size_t end = left.find('\n');
      if (end == left.npos) throw UsageError("these bytes hold no forests");
      texts.emplace_back(left.substr(0, end));
      left.remove_prefix(end + 1);
    }
    return texts;
  }

 private:
  void copy(void* to, std::size_t size) {
    if (size > rest_.size()) throw UsageError("these bytes hold no forests");
    if (size > 0) std::memcpy(to, rest_.data(), size);
    rest_.remove_prefix(size);
  }
  std::string_view rest_;
};

// Lines of words or names, neither of which holds a line end.
template <class Text>
std::vector<char> lines(std::size_t count, Text text) {
  std::vector<char> joined;
  for (std::size_t i = 0; i < count; ++i) {
    const std::string_view one = text(i);
    joined.insert(joined.end(), one.begin(), one.end());
    joined.push_back('\n');
  }
  return joined;
}

// Tails behind so many other nodes.
std::array<std::uint32_t, 2> moved(std::array<std::uint32_t, 2> tails, std::uint32_t nodes) {
  for (std::uint32_t& tail : tails) {
    if (tail != decode::kNone) tail += nodes;
  }
  return tails;
}

}  // namespace

Forests::Sentence& Forests::sentence(std::size_t number) {
  if (sentences_.size() <= number) sentences_.resize(number + 1);
  return sentences_[number];
}

std::uint32_t Forests::add_kind(Sentence& to, std::span<const grammar::Symbol> target, std::span<const Feature> features) {
  std::uint64_t hash = target.size();
  for (const grammar::Symbol symbol : target) hash = combine(hash, static_cast<std::uint64_t>(symbol));
  for (const Feature& feature : features) hash = combine(combine(hash, feature.id), std::bit_cast<std::uint32_t>(feature.value));
  const auto [kind, fresh] = to.kinds.insert(hash, static_cast<std::uint32_t>(to.feature_begin.size() - 1));
  if (!fresh) return kind;
  to.features.insert(to.features.end(), features.begin(), features.end());
  to.feature_begin.push_back(static_cast<std::uint32_t>(to.features.size()));
  to.symbols.insert(to.symbols.end(), target.begin(), target.end());
  to.symbol_begin.push_back(static_cast<std::uint32_t>(to.symbols.size()));
  for (const Feature& feature : features) most_ = std::max(most_, feature.id + 1);
  return kind;
}

void Forests::add(std::uint32_t number, const decode::Forest& forest) {
  if (forest.empty()) return;
  Sentence& to = sentence(number);
  decode::DerivationReader reader(forest);
  std::vector<features::Index> indexes(forest.features.size(), features::kNoFeature);
  std::vector<grammar::Symbol> target;
  std::vector<Feature> features;
  const auto nodes = static_cast<std::uint32_t>(to.ends.size());
  for (std::uint32_t node = 0; node < forest.nodes(); ++node) {
    for (std::uint32_t id = forest.first_edge(node); id < forest.first_edge(node + 1); ++id) {
      target.clear();
      for (const grammar::Symbol symbol : forest.rules()[forest.edge(id).rule].target) {
        const bool gap = grammar::is_gap(symbol);
        target.push_back(gap ? symbol : static_cast<grammar::Symbol>(words_.add(forest.target_words.text(static_cast<Word>(symbol)))));
      }
      features.clear();
      for (const auto& [feature, value] : reader.features(std::span(&id, 1))) {
        if (value == 0) continue;
        features::Index& index = indexes[feature];
        if (index == features::kNoFeature) index = space_->add(forest.features.name(feature));
        features.push_back({index, value});
      }
      std::ranges::sort(features, {}, &Feature::id);
      to.edges.push_back({add_kind(to, target, features), moved(forest.edge(id).tails, nodes)});
    }
    to.ends.push_back(static_cast<std::uint32_t>(to.edges.size()));
  }
  to.goals.push_back(static_cast<std::uint32_t>(to.ends.size() - 1));
}

void Forests::join(const Forests& others) {
  std::vector<features::Index> indexes(others.most_, features::kNoFeature);
  std::vector<Word> words;
  for (Word word = 0; word < others.words_.size(); ++word) words.push_back(words_.add(others.words_.text(word)));
  std::vector<grammar::Symbol> target;
  std::vector<Feature> features;
  std::vector<std::uint32_t> kinds;
  for (std::size_t number = 0; number < others.sentences_.size(); ++number) {
    const Sentence& from = others.sentences_[number];
    Sentence& to = sentence(number);
    kinds.clear();
    for (std::uint32_t kind = 0; kind + 1 < from.feature_begin.size(); ++kind) {
      target.clear();
      for (const grammar::Symbol symbol : from.target(kind)) {
        target.push_back(grammar::is_gap(symbol) ? symbol : static_cast<grammar::Symbol>(words[static_cast<Word>(symbol)]));
      }
      features.clear();
      for (const Feature& feature : from.features_of(kind)) {
        features::Index& index = indexes[feature.id];
        if (index == features::kNoFeature) index = space_->add(others.space_->name(feature.id));
        features.push_back({index, feature.value});
      }
      std::ranges::sort(features, {}, &Feature::id);
      kinds.push_back(add_kind(to, target, features));
    }
    const auto edges = static_cast<std::uint32_t>(to.edges.size()), nodes = static_cast<std::uint32_t>(to.ends.size());
    for (const forest::KindEdge& edge : from.edges) to.edges.push_back({kinds[edge.kind], moved(edge.tails, nodes)});
    for (const std::uint32_t end : from.ends) to.ends.push_back(end + edges);
    for (const std::uint32_t goal : from.goals) to.goals.push_back(goal + nodes);
  }
}

std::size_t Forests::size() const {
  std::size_t sum = 0;
  for (const Sentence& one : sentences_) sum += one.goals.size();
  return sum;
}

std::size_t Forests::edges() const {
  std::size_t sum = 0;
  for (const Sentence& one : sentences_) sum += one.edges.size();
  return sum;
}

void Forests::score(std::size_t sentence, std::span<const double> weights, std::span<const double> direction,
                    std::vector<forest::Line>& kinds) const {
  const Sentence& from = sentences_[sentence];
  kinds.clear();
  for (std::uint32_t kind = 0; kind + 1 < from.feature_begin.size(); ++kind) {
    forest::Line line{0, 0};
    for (const Feature& feature : from.features_of(kind)) {
      line.slope += direction[feature.id] * static_cast<double>(feature.value);
      line.intercept += weights[feature.id] * static_cast<double>(feature.value);
    }
    kinds.push_back(line);
  }
}

void Forests::features(std::size_t sentence, std::span<const std::uint32_t> derivation, std::vector<Sum>& sums) const {
  const Sentence& from = sentences_[sentence];
  sums.clear();
  for (const std::uint32_t edge : derivation) {
    for (const Feature& feature : from.features_of(from.edges[edge].kind)) sums.push_back({feature.id, static_cast<double>(feature.value)});
  }
  std::ranges::stable_sort(sums, {}, &Sum::id);
  std::size_t kept = 0;
  for (const Sum& sum : sums) {
    if (kept > 0 && sums[kept - 1].id == sum.id) {
      sums[kept - 1].value += sum.value;
    } else {
      sums[kept++] = sum;
    }
  }
  sums.resize(kept);
}

void Forests::words(std::size_t sentence, std::span<const std::uint32_t> derivation, std::vector<Word>& found) const {
  found.clear();
  const Sentence& from = sentences_[sentence];
  // The derivation's own nodes: each stands once, its edges come in the order of a walk from the goal down.
  struct Place {
    std::uint32_t kind, next;
    std::array<std::uint32_t, 2> children;
  };
  std::vector<std::uint32_t> ends(derivation.size());
  std::vector<Place> stack;
  const auto open = [&](std::uint32_t at) {
    const forest::KindEdge& edge = from.edges[derivation[at]];
    const std::uint32_t first = at + 1, second = edge.tails[0] == decode::kNone || edge.tails[1] == decode::kNone ? first : ends[first];
    stack.push_back({edge.kind, 0, {first, second}});
  };
  for (std::size_t i = derivation.size(); i-- > 0;) {
    auto end = static_cast<std::uint32_t>(i + 1);
    for (const std::uint32_t tail : from.edges[derivation[i]].tails) {
      if (tail != decode::kNone) end = ends[end];
    }
    ends[i] = end;
  }
  open(0);
  while (!stack.empty()) {
    Place& place = stack.back();
    const auto target = from.target(place.kind);
    if (place.next == target.size()) {
      stack.pop_back();
      continue;
    }
    const grammar::Symbol symbol = target[place.next++];
    if (grammar::is_gap(symbol)) {
      open(place.children[static_cast<std::size_t>(grammar::gap_number(symbol))]);
    } else {
      found.push_back(static_cast<Word>(symbol));
    }
  }
}

void Forests::check_weights(std::size_t weights) const {
  if (weights < most_) throw UsageError("the forests have " + std::to_string(most_) + " features, and there are " + std::to_string(weights) + " weights");
}

std::string Forests::bytes() const {
  std::string bytes;
  put(bytes, lines(most_, [&](std::size_t i) {
        const auto index = static_cast<features::Index>(i);
        return space_->named(index) ? space_->name(index) : std::string_view("?");  // no edge has it
      }));
  put(bytes, lines(words_.size(), [&](std::size_t i) { return words_.text(static_cast<Word>(i)); }));
  for (const Sentence& one : sentences_) {
    put(bytes, one.edges);
    put(bytes, one.ends);
    put(bytes, one.goals);
    put(bytes, one.feature_begin);
    put(bytes, one.features);
    put(bytes, one.symbol_begin);
    put(bytes, one.symbols);
  }
  return bytes;
}

Forests Forests::from_bytes(const std::string& bytes) {
  Taker taker(bytes);
  Forests made(std::make_shared<features::FeatureSpace>());
  std::vector<features::Index> indexes;
  for (const std::string& name : taker.take_texts()) indexes.push_back(made.space_->add(name));
  for (const std::string& word : taker.take_texts()) made.words_.add(word);
  while (!taker.done()) {
    Sentence& one = made.sentences_.emplace_back();
    taker.take(one.edges);
    taker.take(one.ends);
    taker.take(one.goals);
    taker.take(one.feature_begin);
    taker.take(one.features);
    taker.take(one.symbol_begin);
    taker.take(one.symbols);
    for (Feature& feature : one.features) {
      feature.id = indexes.at(feature.id);
      made.most_ = std::max(made.most_, feature.id + 1);
    }
  }
  return made;
}

Forests gather(const decode::Decoder& decoder, decode::Batch batch, std::span<const std::uint32_t> sentences,
               const decode::PruneOptions& prune) {
  if (sentences.size() != batch.texts.size()) throw UsageError("one number for each sentence is needed");
  batch.features = true;
  std::vector<std::optional<decode::Forest>> found(batch.texts.size());
  decode::for_each_sentence(decoder, batch, [&](decode::Worker& worker, const decode::Request& request, std::size_t i) {
    decode::SearchReport report;
    const decode::Forest whole = worker.forest(request, report);
    if (!whole.empty()) found[i] = decode::prune(whole, prune);
  });
  Forests result(decoder.space());
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (!found[i]) continue;
    result.add(sentences[i], *found[i]);
    found[i].reset();
  }
  return result;
}

}  // namespace rectrix::learn
