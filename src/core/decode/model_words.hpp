// The number of every target word in each language model, looked up once for all sentences.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "lm/model.hpp"
#include "text/vocabulary.hpp"

namespace rectrix::decode {

class ModelWords {
 public:
  ModelWords() = default;
  ModelWords(const Vocabulary& target, std::span<const std::shared_ptr<const lm::Model>> models);

  // One more model.
  void add(const Vocabulary& target, const lm::Model& model);

  // Of a word of the vocabulary.
  Word operator()(std::size_t model, Word word) const { return (*words_[model])[word]; }
  // Of any word; those that only the sentence has are looked up in the model.
  Word find(std::size_t m, const lm::Model& model, Word word, const LocalVocabulary& words) const {
    return word < words_[m]->size() ? (*words_[m])[word] : model.index(words.text(word));
  }

 private:
  std::vector<std::shared_ptr<const std::vector<Word>>> words_;  // copies share them
};

}  // namespace rectrix::decode
