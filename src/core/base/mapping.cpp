#include "base/mapping.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <vector>

#include "base/error.hpp"

#ifndef MAP_POPULATE
#define MAP_POPULATE 0  // not everywhere: pages come when they are touched
#endif

namespace rectrix {
namespace {

// What is mapped, in a form that a signal handler may read: no locks, no allocation. Files beyond the last place are
// mapped all the same and go without the message.
struct Range {
  std::atomic<std::uintptr_t> begin{0}, end{0};  // begin 0: the place is free
  std::array<char, 512> path{};
};
std::array<Range, 256> ranges;
std::mutex ranges_change;
struct sigaction before;

void say(const char* text) {
  std::size_t length = 0;
  while (text[length] != '\0') ++length;
  while (length > 0) {
    const ssize_t written = ::write(STDERR_FILENO, text, length);
    if (written <= 0) return;
    text += written;
    length -= static_cast<std::size_t>(written);
  }
}

void lost_page(int, siginfo_t* info, void*) {
  const auto address = reinterpret_cast<std::uintptr_t>(info->si_addr);
  for (const Range& range : ranges) {
    const std::uintptr_t begin = range.begin.load(std::memory_order_acquire);
    if (begin == 0 || address < begin || address >= range.end.load(std::memory_order_relaxed)) continue;
    say("error: ");
    say(range.path.data());
    say(": it became shorter or unreadable while it was open; --loading read keeps a copy in memory\n");
    ::_exit(1);
  }
  ::sigaction(SIGBUS, &before, nullptr);  // the instruction runs again, into the handler that was there
}

void install() {
  struct sigaction action {};
  action.sa_sigaction = lost_page;
  action.sa_flags = SA_SIGINFO;
  ::sigemptyset(&action.sa_mask);
  ::sigaction(SIGBUS, &action, &before);
}

void remember(const std::byte* data, std::size_t bytes, const std::string& path) {
  static std::once_flag installed;
  std::call_once(installed, install);
  const std::lock_guard guard(ranges_change);
  for (Range& range : ranges) {
    if (range.begin.load(std::memory_order_relaxed) != 0) continue;
    const std::size_t length = std::min(path.size(), range.path.size() - 1);
    std::memcpy(range.path.data(), path.data(), length);
    range.path[length] = '\0';
    range.end.store(reinterpret_cast<std::uintptr_t>(data) + bytes, std::memory_order_relaxed);
    range.begin.store(reinterpret_cast<std::uintptr_t>(data), std::memory_order_release);
    return;
  }
}

void forget(const std::byte* data) {
  const std::lock_guard guard(ranges_change);
  for (Range& range : ranges) {
    if (range.begin.load(std::memory_order_relaxed) != reinterpret_cast<std::uintptr_t>(data)) continue;
    range.begin.store(0, std::memory_order_release);
    return;
  }
}

[[noreturn]] void fail(std::string_view what, const std::string& path) {
  throw InputError(std::string(what) + " " + path + ": " + std::strerror(errno));
}

class Descriptor {
 public:
  explicit Descriptor(const std::string& path) : number(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
    if (number < 0) fail("cannot open", path);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { ::close(number); }

  const int number;
};

void read_all(const Descriptor& file, std::byte* to, std::size_t bytes, const std::string& path) {
  for (std::size_t done = 0; done < bytes;) {
    const ssize_t got = ::pread(file.number, to + done, bytes - done, static_cast<off_t>(done));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail("cannot read", path);
    if (got == 0) throw InputError(path, 0, "it became shorter while it was read");
    done += static_cast<std::size_t>(got);
  }
}

// What is mapped now, by its inode: nobody else gets the number of one as long as it is mapped. Pages are those of the
// file itself, also after a change in place.
struct Shared {
  dev_t device;
  ino_t inode;
  std::size_t bytes;
  Load load;
  std::weak_ptr<const std::byte> data;
};
std::vector<Shared> shared;
std::mutex shared_change;

std::shared_ptr<const std::byte> map_file(const Descriptor& file, std::size_t bytes, Load load, const std::string& path) {
  const int flags = load == Load::populate ? MAP_SHARED | MAP_POPULATE : MAP_SHARED;
  void* mapped = ::mmap(nullptr, bytes, PROT_READ, flags, file.number, 0);
  if (mapped == MAP_FAILED) return nullptr;
  const auto* data = static_cast<const std::byte*>(mapped);
  remember(data, bytes, path);
  return {data, [bytes](const std::byte* p) {
            forget(p);
            ::munmap(const_cast<std::byte*>(p), bytes);
          }};
}

std::shared_ptr<const std::byte> share_file(const Descriptor& file, const struct stat& info, Load load, const std::string& path) {
  const auto bytes = static_cast<std::size_t>(info.st_size);
  const std::lock_guard guard(shared_change);
  std::erase_if(shared, [](const Shared& one) { return one.data.expired(); });
  for (const Shared& one : shared) {
    if (one.device != info.st_dev || one.inode != info.st_ino || one.bytes != bytes || one.load != load) continue;
    if (auto data = one.data.lock()) return data;
  }
  auto data = map_file(file, bytes, load, path);
  if (data) shared.push_back({info.st_dev, info.st_ino, bytes, load, data});
  return data;
}

std::shared_ptr<const std::byte> copy_file(const Descriptor& file, std::size_t bytes, const std::string& path) {
  void* memory = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return nullptr;
  auto* data = static_cast<std::byte*>(memory);
  std::shared_ptr<const std::byte> result(data, [bytes](const std::byte* p) { ::munmap(const_cast<std::byte*>(p), bytes); });
  read_all(file, data, bytes, path);
  ::mprotect(memory, bytes, PROT_READ);
  return result;
}

}  // namespace

Load load_named(std::string_view name) {
  if (name == "map") return Load::map;
  if (name == "populate") return Load::populate;
  if (name == "read") return Load::read;
  throw UsageError("unknown way to load '" + std::string(name) + "'; known: map, populate, read");
}

FileBytes load_file(const std::string& path, Load load, std::size_t least) {
  const Descriptor file(path);
  struct stat info {};
  const bool regular = ::fstat(file.number, &info) == 0 && S_ISREG(info.st_mode);
  const std::size_t bytes = regular ? static_cast<std::size_t>(info.st_size) : 0;
  if (bytes < least) return {nullptr, bytes};
  return {load == Load::read ? copy_file(file, bytes, path) : share_file(file, info, load, path), bytes};
}

}  // namespace rectrix
