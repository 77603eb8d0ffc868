// Feature functions written in Python, and what decoders are made of besides their grammar.
#pragma once

#include <memory>
#include <vector>

#include "common.hpp"
#include "decode/sentence_rules.hpp"

namespace rectrix::bind {

// Calls a Python object with all rules of a sentence, with the GIL, which it takes once for them all.
std::shared_ptr<const features::RuleFunction> python_function(nb::object callable);

// No templates yet.
decode::ScoringParts scoring_parts(const std::vector<std::shared_ptr<lm::Model>>& models,
                                   std::shared_ptr<features::FeatureSpace> space, const nb::list& functions);

}  // namespace rectrix::bind
