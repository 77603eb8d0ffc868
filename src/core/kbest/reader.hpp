// N-best files of other systems, read list by list.
//
// Column formats (Moses, cdec, Joshua, Travatar, Marian): `id ||| text ||| features ||| score`, see columns.hpp;
// features are `name= value value ...`, `name: value ...` (old Moses) or `name=value`. A dense Moses feature with
// several values becomes name_0, name_1 ...; one with a single value, and every name with '_', keeps its name.
// JSON lines: a hypothesis or a sentence each, see json_lines.hpp. Sentences have numbers, or names in any order.
#pragma once

#include <string>
#include <unordered_set>

#include "base/lines.hpp"
#include "kbest/columns.hpp"
#include "kbest/format.hpp"
#include "kbest/json_lines.hpp"
#include "kbest/lists.hpp"

namespace rectrix::kbest {

class Reader {
 public:
  // name: the file's, for error messages.
  Reader(ChunkSource source, std::string name, Format format) : lines_(std::move(source), std::move(name)), format_(format) {}

  // Adds the lists of the next sentences, at most `sentences`, to `lists`; how many came, 0 at the end of the file.
  // Ids that are left out make empty lists. Throws InputError with file and line for anything malformed.
  std::size_t read(Lists& lists, std::size_t sentences);

 private:
  bool next_line();
  Id split();
  bool numbered(const Id& id) const;
  long number_of(const Id& id) const;

  Lines lines_;
  Format format_;
  Columns columns_;
  JsonLines json_;
  std::string kept_;           // the line that begins the next batch: its view would die with the chunk
  std::string_view line_;
  bool pending_ = false;       // line_ has been read but belongs to a later sentence
  long sentence_ = -1;         // the number of the list begun last
  std::string name_;           // and its name, if sentences have names
  std::unordered_set<std::string> names_;  // of all lists begun
};

}  // namespace rectrix::kbest
