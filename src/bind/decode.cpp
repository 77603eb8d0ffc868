#include "common.hpp"
#include "forest.hpp"

namespace rectrix::bind {

void register_decode(nb::module_& m) {
  nb::module_ submodule = m.def_submodule("decode", "Search and the forest it leaves.");
  register_forest(submodule);
}

}  // namespace rectrix::bind
