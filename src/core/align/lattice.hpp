// What one sentence pair looks like to a distortion model, in one direction: the words of one side
// (generated) are explained by those of the other (given) or by the empty word.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace rectrix::align {

// Which side is generated.
enum class Direction { kForward, kReverse };  // target given source, source given target
inline constexpr Direction kDirections[] = {Direction::kForward, Direction::kReverse};

struct Lengths {
  int given = 0;
  int generated = 0;
};

// Memory for one pair, used again for the next.
struct Lattice {
  Lengths lengths;
  std::vector<float> cells;  // by generated word, then given word: p(generated | given), or a posterior
  std::vector<float> null;   // by generated word: p(generated | empty word), or a posterior

  // Room for models that need more (see hmm.cpp).
  std::vector<float> forward, memory, future, leaving, row;
  std::vector<int> origin;

  void resize(Lengths wanted) {
    lengths = wanted;
    cells.resize(static_cast<std::size_t>(wanted.given) * static_cast<std::size_t>(wanted.generated));
    null.resize(static_cast<std::size_t>(wanted.generated));
  }
  std::span<float> row_of(int generated) {
    return {cells.data() + static_cast<std::size_t>(generated) * static_cast<std::size_t>(lengths.given),
            static_cast<std::size_t>(lengths.given)};
  }
  std::span<const float> row_of(int generated) const { return const_cast<Lattice*>(this)->row_of(generated); }
};

}  // namespace rectrix::align
