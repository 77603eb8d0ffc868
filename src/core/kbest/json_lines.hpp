// Lines of n-best files in JSON: {"id": 0, "text": "...", "features": {...}, "score": -3, "metrics": {...}}.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/lines.hpp"
#include "kbest/lists.hpp"

namespace rectrix::kbest {

class JsonLines {
 public:
  // The line's sentence number; keeps its other values until add().
  long split(std::string_view line, const Lines& where);
  void add(Lists& lists, const Lines& where);
  // Gives the lists the metrics gathered since the last call.
  void finish(Lists& lists);

 private:
  std::string text_;
  double score_ = 0;
  std::vector<std::pair<std::string, double>> features_, metrics_;
  std::vector<Word> tokens_;
  std::vector<std::pair<features::Index, float>> values_;
  std::map<std::string, std::vector<double>> columns_;
  std::size_t added_ = 0;  // hypotheses since finish()
};

}  // namespace rectrix::kbest
