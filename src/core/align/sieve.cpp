#include "align/sieve.hpp"

#include <algorithm>
#include <cmath>

#include "align/occurrences.hpp"

namespace rectrix::align {
namespace {

// Model 1 in one direction.
class RowwiseModel {
 public:
  RowwiseModel(const Corpus& corpus, bool forward, const SieveOptions& options)
      : given_(forward ? corpus.source : corpus.target),
        generated_(forward ? corpus.target : corpus.source),
        given_words_(forward ? options.source_words : options.target_words),
        occurrences_(corpus, given_, given_words_),
        row_(forward ? options.target_words : options.source_words),
        null_(row_.size(), 1.0F) {
    // Before the first iteration all words are equal, and a token's normalizer is the number of given words.
    std::vector<float>& inverse = inverses_.emplace_back(generated_.words.size(), 0.0F);
    for (std::size_t s = 0; s < corpus.size(); ++s) {
      if (!alignable(corpus[s])) continue;
      std::fill_n(inverse.data() + generated_.offsets[s], generated_[s].size(),
                  1.0F / static_cast<float>(given_[s].size() + 1));
    }
    for (int k = 0; k < options.iterations; ++k) iterate();
  }

  // Calls visit(sentence, given position, generated position) for every cell of at least this posterior.
  template <class Visit>
  void select(float least, Visit visit) {
    const std::vector<float>& inverse = inverses_.back();
    for (Word word = 0; word < given_words_; ++word) {
      compute_row(word, inverses_.size() - 1);
      for (const Occurrence at : occurrences_[word]) {
        const std::span<const Word> sentence = generated_[at.sentence];
        const float* scale = inverse.data() + generated_.offsets[at.sentence];
        for (std::size_t j = 0; j < sentence.size(); ++j) {
          if (row_[sentence[j]].value * scale[j] >= least) visit(at.sentence, at.position, j);
        }
      }
    }
  }

 private:
  struct Entry {
    float value = 1.0F, count = 0.0F;
  };

  // p(. | word) after so many iterations, for the words it stands together with.
  void compute_row(Word word, std::size_t iterations) {
    const std::span<const Occurrence> occurrences = occurrences_[word];
    for (const Occurrence at : occurrences) {
      for (const Word other : generated_[at.sentence]) row_[other] = {};
    }
    for (std::size_t k = 0; k < iterations; ++k) improve_row(occurrences, inverses_[k]);
  }

  void improve_row(std::span<const Occurrence> occurrences, const std::vector<float>& inverse) {
    double total = 0.0;
    for (const Occurrence at : occurrences) {
      const std::span<const Word> sentence = generated_[at.sentence];
      const float* scale = inverse.data() + generated_.offsets[at.sentence];
      float sum = 0.0F;
      for (std::size_t j = 0; j < sentence.size(); ++j) {
        Entry& entry = row_[sentence[j]];
        const float posterior = entry.value * scale[j];
        entry.count += posterior;
        sum += posterior;
      }
      total += static_cast<double>(sum);
    }
    const auto inverse_total = static_cast<float>(1.0 / std::max(total, 1e-30));
    // A word that comes again has its count moved already: it is 0 then, and marked by it.
    for (const Occurrence at : occurrences) {
      for (const Word other : generated_[at.sentence]) {
        Entry& entry = row_[other];
        if (entry.count == 0.0F) continue;
        entry = {entry.count * inverse_total, 0.0F};
      }
    }
  }

  void improve_null() {
    std::vector<double> counts(null_.size(), 0.0);
    double total = 0.0;
    for (std::size_t j = 0; j < generated_.words.size(); ++j) {
      const Word word = generated_.words[j];
      counts[word] += static_cast<double>(null_[word] * inverses_.back()[j]);
    }
    for (const double count : counts) total += count;
    for (std::size_t w = 0; w < null_.size(); ++w) null_[w] = static_cast<float>(counts[w] / total);
  }

  // The normalizers of the next iteration: of every generated token, p summed over the given words.
  void iterate() {
    improve_null();
    std::vector<float> sums(generated_.words.size());
    for (std::size_t j = 0; j < sums.size(); ++j) sums[j] = null_[generated_.words[j]];
    for (Word word = 0; word < given_words_; ++word) {
      compute_row(word, inverses_.size());
      for (const Occurrence at : occurrences_[word]) {
        const std::span<const Word> sentence = generated_[at.sentence];
        float* sum = sums.data() + generated_.offsets[at.sentence];
        for (std::size_t j = 0; j < sentence.size(); ++j) sum[j] += row_[sentence[j]].value;
      }
    }
    for (std::size_t j = 0; j < sums.size(); ++j) {
      sums[j] = inverses_.back()[j] > 0.0F ? 1.0F / sums[j] : 0.0F;  // 0 outside alignable pairs
    }
    inverses_.push_back(std::move(sums));
  }

  const Side &given_, &generated_;
  std::size_t given_words_;
  Occurrences occurrences_;
  std::vector<Entry> row_;   // of the current given word, by generated word
  std::vector<float> null_;  // of the empty word
  std::vector<std::vector<float>> inverses_;  // 1 / normalizer of each generated token, by iteration
};

}  // namespace

float default_least(std::size_t pairs) {
  const double growth = std::pow(static_cast<double>(pairs) / 500, 0.3);
  return static_cast<float>(std::clamp(0.01 * growth, 0.01, 0.05));
}

CellSet sieve(const Corpus& corpus, const SieveOptions& options) {
  CellSet cells(corpus, options.least <= 0.0F);
  if (options.least > 0.0F) {
    RowwiseModel(corpus, true, options)
        .select(options.least, [&](std::size_t s, std::size_t source, std::size_t target) {
          cells.insert(s, target * corpus.source[s].size() + source);
        });
    RowwiseModel(corpus, false, options)
        .select(options.least, [&](std::size_t s, std::size_t target, std::size_t source) {
          cells.insert(s, target * corpus.source[s].size() + source);
        });
  }
  return cells;
}

}  // namespace rectrix::align
