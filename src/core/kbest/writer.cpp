#include "kbest/writer.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

#include "base/error.hpp"
#include "base/flat_map.hpp"
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

// The features that Moses' tools take for dense, in the order of a space.
std::vector<DenseFeature> dense_features(const features::FeatureSpace& space) {
  std::vector<DenseFeature> dense;
  for (features::Index i = 0; i < space.size(); ++i) {
    if (!space.named(i) || space.name(i).find(':') != std::string_view::npos) continue;  // ours, and sparse
    const std::string_view name = space.name(i);
    const auto [base, number] = place_of(name);
    if (base == name) {
      if (name.find('_') == std::string_view::npos) dense.push_back({std::string(name), {{std::string(name)}}});
    } else if (number == 0 && space.find(base) == features::kNoFeature) {
      DenseFeature& found = dense.emplace_back(DenseFeature{std::string(base), {}});
      const auto numbered = [begin = std::string(base) + "_"](std::size_t n) { return begin + std::to_string(n); };
      for (std::size_t n = 0; space.find(numbered(n)) != features::kNoFeature; ++n) found.values.push_back({numbered(n)});
    }
  }
  return dense;
}

// How the features of lists stand in Moses' format.
class Spaced {
 public:
  Spaced(const features::FeatureSpace& space, std::span<const DenseFeature> given)
      : space_(&space), sparse_name_(given.empty() ? "" : kSparseName) {
    const std::vector<DenseFeature> found = given.empty() ? dense_features(space) : std::vector<DenseFeature>();
    for (const DenseFeature& feature : given.empty() ? std::span<const DenseFeature>(found) : given) {
      for (std::size_t v = 0; v < feature.values.size(); ++v) {
        const features::Index index = space.find(feature.values[v].feature);
        if (index != features::kNoFeature) places_[index] = static_cast<std::uint32_t>(columns_.size());
        columns_.push_back({v == 0 ? feature.name : "", feature.values[v].scale});
      }
    }
    values_.resize(columns_.size());
  }

  void append(std::string& out, SparseView row) {
    std::ranges::fill(values_, 0.0F);
    sparse_.clear();
    for (std::size_t i = 0; i < row.ids.size(); ++i) {
      if (const std::uint32_t* place = places_.find(static_cast<features::Index>(row.ids[i]))) {
        values_[*place] = row.values[i] * columns_[*place].scale;
      } else {
        append_sparse(static_cast<features::Index>(row.ids[i]), row.values[i]);
      }
    }
    const std::size_t before = out.size();
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      if (!columns_[c].name.empty()) out.append(out.size() == before ? "" : " ").append(columns_[c].name) += '=';
      out += ' ';
      append_number(out, values_[c] == 0 ? 0.0F : values_[c]);
    }
    out.append(sparse_, out.size() == before && !sparse_.empty() ? 1 : 0);
  }

 private:
  void append_sparse(features::Index feature, float value) {
    sparse_.append(" ").append(sparse_name_).append(space_->name(feature)) += "= ";
    append_number(sparse_, value);
  }

  struct Column {
    std::string name;  // of its feature, if it is the first of its values
    float scale;
  };
  const features::FeatureSpace* space_;
  std::string_view sparse_name_;
  std::vector<Column> columns_;
  FlatMap<features::Index, std::uint32_t> places_;  // of features among the columns
  std::vector<float> values_;
  std::string sparse_;
};

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

void append_columns(std::string& out, const Lists& lists, std::size_t hypothesis, std::size_t id, Spaced* spaced) {
  append_number(out, id);
  out += " ||| ";
  append_text(out, lists, hypothesis);
  out += " ||| ";
  if (spaced != nullptr) {
    spaced->append(out, lists.features(hypothesis));
  } else {
    append_joined(out, lists, lists.features(hypothesis));
  }
  out += " ||| ";
  append_number(out, lists.scores()[hypothesis]);
  if (const std::string_view alignment = lists.note("alignment", hypothesis); spaced != nullptr && !alignment.empty()) {
    out.append(" ||| ").append(alignment);
  }
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

void append_json(std::string& out, const Lists& lists, std::size_t hypothesis, std::size_t sentence, std::size_t first_id) {
  out += "{\"id\": ";
  if (sentence < lists.ids().size() && !lists.ids()[sentence].empty()) {
    append_json_string(out, lists.ids()[sentence]);
  } else {
    append_number(out, first_id + sentence);
  }
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
  for (const auto& [name, texts] : lists.notes()) {
    const std::string_view text_of = lists.note(name, hypothesis);
    if (text_of.empty()) continue;
    out.append(", \"").append(name).append("\": ");
    append_json_string(out, text_of);
  }
  out += "}\n";
}

}  // namespace

std::string lines(const Lists& lists, std::size_t begin, std::size_t end, Format format, std::size_t first_id,
                  std::span<const DenseFeature> dense) {
  if (format == Format::automatic) throw UsageError("name the n-best format to write: moses, cdec, joshua, travatar or json");
  if (end > lists.sentences() || begin > end) throw UsageError("no such sentences in the lists");
  std::optional<Spaced> spaced;
  if (format == Format::moses) spaced.emplace(lists.space(), dense);
  std::string out;
  for (std::size_t s = begin; s < end; ++s) {
    for (auto h = static_cast<std::size_t>(lists.list_begin()[s]); h < static_cast<std::size_t>(lists.list_begin()[s + 1]); ++h) {
      if (format == Format::json) {
        append_json(out, lists, h, s, first_id);
      } else {
        append_columns(out, lists, h, first_id + s, spaced ? &*spaced : nullptr);
      }
    }
  }
  return out;
}

}  // namespace rectrix::kbest
