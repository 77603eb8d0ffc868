#include "features/stateful.hpp"

namespace rectrix::features {
namespace {

struct KnownStateful {
  std::string_view name;
  std::string_view meaning;
  std::unique_ptr<const Stateful> (*make)();
};

constexpr std::array kKnown{
    KnownStateful{"joint_bigrams", "every two neighbors of a translation, across rules (Eidelman 2012); decoder hiero",
          make_joint_bigrams}};

}  // namespace

std::vector<std::string_view> stateful_names() {
  std::vector<std::string_view> names;
  for (const KnownStateful& known : kKnown) names.push_back(known.name);
  return names;
}

std::string_view stateful_meaning(std::string_view name) {
  for (const KnownStateful& known : kKnown) {
    if (known.name == name) return known.meaning;
  }
  return {};
}

std::unique_ptr<const Stateful> make_stateful(std::string_view name) {
  for (const KnownStateful& known : kKnown) {
    if (known.name == name) return known.make();
  }
  return nullptr;
}

}  // namespace rectrix::features
