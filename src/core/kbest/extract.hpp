// K-best lists straight from a decoder: each sentence's forest lives only as long as its list is read from it.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "decode/batch.hpp"
#include "decode/decoder.hpp"
#include "decode/derivation.hpp"
#include "kbest/lists.hpp"

namespace rectrix::kbest {

// Derivations of a forest, which is that of the batch's sentence i, in the order that they are listed in.
using Choose = std::function<std::vector<decode::Derivation>(const decode::Forest& forest, std::size_t i)>;

struct ExtractOptions {
  double density = -1;     // prune forests to so many edges per edge of the best derivation; negative: not
  Choose choose = {};      // what to list instead of the best (size and unique do not matter then)
  std::size_t size = 100;  // hypotheses per sentence
  bool unique = true;      // different strings only, at every node of the forest
  bool features = true;    // of each hypothesis; if not, the lists have words and scores alone
  bool trees = false;      // keep a picture of each derivation
  bool alignments = false;  // keep the word alignment of each, in the sentence's report
  bool grow = true;         // new features join the decoder's space, as learning wants it; if not, a copy that the lists have
};

struct Extracted {
  Lists lists;                                // features numbered by the decoder's space
  std::vector<decode::SearchReport> reports;        // one for each sentence
  std::vector<std::string> trees;             // one for each hypothesis, if asked for
};

// Decodes the batch's sentences and lists their best translations with their features. The result is the same for any
// number of threads: new features join the space in the order of the sentences.
Extracted extract(const decode::Decoder& decoder, decode::Batch batch, const ExtractOptions& options);

}  // namespace rectrix::kbest
