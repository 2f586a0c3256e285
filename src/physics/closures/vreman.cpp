#include "physics/closures/vreman.hpp"

#include <cmath>

#include "physics/closures/minors.hpp"

namespace lobatto::physics {

double Vreman::rate(const GradientTensor& g) {
  const double norm = squared_norm(g);
  return norm > 0 ? std::sqrt(squared_minors(g) / norm) : 0;
}

}  // namespace lobatto::physics
