#include "physics/closures/smagorinsky.hpp"

#include <cmath>

namespace lobatto::physics {

double Smagorinsky::rate(const GradientTensor& g) { return std::sqrt(2 * strain_squared(g)); }

}  // namespace lobatto::physics
