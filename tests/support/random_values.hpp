#pragma once

#include <cstddef>
#include <random>
#include <vector>

namespace lobatto::test {

/// Between -1 and 1, the same for a seed everywhere.
inline std::vector<double> random_values(std::size_t n, unsigned seed = 1) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> uniform(-1, 1);
  std::vector<double> values(n);
  for (double& value : values) value = uniform(random);
  return values;
}

}  // namespace lobatto::test
