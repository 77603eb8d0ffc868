#include "features/stateful.hpp"

namespace rectrix::features {
namespace {

struct Known {
  std::string_view name;
  std::unique_ptr<const Stateful> (*make)();
};

constexpr std::array kKnown{Known{"joint_bigrams", make_joint_bigrams}};

}  // namespace

std::vector<std::string_view> stateful_names() {
  std::vector<std::string_view> names;
  for (const Known& known : kKnown) names.push_back(known.name);
  return names;
}

std::unique_ptr<const Stateful> make_stateful(std::string_view name) {
  for (const Known& known : kKnown) {
    if (known.name == name) return known.make();
  }
  return nullptr;
}

}  // namespace rectrix::features
