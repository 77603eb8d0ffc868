// Batches of sentences from Python.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "common.hpp"
#include "decode/batch.hpp"

namespace rectrix::bind {

// One vector, or a row for each sentence.
using Weights = nb::ndarray<const double, nb::c_contig, nb::device::cpu>;

// The bytes of a list of strings, with lone surrogates as the bytes that they came from.
class Texts {
 public:
  explicit Texts(const nb::list& lines);
  std::vector<std::string_view> views() const { return {texts_.begin(), texts_.end()}; }

 private:
  std::vector<std::string> texts_;
};

nb::object to_str(std::string_view text);

decode::Batch make_batch(const Texts& texts, const Weights& weights, int threads, std::size_t first, nb::object tick);

}  // namespace rectrix::bind
