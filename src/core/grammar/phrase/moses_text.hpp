// Moses' phrase and reordering tables, as text:
//   das haus ||| the house ||| 0.6 0.45 0.7 0.5 ||| 0-0 1-1 ||| 10 9 7 ||| domain_news 1 |||
//   das haus ||| the house ||| 0.8 0.1 0.1 0.7 0.1 0.2
// The first four scores are p(f|e), lex(f|e), p(e|f), lex(e|f); the counts are of target, source and both.
// Sparse scores are names with plain numbers; each name becomes a column of its own, 0 where a pair does not have it.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "base/lines.hpp"
#include "grammar/phrase/reordering_type.hpp"
#include "grammar/phrase/table.hpp"

namespace rectrix::grammar {

// What the columns of sparse scores begin with, followed by their names.
inline constexpr std::string_view kSparsePrefix = "sparse:";

struct MosesOptions {
  std::string reordering_type;                // "wbe-msd-bidirectional-fe"; empty: no reordering table
  std::size_t memory = std::size_t{1} << 30;  // bytes for joining the tables; more is sorted on disk
  std::string folder = "/tmp";                // for that
};

struct MosesReport {
  std::size_t pairs = 0;
  std::size_t without_reordering = 0;  // pairs that the reordering table lacks: their values are 0
  std::size_t sparse = 0;              // pairs with sparse scores
};

// Reads both tables, in whatever order their lines come, into a table at path. Probabilities become natural
// logarithms, not below -100, as Moses reads them. reordering may be null. Throws InputError.
MosesReport read_moses(Lines& phrases, Lines* reordering, const MosesOptions& options, const std::string& path,
                       const std::function<void(std::size_t)>& tick);

// The lines of a source phrase's translations, as Moses reads them: of the phrase table, and of the reordering table
// if there is one. A bar within a word is escaped as Moses does: &#124;.
void append_moses(const PhraseTable& table, std::size_t phrase, std::string& pairs, std::string& reordering);

}  // namespace rectrix::grammar
