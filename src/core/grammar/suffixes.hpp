// The suffixes of a text of numbers in lexicographic order, by induced sorting (Nong, Zhang & Chan 2009): linear
// in the length of the text and of the alphabet.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace rectrix::grammar {

// Positions of text such that the suffixes that begin there ascend; a suffix that is a prefix of another comes
// first. Every number of text must be below `symbols`; the text must be shorter than 2^31.
std::vector<std::uint32_t> suffix_array(std::span<const std::uint32_t> text, std::uint32_t symbols);

}  // namespace rectrix::grammar
