#include "metric.hpp"

#include <memory>

#include "base/error.hpp"

namespace rectrix::bind {

learn::Metric metric_of(int order, nb::object function) {
  if (order > 0) return learn::bleu(order);
  auto kept = std::shared_ptr<nb::object>(new nb::object(std::move(function)), [](nb::object* object) {
    nb::gil_scoped_acquire gil;
    delete object;
  });
  return [kept](std::span<const double> sums, std::span<double> scores) {
    nb::gil_scoped_acquire gil;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
    const std::size_t rows = scores.size();
    const nb::ndarray<nb::numpy, const double, nb::ndim<2>> matrix(sums.data(), {rows, sums.size() / rows},
                                                                   nb::handle());
    const nb::object result = (*kept)(nb::cast(matrix, nb::rv_policy::copy));
    const auto given = nb::cast<nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>>(result);
    if (given.shape(0) != rows) throw UsageError("the metric gave another number of scores than it got rows");
    std::copy_n(given.data(), rows, scores.data());
  };
}

}  // namespace rectrix::bind
