// What fuzzing targets share: the input as text or as a file, and our errors, which are the right answer to it.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "base/error.hpp"
#include "base/lines.hpp"

namespace rectrix::fuzz {

struct Input {
  std::uint8_t choice;    // the first byte: which reader
  std::string_view data;  // the others
};

inline Input split(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return {0, {}};
  return {data[0], {reinterpret_cast<const char*>(data) + 1, size - 1}};
}

// In two chunks, so that lines and words are cut anywhere.
inline Lines lines(std::string_view text) {
  const std::size_t half = text.size() / 2;
  return Lines(
      [text, half, turn = 0]() mutable {
        ++turn;
        return turn == 1 && half > 0 ? text.substr(0, half) : turn <= 2 ? text.substr(half) : std::string_view();
      },
      "fuzz");
}

template <class Work>
int expecting_errors(Work work) {
  try {
    work();
  } catch (const Error&) {
  }
  return 0;
}

// What was read is used, so that the compiler reads it.
inline void use(std::uint64_t value) {
  [[maybe_unused]] volatile std::uint64_t kept = value;
}

// A file of this process's own in memory.
class MemoryFile {
 public:
  explicit MemoryFile(std::string_view data = {}) : descriptor_(::memfd_create("fuzz", 0)) {
    if (descriptor_ < 0 || ::write(descriptor_, data.data(), data.size()) != static_cast<ssize_t>(data.size())) std::abort();
  }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  ~MemoryFile() { ::close(descriptor_); }

  std::string path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

 private:
  int descriptor_;
};

}  // namespace rectrix::fuzz
