// Weights on disk: names, stable keys and values, sorted by key.
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

namespace rectrix::features {

// Throws UsageError if a name is given twice, InputError if a value is not finite.
void save_weights(const std::string& path, std::span<const std::string> names, std::span<const double> values);

// Throws DamagedFile for anything that save_weights would not have written.
std::pair<std::vector<std::string>, std::vector<double>> load_weights(const std::string& path);

}  // namespace rectrix::features
