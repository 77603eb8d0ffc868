// One derivation of a forest, as its edges from the goal down: an edge, then the derivation of its first tail,
// then that of its second. Whoever found it (Viterbi, k-best, a sampler), what follows from it is computed here.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "decode/forest.hpp"
#include "decode/word_links.hpp"

namespace rectrix::decode {

struct Derivation {
  std::vector<std::uint32_t> edges;
  double score = 0;
};

// Computes words, features and pictures of derivations; keeps its scratch space between calls.
class DerivationReader {
 public:
  explicit DerivationReader(const Forest& forest) : forest_(&forest) {}

  // The translation: numbers of the forest's target words. Valid until the next call.
  std::span<const Word> words(std::span<const std::uint32_t> edges);
  // The places of source and target words that the rules link. Valid until the next call.
  const Alignment& alignment(std::span<const std::uint32_t> edges);
  // The features summed over the edges, each feature once, in the order of first appearance. Sums of 0 stay in.
  std::span<const LocalFeature> features(std::span<const std::uint32_t> edges);
  // "(0-3 das haus -1 ||| the house -1 (2-3 ...))": span, rule, derivations of the tails.
  std::string tree(std::span<const std::uint32_t> edges);

 private:
  // Calls open(edge) and close() around each rule and word(index, word) for its words, in the order of the translation.
  template <class Open, class Say, class Close>
  void read(std::span<const std::uint32_t> edges, Open open, Say say, Close close);
  void open_links(const Edge& edge);
  void find_ends(std::span<const std::uint32_t> edges);
  std::uint32_t child(std::uint32_t position, const Edge& edge, int number) const;
  void write(std::span<const std::uint32_t> edges, std::uint32_t position, std::string& text) const;

  const Forest* forest_;
  std::vector<std::uint32_t> ends_;  // behind the subtree that begins at each position
  std::vector<std::pair<std::uint32_t, std::uint32_t>> stack_;
  std::vector<Word> words_;
  WordLinks links_;
  std::vector<double> sums_;
  std::vector<std::uint8_t> touched_;
  std::vector<LocalFeature> features_;
};

}  // namespace rectrix::decode
