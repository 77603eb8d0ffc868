// A file's bytes in memory, read-only: mapped, or read whole. A process maps a file once, however often it is opened,
// until the last who uses it is gone; a file that replaces it is another one.
//
// A mapped file that is made shorter, or whose disk fails, ends the process with SIGBUS when the lost part is touched.
// The first mapping installs a handler that says which file it was before the process ends; faults at other addresses
// go to whatever handled them before.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace rectrix {

enum class Load {
  map,       // pages are read when they are first touched
  populate,  // mapped, and all pages read at once
  read,      // copied into memory of its own: what happens to the file afterwards does not matter
};

// "map", "populate" or "read"; throws UsageError.
Load load_named(std::string_view name);

struct FileBytes {
  std::shared_ptr<const std::byte> data;  // null if the file is no regular file, is shorter than `least`, or cannot be mapped
  std::size_t bytes = 0;
};

// Throws InputError if the file cannot be opened or read.
FileBytes load_file(const std::string& path, Load load, std::size_t least);

}  // namespace rectrix
