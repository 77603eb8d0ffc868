#include "python_function.hpp"

#include <nanobind/stl/tuple.h>

#include <cmath>
#include <tuple>

#include "base/error.hpp"
#include "batch.hpp"

namespace rectrix::bind {
namespace {

nb::tuple side(std::span<const grammar::Symbol> symbols, const LocalVocabulary& words) {
  nb::list result;
  for (const grammar::Symbol symbol : symbols) {
    if (grammar::is_gap(symbol)) {
      result.append(grammar::gap_number(symbol) + 1);
    } else {
      result.append(to_str(words.text(static_cast<Word>(symbol))));
    }
  }
  return nb::tuple(result);
}

nb::tuple describe(const features::RuleText& text) {
  nb::list links;
  for (const grammar::Link link : text.rule.links) links.append(nb::make_tuple(link.source, link.target));
  return nb::make_tuple(side(text.rule.source, *text.source_words), side(text.rule.target, *text.target_words),
                        nb::tuple(links));
}

class PythonFunction : public features::RuleFunction {
 public:
  explicit PythonFunction(nb::object callable) : callable_(std::move(callable)) {}

  void evaluate(std::span<const features::RuleText> rules, const Found& found) const override {
    nb::gil_scoped_acquire gil;
    nb::list all;
    for (const features::RuleText& rule : rules) all.append(describe(rule));
    const nb::object result = callable_(all);
    for (const nb::handle item : result) {
      const auto [rule, name, value] = nb::cast<std::tuple<std::size_t, std::string, double>>(item);
      if (rule >= rules.size()) throw UsageError("a feature function names a rule that it was not given");
      if (!std::isfinite(value)) throw UsageError("the feature " + name + " is not a finite number");
      found(rule, name, static_cast<float>(value));
    }
  }

 private:
  nb::object callable_;
};

}  // namespace

std::shared_ptr<const features::RuleFunction> python_function(nb::object callable) {
  return std::make_shared<PythonFunction>(std::move(callable));
}

decode::ScoringParts scoring_parts(const std::vector<std::shared_ptr<lm::Model>>& models,
                                   std::shared_ptr<features::FeatureSpace> space, const nb::list& functions) {
  decode::ScoringParts parts{{models.begin(), models.end()}, {}, std::move(space)};
  for (const nb::handle function : functions) parts.functions.push_back(python_function(nb::borrow(function)));
  return parts;
}

}  // namespace rectrix::bind
