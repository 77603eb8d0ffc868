// Templates over word classes: class_word_pairs is word_pairs with each word's class in its place.
#pragma once

#include <memory>
#include <string_view>

#include "features/template.hpp"
#include "text/word_classes.hpp"

namespace rectrix::features {

// What words are replaced by on each side; where there are no classes, words stay.
struct ClassFiles {
  std::shared_ptr<const WordClasses> source, target;
};

inline constexpr std::string_view kClassPrefix = "class_";

// Any template by name; those over classes begin with kClassPrefix. Throws UsageError if there is no such template, or
// no classes for it.
std::unique_ptr<const Template> make_template(std::string_view name, const ClassFiles& classes);

}  // namespace rectrix::features
