#include "stats/wall_traction.hpp"

#include <algorithm>
#include <cmath>

namespace lobatto::stats {

WallTraction::WallTraction(const space::FunctionSpace& space, std::span<const int> boundaries,
                           double viscosity)
    : space_(space), viscosity_(viscosity) {
  for (const int index : boundaries) boundaries_.emplace_back(space, index);
}

void WallTraction::add(const space::Boundary& boundary,
                       const std::array<const double*, 3>& velocity,
                       std::span<const double> pressure, Force& force) const {
  for (std::size_t s = 0; s < boundary.n_slots(); ++s) {
    const double* p = pressure.data() + boundary.side(s).element * space_.element_size();
    for (std::size_t q = 0; q < boundary.n_nodes(); ++q) {
      const std::size_t i = s * boundary.n_nodes() + q;
      const double weight = boundary.weights()[i], at_wall = p[boundary.offsets(s)[q]];
      std::array<std::array<double, 3>, 3> slopes;
      for (int c = 0; c < 3; ++c) slopes[c] = boundary.gradient(s, q, velocity[c]);
      std::array<double, 3> normal{}, viscous{};
      for (int d = 0; d < 3; ++d) normal[d] = boundary.normal(d)[i];
      double across = 0;
      for (int d = 0; d < 3; ++d) {
        for (int b = 0; b < 3; ++b)
          viscous[d] -= viscosity_ * (slopes[d][b] + slopes[b][d]) * normal[b];
        across += viscous[d] * normal[d];
        force.pressure[d] += weight * at_wall * normal[d];
        force.viscous[d] += weight * viscous[d];
      }
      const double squared = viscous[0] * viscous[0] + viscous[1] * viscous[1] +
                             viscous[2] * viscous[2] - across * across;
      force.mean_shear += weight * std::sqrt(std::max(squared, 0.0));
      force.area += weight;
    }
  }
}

double WallTraction::mean_flux(std::span<const double> scalar, double diffusivity) const {
  std::array sums{0.0, 0.0};
  for (const auto& boundary : boundaries_) {
    for (std::size_t s = 0; s < boundary.n_slots(); ++s) {
      for (std::size_t q = 0; q < boundary.n_nodes(); ++q) {
        const std::size_t i = s * boundary.n_nodes() + q;
        const auto slopes = boundary.gradient(s, q, scalar.data());
        double across = 0;
        for (int d = 0; d < 3; ++d) across += slopes[d] * boundary.normal(d)[i];
        sums[0] += boundary.weights()[i] * diffusivity * across;
        sums[1] += boundary.weights()[i];
      }
    }
  }
  space_.communicator().sum(sums);
  return sums[1] > 0 ? sums[0] / sums[1] : 0.0;
}

WallTraction::Force WallTraction::integrate(const std::array<std::span<const double>, 3>& velocity,
                                            std::span<const double> pressure) const {
  Force force;
  for (const auto& boundary : boundaries_)
    add(boundary, {velocity[0].data(), velocity[1].data(), velocity[2].data()}, pressure, force);
  std::array sums{force.pressure[0], force.pressure[1], force.pressure[2], force.viscous[0],
                  force.viscous[1],  force.viscous[2],  force.mean_shear,  force.area};
  space_.communicator().sum(sums);
  Force total{{sums[0], sums[1], sums[2]}, {sums[3], sums[4], sums[5]}, 0, sums[7]};
  if (sums[7] > 0) total.mean_shear = sums[6] / sums[7];
  return total;
}

}  // namespace lobatto::stats
