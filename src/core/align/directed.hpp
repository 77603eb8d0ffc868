// An alignment model in one direction: a translation table and a distortion model; its training by
// expectation maximization and its use. Results do not depend on the number of threads.
#pragma once

#include <functional>
#include <memory>

#include "align/alignments.hpp"
#include "align/corpus.hpp"
#include "align/distortion.hpp"
#include "align/lexicon.hpp"
#include "align/linking.hpp"
#include "align/pairs.hpp"

namespace rectrix::align {

struct RunOptions {
  int threads = 1;
  std::function<void(std::size_t)>
      tick;  // called now and then with the sentence pairs done, by the calling thread
};

struct Directed {
  Lexicon lexicon;
  std::unique_ptr<Distortion> distortion;
};

// Sentence pairs and the numbers of their word pairs.
struct IndexedCorpus {
  const Corpus& corpus;
  const PairIndex& index;
  bool indexed = true;  // the index was built from this corpus; otherwise pairs are looked up
};

// Tells the distortion model about the corpus it is going to be trained on.
void prepare(Directed& model, const Corpus& corpus);

// One iteration over the corpus the index was built from. Returns the log-likelihood before it.
double iterate(Directed& model, const IndexedCorpus& data, VocabularySizes sizes, double concentration,
               const RunOptions& run);

// The same for both directions trained to agree (Liang, Taskar & Klein 2006): word counts come from the product
// of the two posteriors, normalized again over each word's links and its own empty word; jumps from each
// direction's own. Returns the sum of both log-likelihoods.
double iterate_agreeing(Directed& forward, Directed& reverse, const IndexedCorpus& data,
                        VocabularySizes sizes, double concentration, const RunOptions& run);

// Two posterior lattices of one pair, forward and reverse, become their normalized product.
void merge(Lattice& forward, Lattice& reverse);

// Some iterations of the distortion model alone, on at most `pairs` pairs spread over the corpus.
void settle(Directed& model, const IndexedCorpus& data, std::size_t pairs, int iterations);

// log p(generated | given) of each sentence pair, per generated word; NaN for pairs that are not alignable.
std::vector<double> scores(const Directed& model, const IndexedCorpus& data, const RunOptions& run);

// Links from the posteriors of both directions.
Alignments link(const Directed& forward, const Directed& reverse, const IndexedCorpus& data, LinkRule rule,
                const RunOptions& run);

enum class Decoding { kViterbi, kPosterior };  // best alignment; each word's most probable link

Alignments decode(const Directed& model, const IndexedCorpus& data, Decoding decoding, const RunOptions& run);

}  // namespace rectrix::align
