// Hashes that never change between versions or machines: they are written to disk.
#pragma once

#include <cstdint>
#include <string_view>

namespace rectrix {

// A bijection that spreads every input bit over the word (the finalizer of SplitMix64).
constexpr std::uint64_t mix(std::uint64_t x) {
  x ^= x >> 30;
  x *= 0xbf58476d1ce4e5b9ULL;
  x ^= x >> 27;
  x *= 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

// Order matters: combine(a, b) != combine(b, a).
constexpr std::uint64_t combine(std::uint64_t seed, std::uint64_t value) {
  return mix(seed * 0x9e3779b97f4a7c15ULL + value + 1);
}

// FNV-1a over bytes, fed piece by piece: the key of "ab" + "cd" is the key of "abcd",
// so that a feature's key needs no string. `check` is a second, independent hash by which
// two names with one key are told apart.
class NameHash {
 public:
  constexpr NameHash& add(std::string_view bytes) {
    for (char c : bytes) add(c);
    return *this;
  }
  constexpr NameHash& add(char c) {
    const auto byte = static_cast<unsigned char>(c);
    key_ = (key_ ^ byte) * 0x100000001b3ULL;
    check_ = (check_ + byte) * 0x9e3779b1U;
    return *this;
  }
  constexpr std::uint64_t key() const { return mix(key_); }
  constexpr std::uint32_t check() const { return check_ ^ (check_ >> 15); }

 private:
  std::uint64_t key_ = 0xcbf29ce484222325ULL;
  std::uint32_t check_ = 0;
};

constexpr std::uint64_t hash_bytes(std::string_view bytes) { return NameHash().add(bytes).key(); }

}  // namespace rectrix
