// The one binary container of Rectrix: a header, a table of named sections, and arrays that are used
// where they lie. Opening maps the file and checks the header, the table and the file's size, so it takes
// the same time for a kilobyte and for gigabytes; what a section's numbers mean is its reader's to check.
//
//   "RECTRIX\n" kind[16] version:u32 count:u32 file_size:u64 table_hash:u64 data_hash:u64
//   count x { name[16] offset:u64 bytes:u64 item_bytes:u64 }    then the arrays, each 64-byte aligned
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/mapping.hpp"

namespace rectrix {

// A hash of a stream of bytes, the same however the stream is cut into pieces.
class Checksum {
 public:
  void add(const void* data, std::size_t bytes);
  std::uint64_t value() const;

 private:
  std::uint64_t hash_ = 0;
  std::uint64_t pending_ = 0;  // fewer than 8 bytes
  std::size_t pending_bytes_ = 0;
};

// Writes sections one after another to path. The caller chooses a temporary path and renames it.
class SectionWriter {
 public:
  // kind: what the file is ("vocabulary", "lm"), at most 16 bytes; version: of that kind's layout.
  SectionWriter(std::string path, std::string_view kind, std::uint32_t version);

  template <class T>
  void add(std::string_view name, std::span<const T> items) {
    begin<T>(name);
    append(items);
  }
  template <class T>
  void add(std::string_view name, const std::vector<T>& items) {
    add(name, std::span<const T>(items));
  }

  // For arrays made piece by piece: begin once, append often.
  template <class T>
  void begin(std::string_view name) {
    static_assert(std::is_trivially_copyable_v<T>);
    begin_section(name, sizeof(T));
  }
  template <class T>
  void append(std::span<const T> items) {
    write(items.data(), items.size_bytes());
  }

  // Completes the file; without it the file is not readable.
  void finish();

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  struct Section {
    std::string name;
    std::uint64_t offset, bytes, item_bytes;
  };
  void begin_section(std::string_view name, std::size_t item_bytes);
  void write(const void* data, std::size_t bytes);
  void put(const void* data, std::size_t bytes);

  std::string path_;
  std::unique_ptr<std::FILE, Close> file_;
  std::string kind_;
  std::uint32_t version_;
  std::vector<Section> sections_;
  std::uint64_t position_ = 0;
  Checksum checksum_;
};

// A read-only file in memory. Copies share the mapping.
class SectionFile {
 public:
  SectionFile() = default;
  // Throws DamagedFile if the file is not a whole file of this kind, or of a version above `newest`.
  SectionFile(const std::string& path, std::string_view kind, std::uint32_t newest, Load load = Load::map);

  // The items of a section; throws DamagedFile if it is missing or of another item size.
  template <class T>
  std::span<const T> get(std::string_view name) const {
    static_assert(std::is_trivially_copyable_v<T>);
    const std::span<const std::byte> bytes = section(name, sizeof(T));
    return {reinterpret_cast<const T*>(bytes.data()), bytes.size() / sizeof(T)};
  }
  bool has(std::string_view name) const;

  // Reads every byte and compares it with the hash kept in the header.
  void verify() const;

  // Throws DamagedFile with the file's name: for readers that find numbers out of range.
  [[noreturn]] void fail(std::string_view message) const;

  const std::string& path() const { return path_; }
  std::uint32_t version() const { return version_; }
  std::size_t bytes() const { return bytes_; }

 private:
  std::span<const std::byte> section(std::string_view name, std::size_t item_bytes) const;

  std::string path_;
  std::shared_ptr<const std::byte> data_;
  std::size_t bytes_ = 0;
  std::uint32_t version_ = 0;
};

}  // namespace rectrix
