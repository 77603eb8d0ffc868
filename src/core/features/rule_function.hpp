// Features by functions that see all rules of a sentence at once: one call per sentence, however the function is
// implemented (Python needs its lock only once).
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string_view>

#include "features/template.hpp"

namespace rectrix::features {

class RuleFunction {
 public:
  using Found = std::function<void(std::size_t rule, std::string_view name, float value)>;

  virtual ~RuleFunction() = default;
  // Calls found() for every feature of every rule, in any order. May be called by several threads at once.
  virtual void evaluate(std::span<const RuleText> rules, const Found& found) const = 0;
};

}  // namespace rectrix::features
