#include "physics/conditions/traction.hpp"

#include <algorithm>
#include <utility>

namespace lobatto::physics {

Traction::Traction(const space::FunctionSpace& space,
                   std::span<const VelocityBoundaryCondition> faces) {
  for (std::size_t f = 0; f < faces.size(); ++f) {
    const auto& given = faces[f].traction;
    if (!given || !leaves_tangential_free(faces[f].kind)) continue;
    faces_.push_back({space::Boundary(space, static_cast<int>(f)),
                      given->at,
                      given->depends_on_time,
                      false,
                      {}});
  }
}

void Traction::update(double t) {
  for (auto& face : faces_) {
    if (face.is_known && !face.depends_on_time) continue;
    face.is_known = true;
    const auto& boundary = face.boundary;
    for (int d = 0; d < 3; ++d) boundary.evaluate(face.traction[d], t, face.shear[d]);
    for (std::size_t i = 0; i < boundary.n_values(); ++i) {
      double outward = 0;
      for (int d = 0; d < 3; ++d) outward += face.shear[d][i] * boundary.normal(d)[i];
      for (int d = 0; d < 3; ++d)
        face.shear[d][i] =
            boundary.weights()[i] * (face.shear[d][i] - outward * boundary.normal(d)[i]);
    }
  }
}

void Traction::follow_mesh() {
  for (auto& face : faces_) {
    face.boundary.follow_mesh();
    face.is_known = false;
  }
}

void Traction::add_to(int component, const space::ElementBlock& block, double* rhs) const {
  for (const auto& face : faces_)
    face.boundary.add_to(block.first, block.n_elements, face.shear[component], rhs);
}

double Traction::power(const space::VectorField& velocity) const {
  double sum = 0;
  for (const auto& face : faces_) sum += work_of(face.boundary, face.shear, velocity);
  return sum;
}

space::SpaceTimeFunction pressure_of(const VectorFunction& traction) {
  return [traction](const space::Points& points, double t, std::span<double> out) {
    std::ranges::fill(out, 0.0);
    std::vector<double> component(out.size());
    for (int d = 0; d < 3; ++d) {
      traction[d](points, t, component);
      for (std::size_t q = 0; q < out.size(); ++q) out[q] -= component[q] * points.normal[d][q];
    }
  };
}

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
