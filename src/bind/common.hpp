// What every binding file needs: arrays in and out without copies, text from Python readers, progress.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/lines.hpp"

namespace rectrix::bind {

namespace nb = nanobind;
using namespace nb::literals;

// A one-dimensional contiguous array that Python lends for the length of a call.
template <class T>
using In = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <class T>
using Out = nb::ndarray<nb::numpy, T, nb::ndim<1>>;

template <class T>
std::span<const T> view(const In<T>& array) {
  return {array.data(), array.shape(0)};
}

// Hands a vector to NumPy without copying it.
template <class T>
Out<T> give(std::vector<T> items) {
  auto* kept = new std::vector<T>(std::move(items));
  nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
  return Out<T>(kept->data(), {kept->size()}, owner);
}

// The same as rows of `width` numbers.
template <class T>
nb::ndarray<nb::numpy, T, nb::ndim<2>> give_rows(std::vector<T> items, std::size_t width) {
  auto* kept = new std::vector<T>(std::move(items));
  nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
  return nb::ndarray<nb::numpy, T, nb::ndim<2>>(kept->data(), {kept->size() / width, width}, owner);
}

// A read-only NumPy view of memory that `owner` keeps alive.
template <class T>
nb::ndarray<nb::numpy, const T, nb::ndim<1>> lend(std::span<const T> items, nb::handle owner) {
  return nb::ndarray<nb::numpy, const T, nb::ndim<1>>(items.data(), {items.size()}, owner);
}

// Text as Python's str; bytes that are not UTF-8 become lone surrogates, as in rectrix.base.files.
nb::str text_of(std::string_view bytes);
std::vector<nb::str> texts_of(std::span<const std::string> all);
// The bytes of such a str.
std::string bytes_of(const nb::str& text);

// Text from any Python object with read(size) -> bytes, so that Python opens and decompresses.
// May be called without the GIL.
ChunkSource chunks(nb::object reader);

// Text to any Python object with write(bytes). May be called without the GIL.
std::function<void(std::string_view)> sink(nb::object writer);

// A callback for long work: calls Python's tick(done) now and then and stops the work by an exception when the
// user has pressed Ctrl-C or tick raises. May be called without the GIL; `none` only looks for Ctrl-C.
using Tick = std::function<void(std::size_t done)>;
Tick ticks(nb::object tick);

void register_base(nb::module_& m);
void register_build(nb::module_& m);
void register_text(nb::module_& m);
void register_align(nb::module_& m);
void register_grammar(nb::module_& m);
void register_lm(nb::module_& m);
void register_reorder(nb::module_& m);
void register_reorder_events(nb::module_& reorder);  // the second half of register_reorder
void register_features(nb::module_& m);
void register_decode(nb::module_& m);
void register_kbest(nb::module_& m);
void register_score(nb::module_& m);
void register_learn(nb::module_& m);
void register_forests(nb::module_& learn);  // a part of register_learn

}  // namespace rectrix::bind
