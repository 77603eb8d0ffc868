// K-best lists straight from a decoder: each sentence's forest lives only as long as its list is read from it.
#pragma once

#include <memory>
#include <vector>

#include "decode/batch.hpp"
#include "decode/decoder.hpp"
#include "kbest/lists.hpp"

namespace rectrix::kbest {

struct ExtractOptions {
  std::size_t size = 100;  // hypotheses per sentence
  bool unique = true;      // different strings only, at every node of the forest
  bool trees = false;      // keep a picture of each derivation
  bool alignments = false;  // keep the word alignment of each, in the sentence's report
};

struct Extracted {
  Lists lists;                                // features numbered by the decoder's space, which takes in new ones
  std::vector<decode::Report> reports;        // one for each sentence
  std::vector<std::string> trees;             // one for each hypothesis, if asked for
};

// Decodes the batch's sentences and lists their best translations with their features. The result is the same for any
// number of threads: new features join the space in the order of the sentences.
Extracted extract(const decode::Decoder& decoder, decode::Batch batch, const ExtractOptions& options);

}  // namespace rectrix::kbest
