#include "features/weights_file.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>

#include "base/error.hpp"
#include "base/hash.hpp"
#include "base/sections.hpp"

namespace rectrix::features {
namespace {

constexpr std::string_view kKind = "weights";
constexpr std::uint32_t kVersion = 1;

}  // namespace

void save_weights(const std::string& path, std::span<const std::string> names, std::span<const double> values) {
  if (names.size() != values.size()) throw UsageError("there must be as many weights as names");
  std::vector<std::uint64_t> hashes(names.size());
  std::transform(names.begin(), names.end(), hashes.begin(), [](const std::string& name) { return hash_bytes(name); });
  std::vector<std::size_t> order(names.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::sort(order, {}, [&](std::size_t i) { return hashes[i]; });

  std::vector<char> text;
  std::vector<std::uint64_t> keys, ends;
  std::vector<double> sorted;
  for (const std::size_t i : order) {
    if (!std::isfinite(values[i])) throw InputError("the weight of '" + names[i] + "' is not finite");
    if (!keys.empty() && keys.back() == hashes[i]) throw UsageError("two weights have the key of '" + names[i] + "'");
    keys.push_back(hashes[i]);
    sorted.push_back(values[i]);
    text.insert(text.end(), names[i].begin(), names[i].end());
    ends.push_back(text.size());
  }
  SectionWriter writer(path, kKind, kVersion);
  writer.add("keys", keys);
  writer.add("values", sorted);
  writer.add("name_ends", ends);
  writer.add("names", text);
  writer.finish();
}

std::pair<std::vector<std::string>, std::vector<double>> load_weights(const std::string& path) {
  const SectionFile file(path, kKind, kVersion);
  file.verify();
  const auto keys = file.get<std::uint64_t>("keys");
  const auto values = file.get<double>("values");
  const auto ends = file.get<std::uint64_t>("name_ends");
  const auto text = file.get<char>("names");
  if (keys.size() != values.size() || keys.size() != ends.size()) file.fail("damaged weights; write them again");
  std::pair<std::vector<std::string>, std::vector<double>> weights;
  std::uint64_t begin = 0;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (ends[i] < begin || ends[i] > text.size() || !std::isfinite(values[i])) file.fail("damaged weights; write them again");
    weights.first.emplace_back(text.data() + begin, ends[i] - begin);
    if (hash_bytes(weights.first.back()) != keys[i]) file.fail("damaged weights: a name does not fit its key");
    weights.second.push_back(values[i]);
    begin = ends[i];
  }
  return weights;
}

}  // namespace rectrix::features
