#include "stats/wall_traction.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/vector3.hpp"
#include "space/axisymmetric.hpp"

namespace lobatto::stats {

namespace {

using Vector = base::Vector3;

void add_scaled(Vector& sum, double factor, const Vector& a) {
  for (int d = 0; d < 3; ++d) sum[d] += factor * a[d];
}

Vector at(const std::array<std::vector<double>, 3>& values, std::size_t i) {
  return {values[0][i], values[1][i], values[2][i]};
}

}  // namespace

WallTraction::WallTraction(const space::FunctionSpace& space, std::span<const int> boundaries,
                           const Point& about)
    : space_(space), about_(space.is_axisymmetric() ? Point{about[0], 0, 0} : about) {
  for (const int index : boundaries) {
    const space::Boundary boundary(space, index);
    walls_.push_back({boundary, arms_of(boundary)});
  }
}

void WallTraction::follow_mesh() {
  for (auto& wall : walls_) {
    wall.boundary.follow_mesh();
    wall.arms = arms_of(wall.boundary);
  }
}

/// Around an axis they have no part around it.
std::array<std::vector<double>, 3> WallTraction::arms_of(const space::Boundary& boundary) const {
  std::array<std::vector<double>, 3> arms;
  const auto points = boundary.points();
  const std::array places{points.x, points.y, points.z};
  for (int d = 0; d < 3; ++d)
    for (const double x : places[d])
      arms[d].push_back(d == 2 && space_.is_axisymmetric() ? 0 : x - about_[d]);
  return arms;
}

std::array<double, 3> WallTraction::viscous_traction(const space::Boundary& boundary,
                                                     std::size_t slot, std::size_t q,
                                                     const std::array<const double*, 3>& velocity,
                                                     double nu) const {
  const std::size_t i = slot * boundary.n_nodes() + q;
  std::array<std::array<double, 3>, 3> slopes;
  for (int c = 0; c < 3; ++c) slopes[c] = boundary.gradient(slot, q, velocity[c]);
  const std::size_t node =
      boundary.side(slot).element * space_.element_size() + boundary.offsets(slot)[q];
  if (space_.is_axisymmetric())
    space::add_turning(velocity[1][node], velocity[2][node], boundary.points().y[i], slopes);
  Vector viscous{};
  for (int d = 0; d < 3; ++d)
    for (int b = 0; b < 3; ++b)
      viscous[d] -= nu * (slopes[d][b] + slopes[b][d]) * boundary.normal(b)[i];
  return viscous;
}

void WallTraction::add(const Wall& wall, const std::array<const double*, 3>& velocity,
                       std::span<const double> pressure, const space::NodalValue& viscosity,
                       Force& force) const {
  const space::Boundary& boundary = wall.boundary;
  for (std::size_t s = 0; s < boundary.n_slots(); ++s) {
    const std::size_t first = boundary.side(s).element * space_.element_size();
    for (std::size_t q = 0; q < boundary.n_nodes(); ++q) {
      const std::size_t i = s * boundary.n_nodes() + q;
      const std::size_t node = first + boundary.offsets(s)[q];
      const double weight = boundary.weights()[i], at_wall = pressure[node];
      const Vector normal{boundary.normal(0)[i], boundary.normal(1)[i], boundary.normal(2)[i]};
      const Vector viscous = viscous_traction(boundary, s, q, velocity, viscosity(node)),
                   arm = at(wall.arms, i);
      add_scaled(force.pressure, weight * at_wall, normal);
      add_scaled(force.viscous, weight, viscous);
      add_scaled(force.pressure_moment, weight * at_wall, base::cross(arm, normal));
      add_scaled(force.viscous_moment, weight, base::cross(arm, viscous));
      const double across = base::dot(viscous, normal);
      force.mean_shear +=
          weight * std::sqrt(std::max(base::dot(viscous, viscous) - across * across, 0.0));
      force.area += weight;
    }
  }
  if (!space_.is_axisymmetric()) return;
  for (auto* around :
       {&force.pressure, &force.viscous, &force.pressure_moment, &force.viscous_moment})
    (*around)[1] = (*around)[2] = 0;  // of a full circle
}

double WallTraction::area() const {
  double sum = 0;
  for (const auto& wall : walls_) sum += wall.boundary.area();
  return sum;
}

double WallTraction::mean_flux(std::span<const double> scalar,
                               const space::NodalValue& diffusivity) const {
  std::array sums{0.0, 0.0};
  for (const auto& [boundary, arms] : walls_) {
    for (std::size_t s = 0; s < boundary.n_slots(); ++s) {
      for (std::size_t q = 0; q < boundary.n_nodes(); ++q) {
        const std::size_t i = s * boundary.n_nodes() + q;
        const auto slopes = boundary.gradient(s, q, scalar.data());
        double across = 0;
        for (int d = 0; d < 3; ++d) across += slopes[d] * boundary.normal(d)[i];
        const double k =
            diffusivity(boundary.side(s).element * space_.element_size() + boundary.offsets(s)[q]);
        sums[0] += boundary.weights()[i] * k * across;
        sums[1] += boundary.weights()[i];
      }
    }
  }
  space_.communicator().sum(sums);
  return sums[1] > 0 ? sums[0] / sums[1] : 0.0;
}

WallTraction::Force WallTraction::integrate(const std::array<std::span<const double>, 3>& velocity,
                                            std::span<const double> pressure,
                                            const space::NodalValue& viscosity) const {
  Force force;
  for (const Wall& wall : walls_)
    add(wall, {velocity[0].data(), velocity[1].data(), velocity[2].data()}, pressure, viscosity,
        force);
  std::array<double, 14> sums;
  const std::array vectors{&force.pressure, &force.viscous, &force.pressure_moment,
                           &force.viscous_moment};
  for (std::size_t v = 0; v < vectors.size(); ++v)
    std::ranges::copy(*vectors[v], sums.begin() + 3 * v);
  sums[12] = force.mean_shear;
  sums[13] = force.area;
  space_.communicator().sum(sums);
  for (std::size_t v = 0; v < vectors.size(); ++v)
    std::copy_n(sums.begin() + 3 * v, 3, vectors[v]->begin());
  force.area = sums[13];
  force.mean_shear = force.area > 0 ? sums[12] / force.area : 0.0;
  return force;
}

}  // namespace lobatto::stats
