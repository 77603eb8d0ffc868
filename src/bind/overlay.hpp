#pragma once

#include "common.hpp"

namespace rectrix::bind {

void register_overlay(nb::module_& m);

}  // namespace rectrix::bind
