// Both directions of an alignment model with their vocabularies: trained, saved, loaded, applied to new text.
#pragma once

#include <optional>
#include <string>

#include "align/directed.hpp"
#include "align/fertility.hpp"
#include "text/vocabulary.hpp"

namespace rectrix::align {

class Aligner {
 public:
  // Word probabilities start uniform, distortion models as "ibm1".
  Aligner(Vocabulary source, Vocabulary target, PairIndex index);

  // Throws DamagedFile if the file is not a whole and sound alignment model.
  static Aligner open(const std::string& path);
  // Keeps pairs with a probability of at least `least` in one of the directions.
  void save(const std::string& path, float least) const;

  // Sentence pairs in this model's word numbers; unknown words become kUnknown.
  Corpus encode(Lines& source, Lines& target, const std::function<void(std::size_t)>& tick) const;
  Alignments align(const Corpus& corpus, Direction direction, Decoding decoding,
                   const RunOptions& run) const {
    return decode((*this)[direction], {corpus, index_, false}, decoding, run);
  }
  Alignments link(const Corpus& corpus, LinkRule rule, const RunOptions& run) const {
    return align::link((*this)[Direction::kForward], (*this)[Direction::kReverse], {corpus, index_, false},
                       rule, run);
  }
  std::vector<double> scores(const Corpus& corpus, Direction direction, const RunOptions& run) const {
    return align::scores((*this)[direction], {corpus, index_, false}, run);
  }

  // Relative frequencies of links, a line "generated given probability" each, "NULL" for the empty word.
  std::string lexicon(const Corpus& corpus, const Alignments& alignments, Direction direction) const;

  // p(target | source) or p(source | target); kUnseen for pairs that were not seen together.
  const Directed& operator[](Direction direction) const {
    return directed_[direction == Direction::kForward ? 0 : 1];
  }
  Directed& operator[](Direction direction) { return directed_[direction == Direction::kForward ? 0 : 1]; }
  const PairIndex& index() const { return index_; }
  void drop_cells() { index_.drop_cells(); }
  const Vocabulary& source() const { return source_; }
  const Vocabulary& target() const { return target_; }
  VocabularySizes sizes() const { return {source_.size(), target_.size()}; }

 private:
  Vocabulary source_, target_;
  PairIndex index_;
  Directed directed_[2];
};

struct TrainerOptions {
  // Of model 1: cells below are left out (see sieve.hpp); 0: none is; negative: by the number of pairs.
  float least_posterior = 0.0F;
  const Aligner* prior = nullptr;  // an earlier model that lends counts to the fertility model
  float prior_weight = 10.0F;      // how many links of each word it lends
};

// A model and the corpus it is trained on.
class Trainer {
 public:
  Trainer(Lines& source, Lines& target, const TrainerOptions& options,
          const std::function<void(std::size_t)>& tick);

  // Continues with another distortion model; the word probabilities stay, so it starts warm.
  void use(Direction direction, std::unique_ptr<Distortion> distortion);
  double iterate(Direction direction, double concentration, const RunOptions& run) {
    return align::iterate(aligner_[direction], {corpus_, aligner_.index()}, aligner_.sizes(), concentration,
                          run);
  }
  double iterate_agreeing(double concentration, const RunOptions& run) {
    return align::iterate_agreeing(aligner_[Direction::kForward], aligner_[Direction::kReverse],
                                   {corpus_, aligner_.index()}, aligner_.sizes(), concentration, run);
  }
  // Samples the fertility model; its posteriors become the word probabilities of the aligner, whose
  // distortion models (the HMMs) are fitted to them.
  void sample(const FertilityOptions& options, const RunOptions& run);
  // Links from the posteriors of what was trained last.
  Alignments link(LinkRule rule, const RunOptions& run) const;
  Alignments align(Direction direction, Decoding decoding, const RunOptions& run) const {
    return decode(aligner_[direction], {corpus_, aligner_.index()}, decoding, run);
  }
  // Frees what only training needs; the aligner stays as it is.
  void drop_corpus();
  const Corpus& corpus() const { return corpus_; }
  const Aligner& aligner() const { return aligner_; }

 private:
  struct Read {
    Vocabulary source, target;
    Corpus corpus;
  };
  static Read read(Lines& source, Lines& target, const std::function<void(std::size_t)>& tick);
  Trainer(Read read, const TrainerOptions& options);
  void take_counts(Direction direction);
  void reset_lexicons(std::size_t pairs);  // to uniform ones

  Corpus corpus_;
  PriorCounts prior_;  // by pair
  Aligner aligner_;
  std::optional<CellPosteriors> sampled_;
};

}  // namespace rectrix::align
