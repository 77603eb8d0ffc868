#include "common.hpp"

#include <memory>
#include <system_error>

#include "base/error.hpp"

namespace rectrix::bind {
namespace {

constexpr std::size_t kChunkBytes = 1 << 20;

// A Python object that may be dropped by a thread without the GIL.
std::shared_ptr<nb::object> shared(nb::object object) {
  return {new nb::object(std::move(object)), [](nb::object* kept) {
            nb::gil_scoped_acquire gil;
            delete kept;
          }};
}

void raise_twin(const char* name, const std::exception& error) {
  const nb::object twin = nb::module_::import_("rectrix.base.errors").attr(name);
  // A message may quote a file's bytes, which need not be UTF-8.
  const std::string_view message = error.what();
  PyObject* text = PyUnicode_DecodeUTF8(message.data(), static_cast<Py_ssize_t>(message.size()), "replace");
  if (text == nullptr) return;  // out of memory, which is the error then
  PyErr_SetObject(twin.ptr(), text);
  Py_DECREF(text);
}

}  // namespace

nb::str text_of(std::string_view bytes) {
  PyObject* text = PyUnicode_DecodeUTF8(bytes.data(), static_cast<Py_ssize_t>(bytes.size()), "surrogateescape");
  if (text == nullptr) throw nb::python_error();
  return nb::steal<nb::str>(text);
}

std::vector<nb::str> texts_of(std::span<const std::string> all) {
  std::vector<nb::str> texts;
  for (const std::string& bytes : all) texts.push_back(text_of(bytes));
  return texts;
}

std::string bytes_of(const nb::str& text) {
  PyObject* encoded = PyUnicode_AsEncodedString(text.ptr(), "utf-8", "surrogateescape");
  if (encoded == nullptr) {
    PyErr_Clear();
    throw InputError("the text holds half of a surrogate pair, which is no character and cannot be written as UTF-8");
  }
  const auto bytes = nb::steal<nb::bytes>(encoded);
  return {bytes.c_str(), bytes.size()};
}

ChunkSource chunks(nb::object reader) {
  return [reader = shared(std::move(reader)), chunk = shared(nb::bytes("", 0))]() -> std::string_view {
    nb::gil_scoped_acquire gil;
    *chunk = reader->attr("read")(kChunkBytes);
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
    const auto bytes = nb::cast<nb::bytes>(*chunk);
    return {bytes.c_str(), bytes.size()};
  };
}

std::function<void(std::string_view)> sink(nb::object writer) {
  return [writer = shared(std::move(writer))](std::string_view text) {
    nb::gil_scoped_acquire gil;
    writer->attr("write")(nb::bytes(text.data(), text.size()));
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
  };
}

Tick ticks(nb::object tick) {
  return [tick = shared(std::move(tick))](std::size_t done) {
    nb::gil_scoped_acquire gil;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
    if (!tick->is_none()) (*tick)(done);
  };
}

void register_base(nb::module_&) {
  nb::register_exception_translator([](const std::exception_ptr& pointer, void*) {
    try {
      std::rethrow_exception(pointer);
    } catch (const DamagedFile& error) {
      raise_twin("DamagedFile", error);
    } catch (const InputError& error) {
      raise_twin("InputError", error);
    } catch (const UsageError& error) {
      raise_twin("UsageError", error);
    } catch (const Error& error) {
      raise_twin("RunError", error);
    } catch (const std::system_error& error) {
      // No more threads, or no more memory for them.
      const std::string reason = error.what();
      raise_twin("RunError", RunError("cannot start a thread: " + reason + "; fewer --threads need less"));
    }
  });
}

}  // namespace rectrix::bind
