// Batches of sentences from Python.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "common.hpp"
#include "decode/batch.hpp"

namespace rectrix::bind {

// One vector for all sentences, or one for each: rows of a matrix, or a list of vectors. Kept alive as long as this is.
class Weights {
 public:
  explicit Weights(const nb::object& weights);
  std::vector<std::span<const double>> views(std::size_t sentences) const;

 private:
  std::vector<nb::ndarray<const double, nb::c_contig, nb::device::cpu>> arrays_;
  bool one_for_all_ = true;
};

// The bytes of a list of strings, with lone surrogates as the bytes that they came from.
class Texts {
 public:
  explicit Texts(const nb::list& lines);
  std::vector<std::string_view> views() const { return {texts_.begin(), texts_.end()}; }

 private:
  std::vector<std::string> texts_;
};

nb::object to_str(std::string_view text);

// What is demanded of each sentence: None, or an object of the class Constraints. Lives as long as the list does.
std::vector<const decode::Constraints*> constraints_of(const nb::list& given, std::size_t sentences);

decode::Batch make_batch(const Texts& texts, const Weights& weights, int threads, std::size_t first, nb::object tick);

}  // namespace rectrix::bind
