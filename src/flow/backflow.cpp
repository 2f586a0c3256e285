#include "flow/backflow.hpp"

#include <algorithm>

namespace lobatto::flow {

Backflow::Backflow(const space::BoxSpace& space,
                   const std::array<VelocityFace, mesh::n_faces>& faces)
    : space_(space) {
  for (int f = 0; f < mesh::n_faces; ++f) {
    if (faces[f].kind != VelocityCondition::outflow) continue;
    space::BoxBoundary boundary(space, static_cast<mesh::Face>(f));
    std::array<std::vector<double>, 3> values;
    values.fill(std::vector<double>(boundary.elements().size() * n_nodes()));
    std::vector<int> slot(space.n_elements(), none);
    for (std::size_t s = 0; s < boundary.elements().size(); ++s)
      slot[boundary.elements()[s]] = static_cast<int>(s);
    faces_.push_back({boundary, History<std::array<std::vector<double>, 3>, max_order>(values),
                      values, std::move(slot)});
  }
}

void Backflow::record(const space::VectorField& velocity) {
  for (auto& face : faces_) {
    face.velocity.advance();
    const auto& offsets = face.boundary.node_offsets();
    for (int d = 0; d < 3; ++d) {
      double* out = face.velocity.current()[d].data();
      for (const int e : face.boundary.elements())
        for (const std::size_t offset : offsets)
          *out++ = velocity[d][e * space_.element_size() + offset];
    }
  }
}

void Backflow::update(const time::Extrapolation& extrapolation) {
  const int n = space_.n();
  for (auto& face : faces_) {
    const auto& boundary = face.boundary;
    for (std::size_t i = 0; i < face.traction[0].size(); ++i) {
      std::array<double, 3> u{};
      for (int level = 0; level < extrapolation.order; ++level)
        for (int d = 0; d < 3; ++d)
          u[d] += extrapolation.history[level] * face.velocity.at(level)[d][i];
      const double inward = std::min(0.0, boundary.sign() * u[boundary.normal()]);
      const auto q = static_cast<int>(i % n_nodes());
      const double weight =
          boundary.surface_weight(boundary.elements()[i / n_nodes()], q / n, q % n);
      for (int d = 0; d < 3; ++d) face.traction[d][i] = 0.5 * weight * inward * u[d];
    }
  }
}

void Backflow::add_to(int component, int e, double* rhs) const {
  for (const auto& face : faces_) {
    const int s = face.slot[e];
    if (s == none) continue;
    const auto& offsets = face.boundary.node_offsets();
    const double* values = face.traction[component].data() + s * offsets.size();
    for (std::size_t q = 0; q < offsets.size(); ++q) rhs[offsets[q]] += values[q];
  }
}

}  // namespace lobatto::flow
