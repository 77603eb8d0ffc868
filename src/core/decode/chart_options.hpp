// What can be chosen about chart decoding.
#pragma once

namespace rectrix::decode {

struct ChartOptions {
  int pop_limit = 200;            // hypotheses taken from each cube; 0: all of them (exhaustive search)
  int span_limit = 15;            // source words that a rule other than glue covers at most
  bool pass_through_all = false;  // every source word may be copied; otherwise only words without a rule of their own
  bool length_buckets = false;    // copied words also have the feature pass_through_n, n by the word's length
  double seconds = 0;             // time for one sentence, after which search goes on in haste; 0: no limit
  long hypotheses = 1500000;      // of one sentence: long sentences get a lower pop limit, so memory stays bounded
  int max_words = 5000;           // a longer sentence is translated in pieces; it has no forest
  bool cdec_order = false;        // all rules are tried, and all cells have the same pop limit, as in cdec
};

}  // namespace rectrix::decode
