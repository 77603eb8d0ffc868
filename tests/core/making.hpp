// Texts and scratch files for the core's tests.
#pragma once

#include <unistd.h>

#include <cassert>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>

#include "base/lines.hpp"

namespace rectrix::making {

// The text must outlive the lines.
inline Lines lines(std::string_view text) {
  return Lines([text, given = false]() mutable { return std::exchange(given, true) ? std::string_view() : text; }, "test");
}

// A path that vanishes with the object.
class Scratch {
 public:
  Scratch() {
    const int descriptor = ::mkstemp(path_.data());
    assert(descriptor >= 0);
    ::close(descriptor);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch() { ::unlink(path_.c_str()); }
  const std::string& path() const { return path_; }

 private:
  std::string path_ = "/tmp/rectrix-test-XXXXXX";
};

template <class Error, class Work>
bool throws(Work work) {
  try {
    work();
  } catch (const Error&) {
    return true;
  }
  return false;
}

// Sentences over few words, so that everything co-occurs: the same for the same numbers.
inline std::string text(int sentences, int words, unsigned seed, char prefix) {
  std::string made;
  for (int s = 0; s < sentences; ++s) {
    for (int w = 0; w < words; ++w) {
      seed = seed * 1664525U + 1013904223U;
      made += prefix;
      made += std::to_string(seed >> 28);
      made += w + 1 < words ? ' ' : '\n';
    }
  }
  return made;
}

// Links from each word to the one at its place.
inline std::string diagonal(int sentences, int words) {
  std::string made;
  for (int s = 0; s < sentences; ++s) {
    for (int w = 0; w < words; ++w) made += std::to_string(w) + "-" + std::to_string(w) + (w + 1 < words ? " " : "\n");
  }
  return made;
}

}  // namespace rectrix::making
