// N-best files of other systems, read list by list.
//
// Column formats (Moses, cdec, Joshua, Travatar): `id ||| text ||| features ||| score`, further columns ignored;
// features are `name= value value ...`, `name: value ...` (old Moses) or `name=value`. A dense Moses feature with
// several values becomes name_0, name_1 ...; one with a single value, and every name with '_', keeps its name.
// JSON lines: {"id": 0, "text": "...", "features": {"lm": -1.2}, "score": -3, "metrics": {"comet": 0.8}}.
#pragma once

#include <string>

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

  Lines lines_;
  Format format_;
  Columns columns_;
  JsonLines json_;
  std::string kept_;           // the line that begins the next batch: its view would die with the chunk
  std::string_view line_;
  bool pending_ = false;       // line_ has been read but belongs to a later sentence
  long sentence_ = -1;         // the id of the list begun last
};

}  // namespace rectrix::kbest
