// One maker for each template; the template itself and its meaning stand in the file of its name.
#pragma once

#include <memory>

#include "features/template.hpp"

namespace rectrix::features {

std::unique_ptr<const Template> make_rule_id();
std::unique_ptr<const Template> make_source_bigrams();
std::unique_ptr<const Template> make_target_bigrams();
std::unique_ptr<const Template> make_shape();
std::unique_ptr<const Template> make_word_pairs();
std::unique_ptr<const Template> make_insertions();
std::unique_ptr<const Template> make_deletions();
std::unique_ptr<const Template> make_phrase_length();

}  // namespace rectrix::features
