#include "kbest/json_lines.hpp"

#include <algorithm>
#include <cmath>

#include "base/json.hpp"
#include "kbest/columns.hpp"

namespace rectrix::kbest {

long JsonLines::split(std::string_view line, const Lines& where) {
  const JsonScanner::Fail fail = [&](std::string_view message) { where.fail(message); };
  JsonScanner json(line, fail);
  double id = -1;
  bool has_text = false;
  score_ = 0;
  features_.clear();
  metrics_.clear();
  const auto numbers = [&](auto& into) {
    json.object([&](std::string_view name) { into.emplace_back(std::string(name), json.number()); });
  };
  json.object([&](std::string_view key) {
    if (key == "id") {
      id = json.number();
    } else if (key == "text") {
      json.string(text_);
      has_text = true;
    } else if (key == "score") {
      score_ = json.number();
    } else if (key == "features") {
      numbers(features_);
    } else if (key == "metrics") {
      numbers(metrics_);
    } else {
      json.skip();
    }
  });
  json.end();
  if (id < 0 || id != std::floor(id) || id > 1e15) where.fail("\"id\" must be the number of a sentence, counted from 0");
  if (!has_text) where.fail("\"text\" is missing");
  // Line ends and the like are blanks in a text of words.
  std::replace_if(text_.begin(), text_.end(), [](unsigned char c) { return c < 0x20; }, ' ');
  return static_cast<long>(id);
}

void JsonLines::add(Lists& lists, const Lines& where) {
  encode(text_, lists.words(), tokens_);
  values_.clear();
  for (const auto& [name, value] : features_) values_.emplace_back(lists.space().add(name), finite_float(value, name, where));
  if (added_ == 0) {
    for (const auto& [name, value] : metrics_) columns_[name];
  }
  for (const auto& [name, value] : metrics_) {
    const auto column = columns_.find(name);
    if (column == columns_.end()) where.fail("metric '" + name + "' is new here; every hypothesis must have the same metrics");
    column->second.push_back(value);
  }
  ++added_;
  for (const auto& [name, column] : columns_) {
    if (column.size() != added_) where.fail("metric '" + name + "' must stand exactly once in every line");
  }
  lists.add(tokens_, score_, values_);
}

void JsonLines::finish(Lists& lists) {
  for (auto& [name, column] : columns_) lists.set_column(name, std::move(column));
  columns_.clear();
  added_ = 0;
}

}  // namespace rectrix::kbest
