#include "decode/model_words.hpp"

namespace rectrix::decode {

ModelWords::ModelWords(const Vocabulary& target, std::span<const std::shared_ptr<const lm::Model>> models) {
  for (const auto& model : models) add(target, *model);
}

void ModelWords::add(const Vocabulary& target, const lm::Model& model) {
  std::vector<Word> words(target.size(), kUnknown);
  const Vocabulary& known = model.vocabulary();
  if (known.size() < target.size() && !model.reads_classes()) {
    for (Word word = kUnknown + 1; word < known.size(); ++word) {
      if (const Word found = target.find(known.text(word)); found != kUnknown) words[found] = word;
    }
  } else {
    for (Word word = 0; word < target.size(); ++word) words[word] = model.index(target.text(word));
  }
  words_.push_back(std::make_shared<const std::vector<Word>>(std::move(words)));
}

}  // namespace rectrix::decode
