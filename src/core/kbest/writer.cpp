#include "kbest/writer.hpp"

#include <charconv>

#include "base/error.hpp"
#include "base/json.hpp"

namespace rectrix::kbest {
namespace {

template <class Number>
void append_number(std::string& out, Number value) {
  char digits[32];
  out.append(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
}

// "LM_2" is value 2 of the dense Moses feature "LM"; such names come from our reader.
struct Place {
  std::string_view base;
  std::size_t number;
};

Place place_of(std::string_view name) {
  const std::size_t bar = name.rfind('_');
  if (bar == std::string_view::npos || bar == 0 || name.substr(0, bar).find('_') != std::string_view::npos) return {name, 0};
  std::size_t number = 0;
  const std::string_view digits = name.substr(bar + 1);
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (error != std::errc() || end != digits.data() + digits.size() || digits.empty()) return {name, 0};
  return {name.substr(0, bar), number};
}

void append_spaced(std::string& out, const Lists& lists, SparseView row) {
  for (std::size_t i = 0; i < row.ids.size();) {
    if (i > 0) out += ' ';
    const std::string_view name = lists.space().name(static_cast<features::Index>(row.ids[i]));
    const Place first = place_of(name);
    std::size_t count = 1;
    if (first.base != name && first.number == 0) {
      for (; i + count < row.ids.size(); ++count) {
        const std::string_view next_name = lists.space().name(static_cast<features::Index>(row.ids[i + count]));
        const Place next = place_of(next_name);
        if (next.base != first.base || next.base == next_name || next.number != count) break;
      }
    }
    out.append(count > 1 ? first.base : name) += '=';
    for (; count > 0; --count, ++i) {
      out += ' ';
      append_number(out, row.values[i]);
    }
  }
}

void append_joined(std::string& out, const Lists& lists, SparseView row) {
  for (std::size_t i = 0; i < row.ids.size(); ++i) {
    if (i > 0) out += ' ';
    out.append(lists.space().name(static_cast<features::Index>(row.ids[i]))) += '=';
    append_number(out, row.values[i]);
  }
}

void append_text(std::string& out, const Lists& lists, std::size_t hypothesis) {
  bool first = true;
  for (const Word word : lists.hypothesis(hypothesis)) {
    if (!first) out += ' ';
    first = false;
    const std::string_view text = lists.words().text(word);
    if (text == "|||") throw UsageError("a hypothesis has the word '|||', which a format in columns cannot hold; use json");
    out.append(text);
  }
}

void append_columns(std::string& out, const Lists& lists, std::size_t hypothesis, std::size_t id, Format format) {
  append_number(out, id);
  out += " ||| ";
  append_text(out, lists, hypothesis);
  out += " ||| ";
  (format == Format::moses ? append_spaced : append_joined)(out, lists, lists.features(hypothesis));
  out += " ||| ";
  append_number(out, lists.scores()[hypothesis]);
  out += '\n';
}

template <class Pairs>
void append_object(std::string& out, std::string_view key, const Pairs& pairs) {
  out.append(", \"").append(key).append("\": {");
  bool first = true;
  pairs([&](std::string_view name, auto value) {
    if (!first) out += ", ";
    first = false;
    append_json_string(out, name);
    out += ": ";
    append_number(out, value);
  });
  out += '}';
}

void append_json(std::string& out, const Lists& lists, std::size_t hypothesis, std::size_t id) {
  out += "{\"id\": ";
  append_number(out, id);
  out += ", \"text\": ";
  std::string text;
  for (const Word word : lists.hypothesis(hypothesis)) text.append(text.empty() ? "" : " ").append(lists.words().text(word));
  append_json_string(out, text);
  append_object(out, "features", [&](auto put) {
    const SparseView row = lists.features(hypothesis);
    for (std::size_t i = 0; i < row.ids.size(); ++i) put(lists.space().name(static_cast<features::Index>(row.ids[i])), row.values[i]);
  });
  out += ", \"score\": ";
  append_number(out, lists.scores()[hypothesis]);
  if (!lists.columns().empty()) {
    append_object(out, "metrics", [&](auto put) {
      for (const auto& [name, values] : lists.columns()) put(name, values[hypothesis]);
    });
  }
  out += "}\n";
}

}  // namespace

std::string lines(const Lists& lists, std::size_t begin, std::size_t end, Format format, std::size_t first_id) {
  if (format == Format::automatic) throw UsageError("name the n-best format to write: moses, cdec, joshua, travatar or json");
  if (end > lists.sentences() || begin > end) throw UsageError("no such sentences in the lists");
  std::string out;
  for (std::size_t s = begin; s < end; ++s) {
    for (auto h = static_cast<std::size_t>(lists.list_begin()[s]); h < static_cast<std::size_t>(lists.list_begin()[s + 1]); ++h) {
      if (format == Format::json) {
        append_json(out, lists, h, first_id + s);
      } else {
        append_columns(out, lists, h, first_id + s, format);
      }
    }
  }
  return out;
}

}  // namespace rectrix::kbest
