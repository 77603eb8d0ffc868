// A container file whose header fits its content, whatever that is: so that damage gets past the first checks.
#pragma once

#include <algorithm>
#include <cstring>
#include <string>
#include <string_view>

#include "base/sections.hpp"

namespace rectrix::fuzz {

// The layout stands in base/sections.hpp.
inline std::string with_header(std::string_view data, std::string_view kind) {
  constexpr std::size_t kHeader = 56, kEntry = 40;
  std::string file(data);
  if (file.size() < kHeader) return file;
  file.resize(file.size() - file.size() % 8);
  std::memcpy(file.data(), "RECTRIX\n", 8);
  std::memset(file.data() + 8, 0, 16);
  std::memcpy(file.data() + 8, kind.data(), std::min<std::size_t>(kind.size(), 16));
  std::uint32_t count;
  std::memcpy(&count, file.data() + 28, 4);
  count = std::min<std::uint32_t>(count % 64, static_cast<std::uint32_t>((file.size() - kHeader) / kEntry));
  std::memcpy(file.data() + 28, &count, 4);
  const std::uint64_t size = file.size();
  std::memcpy(file.data() + 32, &size, 8);
  Checksum table;
  table.add(file.data() + file.size() - count * kEntry, count * kEntry);
  const std::uint64_t hash = table.value();
  std::memcpy(file.data() + 40, &hash, 8);
  return file;
}

}  // namespace rectrix::fuzz
