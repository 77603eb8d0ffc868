// Rules as cdec's text, one to a line:
//   [X] ||| das [X,1] haus ||| the [X,1] house ||| EgivenFCoherent=0.3 CountEF=0.9 ||| 0-0 2-2
// Words that cdec would take for something else ([X,1], [1], |||) are escaped: &#91;X,1&#93;.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "grammar/columns.hpp"
#include "grammar/rules.hpp"
#include "text/vocabulary.hpp"

namespace rectrix::grammar {

// A column of extracted rules and its twin in cdec's text: their value is ours times scale.
struct CdecColumn {
  const char* name;
  Column column;
  double scale;
};
// In the order in which cdec writes them.
std::span<const CdecColumn> cdec_columns();

// Writes rules. Extracted rules get cdec's own columns (costs in base 10); other columns are written as they are.
class CdecWriter {
 public:
  CdecWriter(const std::vector<std::string>& score_names, const Vocabulary& source, const Vocabulary& target);

  void append(const Rule& rule, std::string& text) const;

 private:
  struct Field {
    std::string prefix;  // " Name="
    std::size_t column;
    double scale;
  };
  const Vocabulary* source_;
  const Vocabulary* target_;
  std::vector<Field> fields_;
};

}  // namespace rectrix::grammar
