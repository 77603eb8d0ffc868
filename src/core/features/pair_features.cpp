#include "features/pair_features.hpp"

#include "features/template.hpp"

namespace rectrix::features {

Index PairFeatures::find(Word left, Word right) {
  const auto [number, fresh] = numbers_.insert((static_cast<std::uint64_t>(left) << 32) | right, kNoFeature);
  if (!fresh) return number;
  name_ = "bi:";
  append_word(name_, words_->text(left));
  name_ += '_';
  append_word(name_, words_->text(right));
  number = features_->add(name_);
  return number;
}

}  // namespace rectrix::features
