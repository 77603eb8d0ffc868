#include "base/sections.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "base/error.hpp"
#include "base/hash.hpp"

namespace rectrix {
namespace {

constexpr std::string_view kMagic = "RECTRIX\n";
constexpr std::size_t kNameBytes = 16;
constexpr std::uint64_t kAlignment = 64;

struct Header {
  std::array<char, 8> magic;
  std::array<char, kNameBytes> kind;
  std::uint32_t version;
  std::uint32_t count;
  std::uint64_t file_size;
  std::uint64_t table_hash;
  std::uint64_t data_hash;
};
static_assert(sizeof(Header) == 56);

struct Entry {
  std::array<char, kNameBytes> name;
  std::uint64_t offset;
  std::uint64_t bytes;
  std::uint64_t item_bytes;
};
static_assert(sizeof(Entry) == 40);

std::uint64_t hash_table(std::span<const Entry> table) {
  Checksum checksum;
  checksum.add(table.data(), table.size_bytes());
  return checksum.value();
}

std::array<char, kNameBytes> fixed(std::string_view name) {
  if (name.size() > kNameBytes) throw UsageError("section name too long: " + std::string(name));
  std::array<char, kNameBytes> field{};
  std::copy(name.begin(), name.end(), field.begin());
  return field;
}

std::string readable(const std::array<char, kNameBytes>& field) {
  const std::string name(field.begin(), std::find(field.begin(), field.end(), '\0'));
  const bool printable = std::all_of(name.begin(), name.end(), [](char c) { return c >= 32 && c < 127; });
  return printable ? name : "?";
}

const Header& header_of(const std::byte* data) { return *reinterpret_cast<const Header*>(data); }

std::span<const Entry> table_of(const std::byte* data, std::size_t bytes) {
  const std::size_t count = header_of(data).count;
  return {reinterpret_cast<const Entry*>(data + bytes - count * sizeof(Entry)), count};
}

std::string system_message(std::string_view what, const std::string& path) {
  return std::string(what) + " " + path + ": " + std::strerror(errno);
}

}  // namespace

void Checksum::add(const void* data, std::size_t bytes) {
  const auto* p = static_cast<const unsigned char*>(data);
  const auto absorb = [this](std::uint64_t word) {
    hash_ = (hash_ ^ word) * 0x9fb21c651e98df25ULL;
    hash_ ^= hash_ >> 35;
  };
  const auto absorb_byte = [&](unsigned char byte) {
    pending_ |= std::uint64_t{byte} << (8 * pending_bytes_);
    if (++pending_bytes_ < 8) return;
    absorb(pending_);
    pending_ = 0;
    pending_bytes_ = 0;
  };
  for (; bytes > 0 && pending_bytes_ > 0; --bytes) absorb_byte(*p++);
  for (; bytes >= 8; p += 8, bytes -= 8) {
    std::uint64_t word;
    std::memcpy(&word, p, 8);
    absorb(word);
  }
  for (; bytes > 0; --bytes) absorb_byte(*p++);
}

std::uint64_t Checksum::value() const { return mix(hash_ ^ mix(pending_ ^ (std::uint64_t{pending_bytes_} << 56))); }

SectionWriter::SectionWriter(std::string path, std::string_view kind, std::uint32_t version)
    : path_(std::move(path)), file_(std::fopen(path_.c_str(), "wb")), kind_(kind), version_(version) {
  if (!file_) throw RunError(system_message("cannot write", path_));
  fixed(kind_);
  const Header empty{};
  put(&empty, sizeof empty);
}

void SectionWriter::put(const void* data, std::size_t bytes) {
  if (bytes > 0 && std::fwrite(data, 1, bytes, file_.get()) != bytes) {
    throw RunError(system_message("cannot write", path_));
  }
  position_ += bytes;
}

void SectionWriter::begin_section(std::string_view name, std::size_t item_bytes) {
  fixed(name);
  const std::array<char, kAlignment> zeros{};
  put(zeros.data(), (kAlignment - position_ % kAlignment) % kAlignment);
  sections_.push_back({std::string(name), position_, 0, item_bytes});
}

void SectionWriter::write(const void* data, std::size_t bytes) {
  put(data, bytes);
  sections_.back().bytes += bytes;
  checksum_.add(data, bytes);
}

void SectionWriter::finish() {
  std::vector<Entry> table;
  table.reserve(sections_.size());
  for (const Section& s : sections_) table.push_back({fixed(s.name), s.offset, s.bytes, s.item_bytes});
  const std::array<char, kAlignment> zeros{};
  put(zeros.data(), (kAlignment - position_ % kAlignment) % kAlignment);
  put(table.data(), table.size() * sizeof(Entry));

  Header header{};
  std::copy(kMagic.begin(), kMagic.end(), header.magic.begin());
  header.kind = fixed(kind_);
  header.version = version_;
  header.count = static_cast<std::uint32_t>(table.size());
  header.file_size = position_;
  header.table_hash = hash_table(table);
  header.data_hash = checksum_.value();
  const bool written = std::fseek(file_.get(), 0, SEEK_SET) == 0 &&
                       std::fwrite(&header, sizeof header, 1, file_.get()) == 1 && std::fflush(file_.get()) == 0;
  // Closing may be the first to hear of a full disk.
  if (!written || std::fclose(file_.release()) != 0) throw RunError(system_message("cannot write", path_));
}

SectionFile::SectionFile(const std::string& path, std::string_view kind, std::uint32_t newest, Load load) : path_(path) {
  const FileBytes file = load_file(path, load, sizeof(Header));
  data_ = file.data;
  bytes_ = file.bytes;
  if (!data_) fail("not a Rectrix file (too short or not a regular file)");

  const Header& header = header_of(data_.get());
  if (!std::equal(kMagic.begin(), kMagic.end(), header.magic.begin())) fail("not a Rectrix file");
  if (header.kind != fixed(kind)) fail("a " + readable(header.kind) + " file, but a " + std::string(kind) + " file is needed");
  if (header.version > newest) {
    fail("written by a newer version of Rectrix (format " + std::to_string(header.version) + ", this one reads up to " +
         std::to_string(newest) + "); update Rectrix or make the file again");
  }
  if (header.file_size != bytes_) {
    fail("truncated or damaged: " + std::to_string(bytes_) + " bytes where " + std::to_string(header.file_size) +
         " were written; make it again");
  }
  const std::uint64_t table_bytes = std::uint64_t{header.count} * sizeof(Entry);
  if (table_bytes > bytes_ - sizeof(Header) || (bytes_ - table_bytes) % alignof(Entry) != 0) fail("damaged header; make it again");
  const std::span<const Entry> table = table_of(data_.get(), bytes_);
  if (hash_table(table) != header.table_hash) fail("damaged table of sections; make it again");
  for (const Entry& entry : table) {
    if (entry.offset > bytes_ || entry.bytes > bytes_ - entry.offset || entry.offset % kAlignment != 0 ||
        entry.item_bytes == 0 || entry.bytes % entry.item_bytes != 0) {
      fail("damaged section '" + readable(entry.name) + "'; make it again");
    }
  }
  version_ = header.version;
}

bool SectionFile::has(std::string_view name) const {
  const std::span<const Entry> table = table_of(data_.get(), bytes_);
  return std::any_of(table.begin(), table.end(), [wanted = fixed(name)](const Entry& e) { return e.name == wanted; });
}

std::span<const std::byte> SectionFile::section(std::string_view name, std::size_t item_bytes) const {
  for (const Entry& entry : table_of(data_.get(), bytes_)) {
    if (entry.name != fixed(name)) continue;
    if (entry.item_bytes != item_bytes) fail("section '" + std::string(name) + "' has items of another size; make it again");
    return {data_.get() + entry.offset, entry.bytes};
  }
  fail("section '" + std::string(name) + "' is missing; make it again");
}

void SectionFile::verify() const {
  Checksum checksum;
  for (const Entry& entry : table_of(data_.get(), bytes_)) checksum.add(data_.get() + entry.offset, entry.bytes);
  if (checksum.value() != header_of(data_.get()).data_hash) fail("damaged: its content does not match its checksum; make it again");
}

void SectionFile::fail(std::string_view message) const { throw DamagedFile(path_, 0, message); }

}  // namespace rectrix
