// What the n-grams of one length have in common with their context: sums over all words seen behind it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "lm/count_trie.hpp"
#include "lm/discount.hpp"
#include "lm/probing.hpp"
#include "base/spool.hpp"

namespace rectrix::lm {

// Contexts are dealt to parts by their key; each part's table fits in memory, and what it gives is kept in the
// order in which it will be asked for. Nothing depends on the number of parts.
class Contexts {
 public:
  struct Share {
    float prob;     // the n-gram's own part of p(w | h)
    float backoff;  // b(h)
  };

  // Of the n-grams of `length` (2 or more).
  Contexts(const CountTrie& trie, int length, const Discount& discount, std::size_t memory, int threads,
           const std::string& folder);

  class Reader;

 private:
  struct Part {
    Spool<Share> shares;   // of the n-grams that are kept
    Spool<float> backoffs;  // of the kept n-grams one word shorter; <s> before the words
  };
  void fill(const CountTrie& trie, int length, const Discount& discount, std::size_t part);

  std::vector<Part> parts_;
};

class Contexts::Reader {
 public:
  explicit Reader(const Contexts& contexts);
  // Of the next kept n-gram of the length, whose context has this key.
  Share share(Key context) {
    Share share{};
    shares_[part(context)].next(share);
    return share;
  }
  // b of the next kept n-gram that is one word shorter; 1 if nothing is seen behind it.
  float backoff(Key key) {
    float backoff = 1;
    backoffs_[part(key)].next(backoff);
    return backoff;
  }

 private:
  std::size_t part(Key key) const { return (key >> 1) % shares_.size(); }

  std::vector<Spool<Share>::Reader> shares_;
  std::vector<Spool<float>::Reader> backoffs_;
};

}  // namespace rectrix::lm
