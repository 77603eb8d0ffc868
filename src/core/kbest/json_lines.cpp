#include "kbest/json_lines.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "kbest/columns.hpp"

namespace rectrix::kbest {
namespace {

void append_number(std::string& out, double value) {
  char digits[32];
  out.append(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
}

// A text, or numbers and pairs of numbers: [[0, 0], [1, 2]] is "0-0 1-2".
void annotation(JsonScanner& json, std::string& out) {
  out.clear();
  if (json.peek() == '"') return json.string(out);
  if (json.peek() != '[') return json.skip();
  json.array([&] {
    if (!out.empty()) out += ' ';
    if (json.peek() != '[') return append_number(out, json.number());
    bool first = true;
    json.array([&] {
      if (!first) out += '-';
      first = false;
      append_number(out, json.number());
    });
  });
}

// Line ends and the like are blanks in a text of words.
void clean(std::string& text) {
  std::replace_if(text.begin(), text.end(), [](unsigned char c) { return c < 0x20; }, ' ');
}

bool is_hypotheses(std::string_view key) {
  return key == "hypotheses" || key == "translations" || key == "candidates" || key == "nbest";
}

}  // namespace

Id JsonLines::split(std::string_view line, const Lines& where) {
  const JsonScanner::Fail fail = [&](std::string_view message) { where.fail(message); };
  JsonScanner json(line, fail);
  id_ = Id{};
  id_.next = true;
  whole_ = {};
  hypotheses_.clear();
  beside_ = {};
  read_object(json, where);
  json.end();
  return id_;
}

void JsonLines::read_object(JsonScanner& json, const Lines& where) {
  bool sentence = false;
  json.object([&](std::string_view key) {
    if (key == "id" || key == "sentence_id") {
      read_id(json, where);
    } else if (is_hypotheses(key) && json.peek() == '[') {
      if (sentence) where.fail("hypotheses are given twice");
      sentence = true;
      read_hypotheses(json);
    } else if (key == "scores" && json.peek() == '[') {
      json.array([&] { beside_.scores.push_back(json.number()); });
    } else if (key == "alignments" && json.peek() == '[') {
      json.array([&] { annotation(json, beside_.alignments.emplace_back()); });
    } else if (!read_field(json, key, whole_)) {
      json.skip();
    }
  });
  if (sentence) {
    put_beside(where);
  } else {
    if (id_.next) where.fail("\"id\" is missing");
    hypotheses_.push_back(std::move(whole_));
  }
  for (Hypothesis& hypothesis : hypotheses_) {
    if (!hypothesis.text) where.fail("\"text\" is missing");
    clean(*hypothesis.text);
  }
}

// False for a key that a hypothesis does not have.
bool JsonLines::read_field(JsonScanner& json, std::string_view key, Hypothesis& into) {
  const auto numbers = [&](auto& pairs) {
    json.object([&](std::string_view name) {
      std::string kept(name);
      pairs.emplace_back(std::move(kept), json.number());
    });
  };
  if (key == "text") {
    json.string(into.text.emplace());
  } else if (key == "score" && json.peek() != 'n') {
    into.score = json.number();
  } else if (key == "features") {
    into.has_features = true;
    numbers(into.features);
  } else if (key == "metrics") {
    numbers(into.metrics);
  } else if (key == "alignment") {
    annotation(json, into.alignment);
  } else if (key == "word_scores") {
    annotation(json, into.word_scores);
  } else {
    return false;
  }
  return true;
}

void JsonLines::read_id(JsonScanner& json, const Lines& where) {
  if (!id_.next) where.fail("a sentence's id is given twice");
  if (json.peek() == '"') {
    json.string(name_);
    id_ = parse_id(name_, where);
    return;
  }
  const double number = json.number();
  if (number < 0 || number != std::floor(number) || number > 1e15) {
    where.fail("\"id\" must be the number of a sentence, counted from 0, or a name");
  }
  name_.clear();
  append_number(name_, number);
  id_ = Id{.number = static_cast<long>(number), .name = name_};
}

void JsonLines::read_hypotheses(JsonScanner& json) {
  json.array([&] {
    Hypothesis& hypothesis = hypotheses_.emplace_back();
    if (json.peek() == '"') return json.string(hypothesis.text.emplace());
    json.object([&](std::string_view key) {
      if (!read_field(json, key, hypothesis)) json.skip();
    });
  });
}

void JsonLines::put_beside(const Lines& where) {
  const auto check = [&](std::size_t count, std::string_view what) {
    if (count != 0 && count != hypotheses_.size()) {
      where.fail(std::to_string(count) + " " + std::string(what) + " for " + std::to_string(hypotheses_.size()) + " hypotheses");
    }
    return count != 0;
  };
  const bool scores = check(beside_.scores.size(), "scores"), alignments = check(beside_.alignments.size(), "alignments");
  for (std::size_t i = 0; i < hypotheses_.size(); ++i) {
    if (scores && !hypotheses_[i].score) hypotheses_[i].score = beside_.scores[i];
    if (alignments) hypotheses_[i].alignment = std::move(beside_.alignments[i]);
  }
}

void JsonLines::add(Lists& lists, const Lines& where) {
  for (const Hypothesis& hypothesis : hypotheses_) {
    encode(*hypothesis.text, lists.words(), tokens_);
    values_.clear();
    const auto put = [&](std::string_view name, double value) {
      features::Index index = lists.space().find(name);
      if (index == features::kNoFeature) {
        check_name(name, where);
        index = lists.space().add(name);
      }
      values_.emplace_back(index, finite_float(value, name, where));
    };
    for (const auto& [name, value] : hypothesis.features) put(name, value);
    if (!hypothesis.has_features && hypothesis.score) put("score", *hypothesis.score);
    add_metrics(hypothesis, where);
    lists.add(tokens_, hypothesis.score.value_or(0.0), values_);
    if (!hypothesis.alignment.empty()) lists.note("alignment", hypothesis.alignment);
    if (!hypothesis.word_scores.empty()) lists.note("word_scores", hypothesis.word_scores);
  }
}

void JsonLines::add_metrics(const Hypothesis& hypothesis, const Lines& where) {
  if (added_ == 0) {
    for (const auto& [name, value] : hypothesis.metrics) {
      check_name(name, where);
      columns_[name];
    }
  }
  for (const auto& [name, value] : hypothesis.metrics) {
    const auto column = columns_.find(name);
    if (column == columns_.end()) where.fail("metric '" + name + "' is new here; every hypothesis must have the same metrics");
    column->second.push_back(value);
  }
  ++added_;
  for (const auto& [name, column] : columns_) {
    if (column.size() != added_) where.fail("metric '" + name + "' must stand exactly once for every hypothesis");
  }
}

void JsonLines::finish(Lists& lists) {
  for (auto& [name, column] : columns_) lists.set_column(name, std::move(column));
  columns_.clear();
  added_ = 0;
}

}  // namespace rectrix::kbest
