#include "align/aligner.hpp"

#include <algorithm>
#include <cstdio>

#include "align/lexical.hpp"
#include "base/error.hpp"

namespace rectrix::align {
namespace {

constexpr std::string_view kKind = "alignment model";
constexpr std::uint32_t kVersion = 1;

std::string prefix(Direction direction) { return direction == Direction::kForward ? "forward." : "reverse."; }

// The pairs worth keeping, renumbered.
struct Pruned {
  std::vector<std::uint64_t> offsets{0};
  std::vector<Word> targets;
  std::vector<PairId> kept;  // their old numbers
};

Pruned prune(const Aligner& aligner, float least) {
  Pruned pruned;
  const std::span<const std::uint64_t> offsets = aligner.index().offsets();
  const std::vector<float>& forward = aligner[Direction::kForward].lexicon.pairs();
  const std::vector<float>& reverse = aligner[Direction::kReverse].lexicon.pairs();
  for (std::size_t source = 0; source + 1 < offsets.size(); ++source) {
    for (std::size_t p = offsets[source]; p < offsets[source + 1]; ++p) {
      if (forward[p] < least && reverse[p] < least) continue;
      pruned.targets.push_back(aligner.index().targets()[p]);
      pruned.kept.push_back(static_cast<PairId>(p));
    }
    pruned.offsets.push_back(pruned.targets.size());
  }
  return pruned;
}

void save_directed(const Directed& model, const Pruned& pruned, SectionWriter& writer) {
  const std::string name = prefix(model.lexicon.direction());
  std::vector<float> pairs;
  pairs.reserve(pruned.kept.size());
  for (const PairId pair : pruned.kept) pairs.push_back(model.lexicon.pairs()[pair]);
  writer.add(name + "pairs", pairs);
  writer.add(name + "null", model.lexicon.null());
  const std::string_view kind = model.distortion->name();
  writer.add(name + "model", std::span<const char>(kind.data(), kind.size()));
  writer.add(name + "params", model.distortion->parameters());
}

PairIndex load_index(const SectionFile& file, VocabularySizes sizes) {
  const auto offsets = file.get<std::uint64_t>("offsets");
  const auto targets = file.get<Word>("targets");
  if (offsets.size() != sizes.source + 1 || offsets.front() != 0 || offsets.back() != targets.size() ||
      !std::is_sorted(offsets.begin(), offsets.end())) {
    file.fail("the word pairs do not fit the vocabulary");
  }
  for (std::size_t source = 0; source < sizes.source; ++source) {
    const auto row = targets.subspan(offsets[source], offsets[source + 1] - offsets[source]);
    for (std::size_t k = 0; k < row.size(); ++k) {
      if (row[k] >= sizes.target || (k > 0 && row[k] <= row[k - 1]))
        file.fail("a word pair is out of order or range");
    }
  }
  return {{offsets.begin(), offsets.end()}, {targets.begin(), targets.end()}};
}

std::vector<float> load_probabilities(const SectionFile& file, const std::string& name, std::size_t size) {
  const auto values = file.get<float>(name);
  if (values.size() != size) file.fail("section " + name + " has the wrong size");
  for (const float value : values) {
    if (!(value >= 0.0F && value <= 1.001F))
      file.fail("section " + name + " holds a number that is no probability");
  }
  return {values.begin(), values.end()};
}

Directed load_directed(const SectionFile& file, Direction direction, std::size_t pairs,
                       VocabularySizes sizes) {
  const std::string name = prefix(direction);
  const std::size_t generated = direction == Direction::kForward ? sizes.target : sizes.source;
  const auto kind = file.get<char>(name + "model");
  Directed model{{direction, load_probabilities(file, name + "pairs", pairs),
                  load_probabilities(file, name + "null", generated)},
                 nullptr};
  try {
    model.distortion = make_distortion({kind.data(), kind.size()}, {});
    model.distortion->set_parameters(file.get<double>(name + "params"));
  } catch (const UsageError& error) {
    file.fail(error.what());
  }
  return model;
}

}  // namespace

Aligner::Aligner(Vocabulary source, Vocabulary target, PairIndex index)
    : source_(std::move(source)), target_(std::move(target)), index_(std::move(index)) {
  for (const Direction direction : kDirections) {
    (*this)[direction] = {Lexicon(direction, index_.size(), sizes()), make_distortion("ibm1", {})};
  }
}

void Aligner::save(const std::string& path, float least) const {
  const Pruned pruned = prune(*this, least);
  SectionWriter writer(path, kKind, kVersion);
  source_.save(writer, "source.");
  target_.save(writer, "target.");
  writer.add("offsets", pruned.offsets);
  writer.add("targets", pruned.targets);
  for (const Direction direction : kDirections) save_directed((*this)[direction], pruned, writer);
  writer.finish();
}

Aligner Aligner::open(const std::string& path) {
  const SectionFile file(path, kKind, kVersion);
  Vocabulary source = Vocabulary::load(file, "source."), target = Vocabulary::load(file, "target.");
  const VocabularySizes sizes{source.size(), target.size()};
  PairIndex index = load_index(file, sizes);
  const std::size_t pairs = index.size();
  Aligner aligner(std::move(source), std::move(target), std::move(index));
  for (const Direction direction : kDirections)
    aligner[direction] = load_directed(file, direction, pairs, sizes);
  return aligner;
}

Corpus Aligner::encode(Lines& source, Lines& target, const std::function<void(std::size_t)>& tick) const {
  return read_corpus(
      source, target, [this](std::string_view word) { return source_.find(word); },
      [this](std::string_view word) { return target_.find(word); }, tick);
}

std::string Aligner::lexicon(const Corpus& corpus, const Alignments& alignments, Direction direction) const {
  const LexicalTable table(corpus.source, corpus.target, alignments);
  const auto name = [](const Vocabulary& words, Word word) {
    return std::string(word == kNull ? "NULL" : words.text(word));
  };
  std::string text;
  for (const WordPair pair : table.pairs()) {
    const Lexical value = table.find(pair);
    const bool forward = direction == Direction::kForward;
    const std::string source = name(source_, pair.source), target = name(target_, pair.target);
    char number[32];
    std::snprintf(number, sizeof number, " %.7f\n",
                  static_cast<double>(forward ? value.target_given_source : value.source_given_target));
    text += (forward ? target + ' ' + source : source + ' ' + target) + number;
  }
  return text;
}

}  // namespace rectrix::align
