// How this core was built, for reports of problems. CMake defines the words, for this file alone.
#include <nanobind/stl/map.h>

#include <map>

#include "common.hpp"

namespace rectrix::bind {

void register_build(nb::module_& m) {
  m.def(
      "build_facts",
      [] {
        return std::map<std::string, std::string>{
            {"compiler", RECTRIX_COMPILER},
            {"flags", RECTRIX_FLAGS},
            {"bindings", RECTRIX_BINDINGS},
        };
      },
      "The compiler, its flags, and how the bindings are linked.");
}

}  // namespace rectrix::bind
