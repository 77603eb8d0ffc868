#include "lm/model.hpp"

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "lm/builder.hpp"
#include "lm/format.hpp"

namespace rectrix::lm {
namespace {

std::string section(int length) { return "ngrams" + std::to_string(length); }

template <class Entry>
ProbingView<Entry> open_table(const SectionFile& file, int length, const Shape& shape) {
  const auto slots = file.get<Entry>(section(length));
  if (shape.homes >= slots.size() || slots.back().key != 0) file.fail("damaged table of n-grams; make it again");
  return {slots, shape.homes};
}

}  // namespace

Model::Model(Tables tables) : order_(tables.order) {
  auto kept = std::make_shared<Tables>(std::move(tables));
  counts_[0] = kept->unigrams.size();
  for (int length = 2; length < order_; ++length) {
    const ProbingTable<Middle>& table = kept->middle[static_cast<std::size_t>(length)];
    middle_[static_cast<std::size_t>(length)] = table.view();
    counts_[static_cast<std::size_t>(length) - 1] = table.size();
  }
  if (order_ > 1) counts_[static_cast<std::size_t>(order_) - 1] = kept->highest.size();
  highest_ = kept->highest.view();
  unigrams_ = kept->unigrams;
  vocabulary_ = std::shared_ptr<const Vocabulary>(kept, &kept->vocabulary);
  tables_ = std::move(kept);
  prepare();
}

void Model::save(const std::string& path) const {
  if (!tables_) throw UsageError(file_.path() + " is in its memory-mapped form already: copy the file");
  SectionWriter writer(path, kFileKind, kFileVersion);
  std::vector<Shape> shapes{{unigrams_.size(), 0}};
  for (int length = 2; length <= order_; ++length) {
    shapes.push_back({count(length), length == order_ ? tables_->highest.homes()
                                                      : tables_->middle[static_cast<std::size_t>(length)].homes()});
  }
  writer.add("shape", shapes);
  vocabulary_->save(writer, kWordSections);
  writer.add(section(1), unigrams_);
  for (int length = 2; length < order_; ++length) {
    writer.add(section(length), tables_->middle[static_cast<std::size_t>(length)].slots());
  }
  if (order_ > 1) writer.add(section(order_), tables_->highest.slots());
  writer.finish();
}

Model Model::open(const std::string& path, Load load) {
  Model model;
  model.file_ = SectionFile(path, kFileKind, kFileVersion, load);
  const SectionFile& file = model.file_;
  const auto shapes = file.get<Shape>("shape");
  if (shapes.empty() || shapes.size() > kMaxOrder) file.fail("damaged: a model of order " + std::to_string(shapes.size()));
  model.order_ = static_cast<int>(shapes.size());
  for (std::size_t i = 0; i < shapes.size(); ++i) model.counts_[i] = shapes[i].count;
  model.vocabulary_ = std::make_shared<const Vocabulary>(Vocabulary::load(file, kWordSections));
  model.unigrams_ = file.get<Unigram>(section(1));
  if (model.unigrams_.size() != model.vocabulary_->size()) file.fail("damaged: words without probabilities");
  model.trie_ = Trie::open(file, model.order_, model.unigrams_.size());
  if (!model.trie_) model.open_tables(shapes);
  model.prepare();
  return model;
}

void Model::open_tables(std::span<const Shape> shapes) {
  for (int length = 2; length < order_; ++length) {
    const auto at = static_cast<std::size_t>(length);
    middle_[at] = open_table<Middle>(file_, length, shapes[at - 1]);
  }
  if (order_ > 1) highest_ = open_table<Highest>(file_, order_, shapes.back());
}

void Model::save_trie(const std::string& path, unsigned bits) const {
  if (!tables_ || !tables_->keep) throw UsageError("a trie is made from an ARPA file only");
  lm::save_trie(*tables_, path, bits);
}

Middle Model::look_up(Key key, int length) const {
  if (length == order_) {
    const Highest* found = highest_.find(key);
    return found ? Middle{key, -std::fabs(found->prob), -0.0F} : NgramCache::absent(key);
  }
  const Middle* found = middle_[static_cast<std::size_t>(length)].find(key);
  return found ? *found : NgramCache::absent(key);
}

void Model::extend_in_trie(std::span<const Word> left, Match& match, float* backoffs, int& usable) const {
  for (std::size_t i = 0; i < left.size() && match.extends_left; ++i) {
    const int length = match.length + 1;
    const auto found = trie_->find(static_cast<std::size_t>(length), match.key, left[i]);
    if (!found) {
      match.extends_left = false;
      return;
    }
    match = {found->log10, length, found->extends_left, found->place};
    if (length == order_) return;
    backoffs[i] = found->backoff;
    if (extends_right(found->backoff)) usable = length;
  }
}

void Model::prepare() {
  if (order_ == 1) return;
  begin_.words[0] = kSentenceBegin;
  begin_.backoffs[0] = unigrams_[kSentenceBegin].backoff;
  begin_.length = 1;
}

}  // namespace rectrix::lm
