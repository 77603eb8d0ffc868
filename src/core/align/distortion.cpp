#include "align/distortion.hpp"

#include "align/hmm.hpp"
#include "align/zeroth.hpp"
#include "base/error.hpp"

namespace rectrix::align {
namespace {

constexpr double kDiagonalNull = 0.08;

void check(const DistortionOptions& options) {
  const auto probability = [](double value) { return value < 1.0; };  // false for NaN
  if (!probability(options.null_probability)) throw UsageError("the null probability must be below 1");
  if (!(options.restart_probability >= 0.0 && options.restart_probability < 1.0)) {
    throw UsageError("the restart probability must be at least 0 and below 1");
  }
  if (options.jump_width < 1 || options.jump_width > 1000) {
    throw UsageError("the jump width must be between 1 and 1000, not " + std::to_string(options.jump_width));
  }
}

}  // namespace

std::unique_ptr<Distortion> make_distortion(std::string_view name, const DistortionOptions& options) {
  check(options);
  Tension tension(options.tension, options.learn_tension);
  tension.set(options.tension);
  if (name == "ibm1") return std::make_unique<Uniform>(options.null_probability);
  if (name == "diagonal") {
    const double null = options.null_probability < 0 ? kDiagonalNull : options.null_probability;
    return std::make_unique<Diagonal>(null, std::move(tension));
  }
  if (name == "hmm") return std::make_unique<Hmm>(options);
  throw UsageError("unknown alignment model '" + std::string(name) + "'; known: diagonal, hmm, ibm1");
}

std::vector<std::string> distortion_names() { return {"ibm1", "diagonal", "hmm"}; }

}  // namespace rectrix::align
