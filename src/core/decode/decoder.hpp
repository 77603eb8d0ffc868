// What every decoder offers: sentences in, translations or forests out. One worker for each thread.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "decode/constraints.hpp"
#include "decode/forest.hpp"
#include "features/discretized.hpp"
#include "features/space.hpp"
#include "lm/model.hpp"

namespace rectrix::decode {

struct Request {
  std::size_t sentence = 0;         // its number in the input: per-sentence grammars are found by it
  std::string_view text;            // words separated by blanks
  std::span<const double> weights;  // by index of the feature space; features beyond the end weigh 0
  bool features = false;            // keep features that the space does not know yet
  std::optional<std::string_view> target = std::nullopt;  // search for this translation alone, and for all of its derivations
  const Constraints* constraints = nullptr;  // what is demanded of the translation, if anything
};

// A source word and a target word of a translation, by their places.
struct WordLink {
  std::uint32_t source, target;
};
using Alignment = std::vector<WordLink>;

// What a user should hear about a sentence.
struct SearchReport {
  std::size_t words = 0;      // of the input
  std::size_t pieces = 0;     // a sentence too long is translated piece by piece, split behind punctuation if possible
  int pop_limit = 0;          // hypotheses per span that were allowed in the end
  bool out_of_time = false;   // the time limit struck, and the rest was searched in haste
  std::size_t unknown = 0;    // words without a rule of their own, copied to the output
  std::size_t hypotheses = 0; // made during search
  std::vector<Alignment> alignments;  // of the translation; of each hypothesis of a k-best list, if asked for

  // Of the next piece of the same sentence; links are left to the caller, who knows its place.
  void add(const SearchReport& next);
};

struct Translation {
  std::string text;
  double score = 0;
  SearchReport report;
};

// Decodes one sentence after another and keeps its memory between them.
class Worker {
 public:
  virtual ~Worker() = default;
  // Of the whole text, however long; the pieces of a long one are scored as sentences of their own.
  Translation translate(const Request& request);
  // Throws InputError if the sentence has more than max_words(): a forest has no pieces.
  virtual Forest forest(const Request& request, SearchReport& report) = 0;
  // The same without the features of rules: most rules of a forest are in no derivation that anybody reads. describe()
  // adds those that rules of the given edges lack, to the forest made last.
  virtual Forest bare_forest(const Request& request, SearchReport& report) { return forest(request, report); }
  virtual void describe(Forest& /*forest*/, std::span<const std::uint32_t> /*edges*/) {}
  virtual std::size_t max_words() const = 0;

 private:
  virtual Translation translate_piece(const Request& request) = 0;
};

class Overlay;
class ValueCounts;
struct NumberedTexts;

class Decoder {
 public:
  virtual ~Decoder() = default;
  virtual std::unique_ptr<Worker> worker() const = 0;
  // The same decoder with features in another space: what one task meets does not grow another's space.
  virtual std::shared_ptr<Decoder> with_space(std::shared_ptr<features::FeatureSpace> space) const = 0;
  // The same decoder with bins for its grammar's scores.
  virtual std::shared_ptr<Decoder> discretized(const features::Discretization& what) const = 0;
  // The same decoder with what was learned since: rules, and language models behind its own.
  virtual std::shared_ptr<Decoder> with_learned(std::shared_ptr<const Overlay> overlay,
                                                std::span<const std::shared_ptr<const lm::Model>> models) const = 0;
  // How often each value of the grammar's scores occurs in the rules of these sentences.
  virtual ValueCounts count_values(const NumberedTexts& sentences) const = 0;
  virtual const std::vector<std::string>& score_names() const = 0;
  virtual const std::shared_ptr<features::FeatureSpace>& space() const = 0;
};

}  // namespace rectrix::decode
