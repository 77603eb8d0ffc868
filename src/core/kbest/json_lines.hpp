// Lines of n-best files in JSON.
//
// A hypothesis a line: {"id": 0, "text": "...", "features": {...}, "score": -3, "metrics": {...}}, where "alignment" and
// "word_scores" are kept too. Or a sentence a line, with "hypotheses" (also "candidates", "nbest"), each an object as
// above or a mere text; or Sockeye's "sentence_id", "translations", "scores", "alignments". Ids are numbers or names; a
// sentence without one is the next. Where there are no features, the score is the feature "score".
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/json.hpp"
#include "base/lines.hpp"
#include "kbest/id.hpp"
#include "kbest/lists.hpp"

namespace rectrix::kbest {

class JsonLines {
 public:
  // Whose line it is; keeps its hypotheses until add().
  Id split(std::string_view line, const Lines& where);
  void add(Lists& lists, const Lines& where);
  // Gives the lists the metrics gathered since the last call.
  void finish(Lists& lists);

 private:
  struct Hypothesis {
    std::optional<std::string> text;
    std::optional<double> score;
    bool has_features = false;
    std::vector<std::pair<std::string, double>> features, metrics;
    std::string alignment, word_scores;
  };
  // Arrays of values, one for each hypothesis, that stand beside "translations".
  struct Beside {
    std::vector<double> scores;
    std::vector<std::string> alignments;
  };

  void read_object(JsonScanner& json, const Lines& where);
  bool read_field(JsonScanner& json, std::string_view key, Hypothesis& into);
  void read_id(JsonScanner& json, const Lines& where);
  void read_hypotheses(JsonScanner& json);
  void put_beside(const Lines& where);
  void add_metrics(const Hypothesis& hypothesis, const Lines& where);

  Id id_;
  std::string name_;
  Hypothesis whole_;  // of a line that is one hypothesis
  std::vector<Hypothesis> hypotheses_;
  Beside beside_;
  std::vector<Word> tokens_;
  std::vector<std::pair<features::Index, float>> values_;
  std::map<std::string, std::vector<double>> columns_;
  std::size_t added_ = 0;  // hypotheses since finish()
};

}  // namespace rectrix::kbest
