#include "physics/conditions/backflow.hpp"

#include <algorithm>

namespace lobatto::physics {

Backflow::Backflow(const space::FunctionSpace& space,
                   std::span<const VelocityBoundaryCondition> faces) {
  for (std::size_t f = 0; f < faces.size(); ++f) {
    if (!is_open(faces[f].kind) || !faces[f].damps_backflow) continue;
    const space::Boundary boundary(space, static_cast<int>(f));
    Values values;
    values.fill(std::vector<double>(boundary.n_values()));
    faces_.push_back({boundary, state::History(std::vector<Values>(max_order, values)), values});
  }
}

void Backflow::follow_mesh() {
  for (auto& face : faces_) face.boundary.follow_mesh();
}

void Backflow::record(const space::VectorField& velocity) {
  for (auto& face : faces_) {
    face.velocity.advance();
    for (int d = 0; d < 3; ++d)
      face.boundary.restrict_field(velocity[d], face.velocity.current()[d]);
  }
}

void Backflow::update(const time::Extrapolation& extrapolation, const space::Field* density) {
  for (auto& face : faces_) {
    const auto& boundary = face.boundary;
    std::vector<double> rho(boundary.n_values(), 1.0);
    if (density != nullptr) boundary.restrict_field(*density, rho);
    for (std::size_t i = 0; i < boundary.n_values(); ++i) {
      std::array<double, 3> u{};
      for (int level = 0; level < extrapolation.order; ++level)
        for (int d = 0; d < 3; ++d)
          u[d] += extrapolation.history[level] * face.velocity.at(level)[d][i];
      double outward = 0;
      for (int d = 0; d < 3; ++d) outward += boundary.normal(d)[i] * u[d];
      const double inward = rho[i] * std::min(0.0, outward);
      for (int d = 0; d < 3; ++d) face.traction[d][i] = 0.5 * boundary.weights()[i] * inward * u[d];
    }
  }
}

void Backflow::add_to(int component, const space::ElementBlock& block, double* rhs) const {
  for (const auto& face : faces_)
    face.boundary.add_to(block.first, block.n_elements, face.traction[component], rhs);
}

}  // namespace lobatto::physics
