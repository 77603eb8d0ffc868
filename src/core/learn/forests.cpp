#include "learn/forests.hpp"

#include <algorithm>
#include <cstring>
#include <optional>

#include "base/error.hpp"
#include "base/flat_map.hpp"

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

}  // namespace

void Forests::enter(Head head) {
  if (by_sentence_.size() <= head.sentence) by_sentence_.resize(head.sentence + 1);
  by_sentence_[head.sentence].push_back(static_cast<std::uint32_t>(heads_.size()));
  heads_.push_back(head);
}

std::uint32_t Forests::add_rule(std::span<const grammar::Symbol> target) {
  symbols_.insert(symbols_.end(), target.begin(), target.end());
  rule_begin_.push_back(symbols_.size());
  return static_cast<std::uint32_t>(rule_begin_.size() - 2);
}

void Forests::add(std::uint32_t sentence, const decode::Forest& forest) {
  if (forest.empty()) return;
  enter({sentence, forest.nodes(), edges_.size()});
  decode::DerivationReader reader(forest);
  std::vector<features::Index> indexes(forest.features.size(), features::kNoFeature);
  std::vector<std::uint32_t> rules(forest.rules().size(), decode::kNone);
  std::vector<grammar::Symbol> target;
  for (std::uint32_t id = 0; id < forest.edges(); ++id) {
    decode::Edge edge = forest.edge(id);
    std::uint32_t& rule = rules[edge.rule];
    if (rule == decode::kNone) {
      target.clear();
      for (const grammar::Symbol symbol : forest.rules()[edge.rule].target) {
        const bool gap = grammar::is_gap(symbol);
        target.push_back(gap ? symbol : static_cast<grammar::Symbol>(words_.add(forest.target_words.text(static_cast<Word>(symbol)))));
      }
      rule = add_rule(target);
    }
    edge.rule = rule;
    edges_.push_back(edge);
    for (const auto& [feature, value] : reader.features(std::span(&id, 1))) {
      if (value == 0) continue;
      features::Index& index = indexes[feature];
      if (index == features::kNoFeature) index = space_->add(forest.features.name(feature));
      features_.push_back({index, value});
      most_ = std::max(most_, index + 1);
    }
    feature_begin_.push_back(features_.size());
  }
}

void Forests::join(const Forests& others) {
  std::vector<features::Index> indexes(others.most_, features::kNoFeature);
  std::vector<Word> words;
  for (Word word = 0; word < others.words_.size(); ++word) words.push_back(words_.add(others.words_.text(word)));
  const std::size_t edges = edges_.size(), features = features_.size(), symbols = symbols_.size();
  const auto rules = static_cast<std::uint32_t>(rule_begin_.size() - 1);
  for (const Head& head : others.heads_) enter({head.sentence, head.nodes, head.first_edge + edges});
  for (decode::Edge edge : others.edges_) {
    edge.rule += rules;
    edges_.push_back(edge);
  }
  for (const Feature& feature : others.features_) {
    features::Index& index = indexes[feature.id];
    if (index == features::kNoFeature) index = space_->add(others.space_->name(feature.id));
    features_.push_back({index, feature.value});
    most_ = std::max(most_, index + 1);
  }
  for (const grammar::Symbol symbol : others.symbols_) {
    symbols_.push_back(grammar::is_gap(symbol) ? symbol : static_cast<grammar::Symbol>(words[static_cast<Word>(symbol)]));
  }
  for (std::size_t i = 1; i < others.feature_begin_.size(); ++i) feature_begin_.push_back(others.feature_begin_[i] + features);
  for (std::size_t i = 1; i < others.rule_begin_.size(); ++i) rule_begin_.push_back(others.rule_begin_[i] + symbols);
}

Forests::View Forests::operator[](std::size_t forest) const {
  const std::size_t first = heads_[forest].first_edge;
  const std::size_t end = forest + 1 < heads_.size() ? heads_[forest + 1].first_edge : edges_.size();
  return {std::span(edges_).subspan(first, end - first), heads_[forest].nodes, first};
}

void Forests::words(const View& forest, std::span<const std::uint32_t> derivation, std::vector<Word>& found) const {
  found.clear();
  // The derivation's own nodes: each stands once, its edges come in the order of a walk from the goal down.
  struct Place {
    std::uint32_t rule, next;
    std::array<std::uint32_t, 2> children;
  };
  std::vector<std::uint32_t> ends(derivation.size());
  std::vector<Place> stack;
  const auto open = [&](std::uint32_t at) {
    const decode::Edge& edge = forest.edges[derivation[at]];
    const std::uint32_t first = at + 1, second = edge.tails[0] == decode::kNone || edge.tails[1] == decode::kNone ? first : ends[first];
    stack.push_back({edge.rule, 0, {first, second}});
  };
  for (std::size_t i = derivation.size(); i-- > 0;) {
    auto end = static_cast<std::uint32_t>(i + 1);
    for (const std::uint32_t tail : forest.edges[derivation[i]].tails) {
      if (tail != decode::kNone) end = ends[end];
    }
    ends[i] = end;
  }
  open(0);
  while (!stack.empty()) {
    Place& place = stack.back();
    const std::size_t begin = rule_begin_[place.rule], size = rule_begin_[place.rule + 1] - begin;
    if (place.next == size) {
      stack.pop_back();
      continue;
    }
    const grammar::Symbol symbol = symbols_[begin + place.next++];
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
  put(bytes, heads_);
  put(bytes, edges_);
  put(bytes, feature_begin_);
  put(bytes, features_);
  put(bytes, rule_begin_);
  put(bytes, symbols_);
  return bytes;
}

Forests Forests::from_bytes(const std::string& bytes) {
  Taker taker(bytes);
  Forests made(std::make_shared<features::FeatureSpace>());
  std::vector<features::Index> indexes;
  for (const std::string& name : taker.take_texts()) indexes.push_back(made.space_->add(name));
  for (const std::string& word : taker.take_texts()) made.words_.add(word);
  std::vector<Head> heads;
  taker.take(heads);
  for (const Head& head : heads) made.enter(head);
  taker.take(made.edges_);
  taker.take(made.feature_begin_);
  taker.take(made.features_);
  taker.take(made.rule_begin_);
  taker.take(made.symbols_);
  for (Feature& feature : made.features_) {
    feature.id = indexes.at(feature.id);
    made.most_ = std::max(made.most_, feature.id + 1);
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
