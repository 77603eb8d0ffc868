// What the two templates of bigrams share.
#pragma once

#include "features/template.hpp"

namespace rectrix::features {

// prefix + a_b for every two neighbors of a side between <r> and </r>.
inline void emit_bigrams(std::string_view prefix, std::span<const grammar::Symbol> side, const LocalVocabulary& words,
                         bool number_gaps, Sink& sink) {
  for (std::size_t i = 0; i <= side.size(); ++i) {
    std::string& name = sink.name(prefix);
    if (i == 0) {
      name += "<r>";
    } else {
      append_symbol(name, side[i - 1], words, number_gaps);
    }
    name += '_';
    if (i == side.size()) {
      name += "</r>";
    } else {
      append_symbol(name, side[i], words, number_gaps);
    }
    sink.emit();
  }
}

}  // namespace rectrix::features
