// The forest's bindings, a part of the decode stage's.
#pragma once

#include "common.hpp"
#include "decode/derivation.hpp"

namespace rectrix::bind {

void register_forest(nb::module_& m);
// What is computed from n-grams of all derivations.
void add_consensus(nb::class_<decode::Forest>& forest);
// Text, score, features, edges and word alignment.
nb::dict describe(const decode::Forest& forest, const decode::Derivation& derivation);

}  // namespace rectrix::bind
