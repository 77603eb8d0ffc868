#include "base/spool.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "base/error.hpp"

namespace rectrix {
namespace {

[[noreturn]] void fail(const char* what, const std::string& folder) {
  throw RunError(std::string(what) + " a temporary file in " + folder + ": " + std::strerror(errno));
}

}  // namespace

ScratchFile::ScratchFile(ScratchFile&& other) noexcept
    : folder_(std::move(other.folder_)), descriptor_(std::exchange(other.descriptor_, -1)) {}

ScratchFile& ScratchFile::operator=(ScratchFile&& other) noexcept {
  std::swap(folder_, other.folder_);
  std::swap(descriptor_, other.descriptor_);
  return *this;
}

ScratchFile::~ScratchFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void ScratchFile::append(const void* data, std::size_t bytes) {
  if (descriptor_ < 0) {
    std::string path = folder_ + "/rectrix-XXXXXX";
    descriptor_ = ::mkostemp(path.data(), 0);
    if (descriptor_ < 0) fail("cannot make", folder_);
    ::unlink(path.c_str());
  }
  const char* from = static_cast<const char*>(data);
  while (bytes > 0) {
    const ssize_t written = ::write(descriptor_, from, bytes);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) fail("cannot write", folder_);
    from += written;
    bytes -= static_cast<std::size_t>(written);
  }
}

void ScratchFile::read(void* data, std::size_t bytes, std::uint64_t offset) const {
  char* to = static_cast<char*>(data);
  while (bytes > 0) {
    const ssize_t got = ::pread(descriptor_, to, bytes, static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) fail("cannot read", folder_);
    to += got;
    bytes -= static_cast<std::size_t>(got);
    offset += static_cast<std::uint64_t>(got);
  }
}

}  // namespace rectrix
