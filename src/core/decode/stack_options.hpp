// What can be chosen about phrase-based decoding, and what a phrase-based decoder is made of.
#pragma once

#include <cstdint>
#include <memory>

#include "decode/classifier_reordering.hpp"
#include "decode/sentence_rules.hpp"
#include "grammar/bitext.hpp"
#include "grammar/phrase/table.hpp"

namespace rectrix::decode {

// What becomes of a source word without a translation: itself, nothing, or itself as <unk:word>.
enum class UnknownWords : std::uint8_t { kCopy, kDrop, kMark };

struct StackOptions {
  int pop_limit = 1000;        // hypotheses taken from the cubes of each stack; 0: all of them
  int stack = 200;             // hypotheses kept of each coverage and last word, in forests of each stack; 0: all
  double threshold = 0;        // those worse than a stack's best by more than this go, too; 0: none
  int table_limit = 20;        // translations of a source phrase; 0: all of them
  int distortion_limit = 6;    // source words jumped at most; -1: no limit but kWindow
  bool distortion_ahead = false;  // count the jump back to the first gap before it comes (Moore & Quirk 2007)
  bool itg = false;            // only orders that phrases joined two by two can have (Wu 1997)
  bool markup = false;         // <wall/>, <zone> and </zone> in the input limit reordering
  UnknownWords unknown = UnknownWords::kCopy;
  bool rule_counts = false;    // the features log_count and unique, from the table's counts
  bool sparse_reordering = false;  // the features lo: the phrase pair with its orientation (Green et al. 2013)
  double seconds = 0;          // time for one sentence, after which search goes on in haste; 0: no limit
  long hypotheses = 3000000;   // of one sentence: long sentences get a lower pop limit, so memory stays bounded
  int max_words = 5000;        // a longer sentence is translated in pieces; it has no forest
  std::size_t cache_bytes = std::size_t{512} << 20;  // phrases kept with their scores between sentences, by all threads together
};

struct StackParts : ScoringParts {
  std::shared_ptr<const grammar::PhraseTable> table;
  // The bitext that the table was made of, if its own sentences shall be translated as if they were new; sentences go
  // by their numbers.
  std::shared_ptr<const grammar::BitextIndex> left_out = nullptr;
  // Classifiers of the orientation to the phrase before and to the phrase after, with the table's words.
  OrientationClassifier previous{}, next{};
};

}  // namespace rectrix::decode
