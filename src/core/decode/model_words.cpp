#include "decode/model_words.hpp"

namespace rectrix::decode {

ModelWords::ModelWords(const Vocabulary& target, std::span<const std::shared_ptr<const lm::Model>> models) {
  for (const auto& model : models) {
    auto& words = words_.emplace_back();
    words.reserve(target.size());
    for (Word word = 0; word < target.size(); ++word) words.push_back(model->index(target.text(word)));
  }
}

}  // namespace rectrix::decode
