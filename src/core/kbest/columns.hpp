// Lines of n-best files in columns: `id ||| text ||| features ||| score`, with Marian's columns of word counts, alignment
// and word scores before the features, and Moses' alignment after the score.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/lines.hpp"
#include "kbest/format.hpp"
#include "kbest/id.hpp"
#include "kbest/lists.hpp"

namespace rectrix::kbest {

class Columns {
 public:
  // Whose line it is; keeps views of the line until add().
  Id split(std::string_view line, const Lines& where);
  // Adds the line split last to the sentence begun last.
  void add(Lists& lists, Format format, const Lines& where);

 private:
  // The values of `name= v v v`: one feature if there is one value, otherwise name_0, name_1 ...
  struct Group {
    std::vector<features::Index> ids;
  };
  // Features stand in the same order in most lines: a guess by position spares the search by name.
  struct Guess {
    std::string name;
    features::Index index = features::kNoFeature;
    Group* group = nullptr;
  };
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view name) const { return std::hash<std::string_view>()(name); }
  };

  void parse_features(Lists& lists, const Lines& where);
  void add_joined(std::string_view name, float value, Lists& lists, const Lines& where);
  void close_group(std::string_view name, Lists& lists, const Lines& where);
  Group& group_of(std::string_view name, std::size_t count, features::FeatureSpace& space);

  void take_columns(std::string_view rest);
  Guess& guess(std::string_view name, const Lines& where);

  std::string_view text_, features_, score_, alignment_, word_scores_;
  std::vector<Word> tokens_;
  std::vector<std::pair<features::Index, float>> values_;
  std::vector<float> open_values_;  // of the name opened last
  std::vector<Guess> guesses_;
  std::size_t position_ = 0;
  std::shared_ptr<features::FeatureSpace> space_;  // whose indexes the guesses and groups hold
  std::unordered_map<std::string, Group, Hash, std::equal_to<>> groups_;
};

// A finite number from text, or an error that names line and text.
double finite_number(std::string_view text, std::string_view what, const Lines& where);
float finite_float(double value, std::string_view text, const Lines& where);

// The words of a text, as numbers of the lists' vocabulary.
void encode(std::string_view text, Vocabulary& words, std::vector<Word>& tokens);

}  // namespace rectrix::kbest
