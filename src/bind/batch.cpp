#include "batch.hpp"

#include "base/error.hpp"

namespace rectrix::bind {

Texts::Texts(const nb::list& lines) {
  for (const nb::handle line : lines) {
    Py_ssize_t size = 0;
    if (const char* data = PyUnicode_AsUTF8AndSize(line.ptr(), &size)) {
      texts_.emplace_back(data, static_cast<std::size_t>(size));
      continue;
    }
    PyErr_Clear();
    const auto bytes = nb::cast<nb::bytes>(line.attr("encode")("utf-8", "surrogateescape"));
    texts_.emplace_back(bytes.c_str(), bytes.size());
  }
}

nb::object to_str(std::string_view text) {
  return nb::bytes(text.data(), text.size()).attr("decode")("utf-8", "surrogateescape");
}

Weights::Weights(const nb::object& weights) {
  using Array = decltype(arrays_)::value_type;
  if (!nb::isinstance<nb::list>(weights)) {
    arrays_.push_back(nb::cast<Array>(weights));
    one_for_all_ = arrays_[0].ndim() == 1;
    return;
  }
  one_for_all_ = false;
  for (const nb::handle row : nb::cast<nb::list>(weights)) arrays_.push_back(nb::cast<Array>(row));
}

std::vector<std::span<const double>> Weights::views(std::size_t sentences) const {
  std::vector<std::span<const double>> views;
  for (const auto& array : arrays_) {
    const bool matrix = array.ndim() == 2 && arrays_.size() == 1 && !one_for_all_;
    if (array.ndim() != 1 && !matrix) throw UsageError("weights are one vector, or one for each sentence");
    const std::size_t rows = matrix ? array.shape(0) : 1, columns = matrix ? array.shape(1) : array.size();
    for (std::size_t row = 0; row < rows; ++row) views.emplace_back(array.data() + row * columns, columns);
  }
  if (!one_for_all_ && views.size() != sentences) throw UsageError("one row of weights for each sentence is needed");
  return views;
}

std::vector<const decode::Constraints*> constraints_of(const nb::list& given, std::size_t sentences) {
  if (given.size() != 0 && given.size() != sentences) {
    throw UsageError("constraints are needed for each sentence, or for none");
  }
  std::vector<const decode::Constraints*> found;
  for (const nb::handle one : given) {
    found.push_back(one.is_none() ? nullptr : nb::cast<const decode::Constraints*>(one));
  }
  return found;
}

decode::Batch make_batch(const Texts& texts, const Weights& weights, int threads, std::size_t first, nb::object tick) {
  decode::Batch batch;
  batch.texts = texts.views();
  batch.weights = weights.views(batch.texts.size());
  batch.first = first;
  batch.threads = threads;
  batch.tick = ticks(std::move(tick));
  return batch;
}

}  // namespace rectrix::bind
