// Errors of the core. Each has a Python twin of the same name in rectrix.base.errors.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>

namespace rectrix {

struct Error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// The user gave a file or text with wrong content. Say what was seen and what would work.
struct InputError : Error {
  using Error::Error;
  // "file:line: message"; line 0 leaves the line out.
  InputError(std::string_view file, std::size_t line, std::string_view message);
};

// A binary file of ours is truncated, corrupted, of another kind or from a newer version.
struct DamagedFile : InputError {
  using InputError::InputError;
};

// A call or option makes no sense, whatever the files hold.
struct UsageError : Error {
  using Error::Error;
};

// The work itself failed: disk full, out of memory, a limit reached.
struct RunError : Error {
  using Error::Error;
};

}  // namespace rectrix
