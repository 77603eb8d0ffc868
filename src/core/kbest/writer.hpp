// N-best lists as text in any of the formats.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "kbest/format.hpp"
#include "kbest/lists.hpp"

namespace rectrix::kbest {

// A dense feature of Moses' format: its name, and the features that are its values, each times a number.
struct DenseFeature {
  struct Value {
    std::string feature;
    float scale = 1;
  };
  std::string name;
  std::vector<Value> values;
};

// The lines of sentences begin to end; the first sentence of `lists` has the id `first_id`. Numbers are written with as
// few digits as give the same number back. Throws UsageError where the format cannot hold what the lists have.
//
// Moses' tuners take the dense features of the first line for those of all, by their order: in that format every line has
// all of them, zeros too. They are `dense`, and other features are sparse, kSparseName before their names; without `dense`,
// they are those that Moses' tools take for dense: names without '_' and ':', and NAME_0, NAME_1... for the values of NAME.
std::string lines(const Lists& lists, std::size_t begin, std::size_t end, Format format, std::size_t first_id,
                  std::span<const DenseFeature> dense = {});

inline constexpr std::string_view kSparseName = "Sparse0_";

}  // namespace rectrix::kbest
