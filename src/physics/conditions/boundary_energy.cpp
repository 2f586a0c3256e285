#include "physics/conditions/boundary_energy.hpp"

#include <algorithm>

#include "physics/moving_mesh.hpp"

namespace lobatto::physics {

BoundaryEnergy::BoundaryEnergy(const space::FunctionSpace& space,
                               std::span<const VelocityBoundaryCondition> faces, bool is_advected,
                               const MovingMesh* mesh)
    : space_(space), is_advected_(is_advected), mesh_(mesh) {
  for (std::size_t f = 0; f < faces.size(); ++f) {
    const auto& face = faces[f];
    if (!is_open(face.kind) && !gives_normal_velocity(face.kind)) continue;
    parts_.push_back({space::Boundary(space, static_cast<int>(f)),
                      !is_open(face.kind) || face.traction,
                      is_open(face.kind) && face.damps_backflow});
  }
}

void BoundaryEnergy::follow_mesh() {
  for (auto& part : parts_) part.boundary.follow_mesh();
}

double BoundaryEnergy::power(const space::VectorField& velocity, const space::Field& pressure,
                             const space::NodalValue& density) const {
  double sum = 0;
  for (const auto& part : parts_)
    for (std::size_t s = 0; s < part.boundary.n_slots(); ++s)
      sum += power_of_slot(part, s, velocity, pressure, density);
  return sum;
}

double BoundaryEnergy::power_of_slot(const Part& part, std::size_t slot,
                                     const space::VectorField& velocity,
                                     const space::Field& pressure,
                                     const space::NodalValue& density) const {
  const auto& boundary = part.boundary;
  const std::size_t first = boundary.side(slot).element * space_.element_size();
  double sum = 0;
  for (std::size_t q = 0; q < boundary.n_nodes(); ++q) {
    const std::size_t i = slot * boundary.n_nodes() + q, at = first + boundary.offsets(slot)[q];
    double outward = 0, through = 0, kinetic = 0;
    for (int d = 0; d < 3; ++d) {
      outward += velocity[d][at] * boundary.normal(d)[i];
      if (mesh_ != nullptr) through -= mesh_->velocity()[d][at] * boundary.normal(d)[i];
      if (is_advected_) kinetic += 0.5 * density(at) * velocity[d][at] * velocity[d][at];
    }
    through += outward;
    kinetic *= part.damps_backflow ? std::max(0.0, through) : through;
    if (part.has_pressure) kinetic += pressure[at] * outward;
    sum -= boundary.weights()[i] * kinetic;
  }
  return sum;
}

}  // namespace lobatto::physics
