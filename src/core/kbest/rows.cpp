#include "kbest/rows.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/flat_map.hpp"

namespace rectrix::kbest {

Rows rows_by_key(const Lists& lists, std::size_t sentence) {
  if (sentence >= lists.sentences()) throw UsageError("there is no list of sentence " + std::to_string(sentence));
  const auto first = static_cast<std::size_t>(lists.list_begin()[sentence]);
  const auto end = static_cast<std::size_t>(lists.list_begin()[sentence + 1]);
  const auto begin_of = [&](std::size_t h) { return static_cast<std::size_t>(lists.feature_begin()[h]); };
  const auto ids = lists.feature_ids();
  const auto keys = lists.space().keys();

  Rows rows;
  FlatMap<std::uint32_t, std::int32_t> places;
  for (std::size_t i = begin_of(first); i < begin_of(end); ++i) {
    if (places.insert(static_cast<std::uint32_t>(ids[i]), 0).second) rows.columns.push_back(ids[i]);
  }
  std::ranges::sort(rows.columns, {}, [&](std::int64_t id) { return keys[static_cast<std::size_t>(id)]; });
  for (std::size_t c = 0; c < rows.columns.size(); ++c) {
    *places.find(static_cast<std::uint32_t>(rows.columns[c])) = static_cast<std::int32_t>(c);
  }

  std::vector<std::pair<std::int32_t, float>> row;
  rows.begin.push_back(0);
  for (std::size_t h = first; h < end; ++h) {
    row.clear();
    for (std::size_t i = begin_of(h); i < begin_of(h + 1); ++i) {
      row.emplace_back(*places.find(static_cast<std::uint32_t>(ids[i])), lists.feature_values()[i]);
    }
    std::ranges::sort(row, {}, &std::pair<std::int32_t, float>::first);
    for (const auto& [place, value] : row) {
      rows.places.push_back(place);
      rows.values.push_back(static_cast<double>(value));
    }
    rows.begin.push_back(static_cast<std::int32_t>(rows.places.size()));
  }
  return rows;
}

}  // namespace rectrix::kbest
