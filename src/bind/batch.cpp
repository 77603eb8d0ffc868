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

decode::Batch make_batch(const Texts& texts, const Weights& weights, int threads, std::size_t first, nb::object tick) {
  decode::Batch batch;
  batch.texts = texts.views();
  if (weights.ndim() == 2) {
    if (weights.shape(0) != batch.texts.size()) throw UsageError("one row of weights for each sentence is needed");
    batch.row = weights.shape(1);
    if (batch.row == 0) throw UsageError("rows of weights are empty");
  } else if (weights.ndim() != 1) {
    throw UsageError("weights are one vector, or a row for each sentence");
  }
  batch.weights = {weights.data(), weights.size()};
  batch.first = first;
  batch.threads = threads;
  batch.tick = ticks(std::move(tick));
  return batch;
}

}  // namespace rectrix::bind
