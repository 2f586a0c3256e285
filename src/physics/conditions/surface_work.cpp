#include "physics/conditions/surface_work.hpp"

namespace lobatto::physics {

double work_of(const space::Boundary& boundary, const std::array<std::vector<double>, 3>& traction,
               const space::VectorField& velocity) {
  double sum = 0;
  std::vector<double> values(boundary.n_values());
  for (int d = 0; d < 3; ++d) {
    boundary.restrict_field(velocity[d], values);
    for (std::size_t i = 0; i < values.size(); ++i) sum += traction[d][i] * values[i];
  }
  return sum;
}

}  // namespace lobatto::physics
