// What the two templates of bigrams share.
#pragma once

#include "features/template.hpp"

namespace rectrix::features {

// prefix + a_b for every two neighbors of a side between <r> and </r>.
inline void emit_bigrams(std::string_view prefix, std::span<const grammar::Symbol> side, const LocalVocabulary& words,
                         Sink::Table table, Sink& sink) {
  constexpr grammar::Symbol kBegin = -100;  // no gap has such a number
  constexpr grammar::Symbol kEnd = -101;
  const auto append = [&](Name& name, grammar::Symbol symbol) {
    if (symbol == kBegin || symbol == kEnd) {
      name += symbol == kBegin ? "<r>" : "</r>";
    } else {
      append_symbol(name, symbol, words, table == Sink::kTargetPairs);
    }
  };
  for (std::size_t i = 0; i <= side.size(); ++i) {
    const grammar::Symbol left = i == 0 ? kBegin : side[i - 1];
    const grammar::Symbol right = i == side.size() ? kEnd : side[i];
    sink.emit_once_spelled(table, pair_key(left, right), [&](Name& name) {
      name += prefix;
      append(name, left);
      name += '_';
      append(name, right);
    });
  }
}

}  // namespace rectrix::features
